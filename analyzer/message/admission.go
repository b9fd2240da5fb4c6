package message

import (
	"regexp"
	"strings"
)

// Refusal is why the API server did not accept an object, as a controller's Event or condition quotes it.
type Refusal struct {
	Kind      RefusalKind
	Object    string // name of the refused object, such as the Pod's; may end in "-" when it had none yet
	Name      string // the quota, ServiceAccount, PriorityClass, RuntimeClass, webhook or policy
	Namespace string // where the text names one
	Amounts   []Amount
	Missing   []string // resources that a quota wants to be specified
	Level     string   // of Pod Security: restricted or baseline
	Checks    []string // what Pod Security or a policy objects to
	Detail    string   // the webhook's own words, the network error, the violated limit
	Text      string   // the refusal, word for word, without the controller's prefix
}

// Amount is one resource of a quota refusal.
type Amount struct {
	Resource               string
	Requested, Used, Limit string
}

// RefusalKind is the class of a refusal.
type RefusalKind string

// The kinds of refusals.
const (
	QuotaExceeded      RefusalKind = "quota exceeded"
	QuotaUnspecified   RefusalKind = "quota unspecified"
	LimitRange         RefusalKind = "limit range"
	PodSecurity        RefusalKind = "pod security"
	PodSecurityPolicy  RefusalKind = "pod security policy"
	SecurityConstraint RefusalKind = "security context constraint"
	ServiceAccount     RefusalKind = "service account"
	PriorityClass      RefusalKind = "priority class"
	RuntimeClass       RefusalKind = "runtime class"
	WebhookFailed      RefusalKind = "webhook failed"
	WebhookDenied      RefusalKind = "webhook denied"
	PolicyDenied       RefusalKind = "policy denied" // ValidatingAdmissionPolicy
	NamespaceEnding    RefusalKind = "namespace ending"
	NamespaceMissing   RefusalKind = "namespace missing"
	Unauthorized       RefusalKind = "unauthorized" // RBAC
	Invalid            RefusalKind = "invalid"
	Exists             RefusalKind = "exists"
	ServerFailed       RefusalKind = "server failed" // etcd, time-outs, an overloaded API server
	OtherRefusal       RefusalKind = "other"
)

// refusals maps wordings of Kubernetes 1.0 to 1.37 and OpenShift to kinds; the first match counts. Named groups fill the
// Refusal (apiserver plugin/pkg/admission, resourcequota/controller.go, webhook/errors/statuserror.go).
var refusals = []struct {
	kind RefusalKind
	re   *regexp.Regexp
}{
	{WebhookFailed, regexp.MustCompile(`failed calling (?:admission )?webhook "(?P<name>[^"]+)": (?P<detail>.*)`)},
	{WebhookFailed, regexp.MustCompile(`(?:conversion webhook|failed to call webhook)[: ]*(?P<detail>.*)`)},
	{WebhookDenied, regexp.MustCompile(`admission webhook "(?P<name>[^"]+)" (?:denied the request|rejected the request|attempted to modify)(?:: ?(?P<detail>.*))?`)},
	{PolicyDenied, regexp.MustCompile(`(?:ValidatingAdmissionPolicy|MutatingAdmissionPolicy) '(?P<name>[^']+)'.*? denied request: (?P<detail>.*)`)},
	{QuotaExceeded, regexp.MustCompile(`exceeded quota: (?P<name>[^,\s]+)(?P<detail>.*)`)},
	{QuotaExceeded, regexp.MustCompile(`(?i)insufficient quota to consume: (?P<detail>.*)|limited to \d+ pods|unable to admit pod without exceeding quota`)},
	{QuotaUnspecified, regexp.MustCompile(`(?:failed quota: (?P<name>[^:]+): )?must (?:specify|make a non-zero request for) (?P<detail>.*)`)},
	{PodSecurity, regexp.MustCompile(`violates PodSecurity "(?P<level>[^":]+)[^"]*": (?P<detail>.*)`)},
	{SecurityConstraint, regexp.MustCompile(`(?i)security context constraint:? ?(?P<detail>.*)`)},
	{PodSecurityPolicy, regexp.MustCompile(`(?i)(?:pod security policy|PodSecurityPolicy):? ?(?P<detail>.*)`)},
	{LimitRange, regexp.MustCompile(`(?P<detail>(?:minimum|maximum) [\w./-]+ usage per \w+ is .*)`)},
	{LimitRange, regexp.MustCompile(`(?P<detail>[\w./-]+ max limit to request ratio per .*)`)},
	{LimitRange, regexp.MustCompile(`(?P<detail>(?:[mM]inimum|[mM]aximum) (?:cpu|memory|storage)[\w ]* is .*|must be (?:less|greater) than or equal to .*(?:LimitRange|limit range).*)`)},
	{ServiceAccount, regexp.MustCompile(`(?i)error looking up service account (?P<namespace>[^/\s]+)/(?P<name>[^:\s]+)(?P<detail>)`)},
	{ServiceAccount, regexp.MustCompile(`(?i)no API token found for service account "?(?P<name>[^",\s]+)"?(?P<detail>.*)|service ?accounts? "(?P<name2>[^"]+)" not found|service account (?P<namespace>[^/\s]+)/(?P<name3>\S+) was not found`)},
	{PriorityClass, regexp.MustCompile(`(?i)no PriorityClass with name (?P<name>\S+) was found|priorityclass[\w.]* "(?P<name2>[^"]+)" not found`)},
	{PriorityClass, regexp.MustCompile(`(?P<detail>pods with (?P<name>\S+) priorityClass is not permitted in \S+ namespace.*)`)},
	{RuntimeClass, regexp.MustCompile(`(?i)RuntimeClass "?(?P<name>[^"\s]+)"? not found|runtimeclass[\w.]* "(?P<name2>[^"]+)" not found`)},
	{NamespaceEnding, regexp.MustCompile(`unable to create new content in namespace (?P<name>\S+) because it is being terminated`)},
	{NamespaceMissing, regexp.MustCompile(`namespaces? "(?P<name>[^"]+)" not found`)},
	{Unauthorized, regexp.MustCompile(`(?P<detail>User "?(?P<name>[^"\s]+)"? cannot \w+ .*|cannot set blockOwnerDeletion.*)`)},
	{Exists, regexp.MustCompile(`already exists`)},
	{Invalid, regexp.MustCompile(`\w+(?:\.\w+)* "[^"]*" is invalid: (?P<detail>.*)`)},
	{ServerFailed, regexp.MustCompile(`(?P<detail>etcdserver: .*|etcd (?:cluster|member).*|context deadline exceeded.*|the server is currently unable to handle the request.*|the server was unable to return a response.*|Timeout: request did not complete.*|admission plugin "[^"]+" failed to complete .*|client rate limiter.*|too many requests.*|dial tcp .*|connection refused.*|leader changed.*)`)},
}

var (
	refusedObject = regexp.MustCompile(`^(?:Internal error occurred: )?[\w.]+ "([^"]*)" (?:is forbidden|is invalid)`)
	refusedPrefix = regexp.MustCompile(`^(?:\(combined from similar events\): )?(?:Error creating(?: job)?: |create (?:Pod \S+ in|Claim \S+ for Pod \S+ in) StatefulSet \S+ failed error: )?`)
)

// ParseRefusal reads the text of an Event FailedCreate, of a condition ReplicaFailure, or a refusal without their prefixes.
func ParseRefusal(text string) Refusal {
	text = strings.TrimSpace(text)
	r := Refusal{Kind: OtherRefusal, Text: text[len(refusedPrefix.FindString(text)):]}
	if m := refusedObject.FindStringSubmatch(r.Text); m != nil {
		r.Object = m[1]
	}
	for _, f := range refusals {
		if m := f.re.FindStringSubmatch(r.Text); m != nil {
			r.Kind = f.kind
			r.fill(f.re.SubexpNames(), m)
			break
		}
	}
	switch r.Kind {
	case QuotaExceeded:
		r.Amounts = amounts(r.Detail)
	case QuotaUnspecified:
		r.Missing = missing(r.Detail)
	case PodSecurity:
		r.Checks = splitTop(r.Detail)
	}
	return r
}

func (r *Refusal) fill(names, groups []string) {
	for i, g := range groups {
		if g = strings.TrimSpace(g); g == "" {
			continue
		}
		switch strings.TrimRight(names[i], "23") {
		case "name":
			r.Name = strings.Trim(g, `:",`)
		case "namespace":
			r.Namespace = g
		case "level":
			r.Level = g
		case "detail":
			r.Detail = g
		}
	}
}

// amounts reads ", requested: a=1,b=2, used: a=3, limited: a=4".
func amounts(text string) []Amount {
	var out []Amount
	at := map[string]int{}
	for part := range strings.SplitSeq(text, ", ") {
		label, list, ok := strings.Cut(part, ": ")
		if !ok {
			continue
		}
		for pair := range strings.SplitSeq(list, ",") {
			name, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
			if !ok {
				continue
			}
			if _, seen := at[name]; !seen {
				at[name] = len(out)
				out = append(out, Amount{Resource: name})
			}
			out[at[name]].set(strings.TrimSpace(label), value)
		}
	}
	return out
}

func (a *Amount) set(label, value string) {
	switch label {
	case "requested":
		a.Requested = value
	case "used":
		a.Used = value
	case "limited":
		a.Limit = value
	}
}

// missing reads "requests.cpu for: app; requests.memory for: app" and the older "requests.cpu,requests.memory".
func missing(text string) []string {
	var out []string
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == ',' }) {
		name, _, _ := strings.Cut(strings.TrimSpace(part), " for")
		if name = strings.TrimSpace(name); name != "" && !strings.Contains(name, " ") {
			out = append(out, name)
		}
	}
	return out
}

// splitTop splits at commas that stand in no brackets or quotes.
func splitTop(text string) []string {
	var out []string
	depth, start, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth == 0 && !quoted:
			out = append(out, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		out = append(out, rest)
	}
	return out
}
