package message

import (
	"regexp"
	"strconv"
	"strings"
)

// Scheduler is what a scheduler said about a Pod that it could not place: the message of condition PodScheduled or of an
// Event FailedScheduling.
type Scheduler struct {
	Nodes      int        // nodes in the scheduler's view; -1 when the text does not say
	Whole      []Obstacle // verdicts on the Pod as a whole; Count is 0
	PerNode    []Obstacle // reasons with the number of nodes that gave them; one node may give several
	Preemption string     // the text on preemption, if any
	Rest       string     // what is in no list, word for word
}

// Obstacle is one reason why a node, or every node, did not take the Pod.
type Obstacle struct {
	Kind   ObstacleKind
	Count  int    // nodes
	Text   string // word for word, without the count
	Detail string // the resource, taint, claim or gate that the text names, or ""
}

// ObstacleKind is the filter of the scheduler that a reason comes from.
type ObstacleKind string

// The kinds of obstacles.
const (
	Resource      ObstacleKind = "resource"       // Detail is the resource
	PodCount      ObstacleKind = "pod count"      // the node's limit of Pods
	Selector      ObstacleKind = "selector"       // node selector or required node affinity
	Taint         ObstacleKind = "taint"          // Detail is the taint, where named
	Cordon        ObstacleKind = "cordon"         // spec.unschedulable
	NodeCondition ObstacleKind = "node condition" // not ready, pressure, no network, in old versions
	NodeName      ObstacleKind = "node name"
	HostPort      ObstacleKind = "host port"
	Affinity      ObstacleKind = "affinity"
	AntiAffinity  ObstacleKind = "anti-affinity"
	Spread        ObstacleKind = "spread"
	SpreadLabel   ObstacleKind = "spread label" // the node lacks the topology label
	VolumeZone    ObstacleKind = "volume zone"  // the volume's node affinity or zone
	VolumeCount   ObstacleKind = "volume count"
	VolumeInUse   ObstacleKind = "volume in use"
	NoVolume      ObstacleKind = "no volume" // nothing to bind a delayed claim to
	StorageSpace  ObstacleKind = "storage space"
	VolumeGone    ObstacleKind = "volume gone"   // the claim is bound to a volume that does not exist
	Unbound       ObstacleKind = "unbound claim" // Detail is the claim, where named
	ClaimMissing  ObstacleKind = "claim missing"
	ClaimDeleting ObstacleKind = "claim deleting"
	BindFailed    ObstacleKind = "bind failed"
	Gate          ObstacleKind = "gate"
	Device        ObstacleKind = "device" // dynamic resource allocation
	Gang          ObstacleKind = "gang"
	NoNodes       ObstacleKind = "no nodes"
	Deleting      ObstacleKind = "deleting"
	OtherObstacle ObstacleKind = "other"
)

// obstacles maps the wordings of Kubernetes 1.0 to 1.37 to their kind (pkg/scheduler/framework/plugins and, up to 1.9,
// plugin/pkg/scheduler/algorithm/predicates/error.go). The first match counts; a group is the Detail.
var obstacles = []struct {
	kind ObstacleKind
	re   *regexp.Regexp
}{
	{Resource, regexp.MustCompile(`^Insufficient ([\w./-]+)`)},
	{PodCount, regexp.MustCompile(`(?i)^Too many pods|^PodCount|Insufficient pods`)},
	{Resource, regexp.MustCompile(`^Node didn't have enough resource: ([\w./-]+)`)},
	{Resource, regexp.MustCompile(`^PodExceeds(?:Free|Max)?(CPU|Memory)`)},
	{Resource, regexp.MustCompile(`^PodFitsResources|^GeneralPredicates`)},
	{Taint, regexp.MustCompile(`untolerated taint \{(.*?)\}$`)},
	{Taint, regexp.MustCompile(`^node\(s\) had taint \{(.*?)\}, that`)},
	{Taint, regexp.MustCompile(`untolerated taint|taints that the pod didn't tolerate|^PodToleratesNodeTaints|didn't tolerate`)},
	{Cordon, regexp.MustCompile(`were unschedulable|^NodeUnschedulable|^CheckNodeUnschedulable`)},
	{NodeCondition, regexp.MustCompile(`not ready|out of disk|(?:memory|disk|pid) pressure|unavailable network|network unavailable|unknown conditions|^NodeNotReady|^NodeOutOfDisk|^NodeNetworkUnavailable|^NodeUnder(?:Memory|Disk|PID)Pressure|^CheckNode`)},
	{NodeName, regexp.MustCompile(`requested (?:node name|hostname)|^HostName|^PodFitsHost$`)},
	{Selector, regexp.MustCompile(`node affinity/selector|didn't match Pod's node affinity|didn't match node selector|scheduler-enforced node affinity|^MatchNodeSelector|^NodeAffinity|requested labels`)},
	{HostPort, regexp.MustCompile(`free ports|^PodFitsHostPorts|^PodFitsPorts`)},
	{AntiAffinity, regexp.MustCompile(`anti-affinity rules`)},
	{Affinity, regexp.MustCompile(`pod affinity|^MatchInterPodAffinity|service affinity|^CheckServiceAffinity`)},
	{SpreadLabel, regexp.MustCompile(`topology spread constraints \(missing required label\)`)},
	{Spread, regexp.MustCompile(`topology spread constraints|^EvenPodsSpread`)},
	{VolumeCount, regexp.MustCompile(`exceed max volume count|^Max\w*VolumeCount`)},
	{VolumeInUse, regexp.MustCompile(`ReadWriteOncePod|no available disk|^NoDiskConflict`)},
	{VolumeZone, regexp.MustCompile(`volume node affinity conflict|PersistentVolume's node affinity|no available volume zone|^NoVolumeZoneConflict|^VolumeNodeAffinityConflict|^NoVolumeNodeConflict|node affinity doesn't match node`)},
	{VolumeGone, regexp.MustCompile(`bound to non-existent p(?:ersistent)?v`)},
	{NoVolume, regexp.MustCompile(`didn't find available persistent volumes|^VolumeBindingNoMatch|^CheckVolumeBinding`)},
	{StorageSpace, regexp.MustCompile(`enough free storage`)},
	{ClaimDeleting, regexp.MustCompile(`^persistentvolumeclaim "([^"]+)" is being deleted`)},
	{ClaimMissing, regexp.MustCompile(`(?i)persistentvolumeclaims? "([^"]+)" not found|could not find v1.PersistentVolumeClaim "([^"]+)"`)},
	{Unbound, regexp.MustCompile(`PersistentVolumeClaim is not bound: "([^"]+)"`)},
	{Unbound, regexp.MustCompile(`unbound (?:immediate )?PersistentVolumeClaims?|PersistentVolumeClaim had no pv name|VolumeBindingMode not set|PersistentVolumeClaim is not bound`)},
	{Unbound, regexp.MustCompile(`ephemeral volume controller to create the persistentvolumeclaim "([^"]+)"`)},
	{BindFailed, regexp.MustCompile(`provisioning failed for PVC "([^"]+)"|selectedNode annotation reset for PVC "([^"]+)"`)},
	{BindFailed, regexp.MustCompile(`binding volumes:`)},
	{Gate, regexp.MustCompile(`scheduling gates: \[?([^\]]*)\]?`)},
	{Gate, regexp.MustCompile(`non-empty scheduling gates`)},
	{Device, regexp.MustCompile(`(?i)resource ?claim "?([\w./-]+)"? (?:not found|is being deleted|is in the process)|device class ([\w./-]+) does not exist`)},
	{Device, regexp.MustCompile(`(?i)allocate all claims|resource ?claim|device class`)},
	{Gang, regexp.MustCompile(`pod group|minCount|gang`)},
	{NoNodes, regexp.MustCompile(`^no nodes available`)},
	{Deleting, regexp.MustCompile(`^skip schedule deleting pod`)},
}

// obstacleOf classifies one reason.
func obstacleOf(text string) Obstacle {
	for _, o := range obstacles {
		if m := o.re.FindStringSubmatch(text); m != nil {
			return Obstacle{Kind: o.kind, Text: text, Detail: detail(o.kind, m)}
		}
	}
	return Obstacle{Kind: OtherObstacle, Text: text}
}

func detail(kind ObstacleKind, groups []string) string {
	for _, g := range groups[1:] {
		if g == "" {
			continue
		}
		if kind == Resource {
			switch g {
			case "CPU", "Memory":
				return strings.ToLower(g)
			}
		}
		if _, name, ok := strings.Cut(g, "/"); ok && (kind == ClaimMissing || kind == Unbound) {
			return name
		}
		return strings.TrimSuffix(g, ": ")
	}
	return ""
}

// all are the verdicts on the Pod and the reasons of nodes in one list.
func (s Scheduler) all() []Obstacle { return append(append([]Obstacle{}, s.Whole...), s.PerNode...) }

// Has reports whether the scheduler gave a reason of one of the kinds.
func (s Scheduler) Has(kinds ...ObstacleKind) bool {
	for _, o := range s.all() {
		for _, k := range kinds {
			if o.Kind == k {
				return true
			}
		}
	}
	return false
}

var (
	available    = regexp.MustCompile(`^(?:\(combined from similar events\): )?0/(\d+) nodes are available:?\s*`)
	predicates   = regexp.MustCompile(`(?s)(?:all of the following predicates:+|fit failure summary on nodes ?:)\s*(.*)$`)
	oldReason    = regexp.MustCompile(`^(.*?) \((\d+)\)$`)
	oldFitOnNode = regexp.MustCompile(`fit failure on node \(([^)]*)\): ([^\n]*)`)
	oldFor       = regexp.MustCompile(`Failed for reason (\w+) and possibly others`)
	repeated     = regexp.MustCompile(` \(repeated \d+ times\)`)
)

// ParseScheduler reads a scheduler's message. ok is false for a text that is of no known shape; Rest then holds it.
func ParseScheduler(text string) (s Scheduler, ok bool) {
	s.Nodes = -1
	text = strings.TrimSpace(text)
	if m := available.FindStringSubmatch(text); m != nil {
		s.Nodes, _ = strconv.Atoi(m[1])
		s.body(text[len(m[0]):])
		return s, true
	}
	if m := predicates.FindStringSubmatch(text); m != nil {
		for item := range strings.SplitSeq(strings.TrimRight(m[1], ". \n"), ", ") {
			s.old(item)
		}
		return s, true
	}
	if all := oldFitOnNode.FindAllStringSubmatch(text, -1); all != nil {
		for _, m := range all {
			s.addPerNode(obstacleOf(m[2]), 1)
		}
		s.Nodes = len(all)
		return s, true
	}
	if m := oldFor.FindStringSubmatch(text); m != nil {
		s.PerNode = append(s.PerNode, obstacleOf(m[1]))
		return s, true
	}
	if o := obstacleOf(repeated.ReplaceAllString(text, "")); o.Kind != OtherObstacle {
		s.Whole = append(s.Whole, o)
		return s, true
	}
	s.Rest = text
	return s, false
}

// body reads what follows "0/N nodes are available:".
func (s *Scheduler) body(text string) {
	if before, after, ok := cutPreemption(text); ok {
		text, s.Preemption = before, strings.TrimRight(after, ".")
	}
	for sentence := range strings.SplitSeq(text, ". ") {
		sentence = strings.TrimRight(strings.TrimSpace(sentence), ".,")
		for _, item := range splitCounts(sentence) {
			s.item(item)
		}
	}
}

func cutPreemption(text string) (before, after string, ok bool) {
	if before, after, ok = strings.Cut(text, " preemption: "); ok {
		return before, after, true
	}
	after, ok = strings.CutPrefix(text, "preemption: ")
	return "", after, ok
}

func (s *Scheduler) item(item string) {
	item = repeated.ReplaceAllString(strings.TrimSpace(item), "")
	count, rest, ok := strings.Cut(item, " ")
	if n, err := strconv.Atoi(count); ok && err == nil {
		s.addPerNode(obstacleOf(rest), n)
		return
	}
	switch item {
	case "", "not found", "no new claims to deallocate", "All PostFilter plugins are skipped": // remarks of PostFilter plugins
		return
	}
	if o := obstacleOf(item); o.Kind != OtherObstacle {
		s.Whole = append(s.Whole, o)
		return
	}
	s.Rest = strings.TrimSpace(s.Rest + " " + item)
}

// old reads "Insufficient cpu (3)".
func (s *Scheduler) old(item string) {
	n := 0
	if m := oldReason.FindStringSubmatch(item); m != nil {
		item = m[1]
		n, _ = strconv.Atoi(m[2])
	}
	s.addPerNode(obstacleOf(item), n)
}

func (s *Scheduler) addPerNode(o Obstacle, n int) {
	for i := range s.PerNode {
		if s.PerNode[i].Text == o.Text {
			s.PerNode[i].Count += n
			return
		}
	}
	o.Count = n
	s.PerNode = append(s.PerNode, o)
}

// splitCounts splits at ", " where a count follows: reasons themselves may hold commas.
func splitCounts(text string) []string {
	var out []string
	start := 0
	for i := 0; i+2 < len(text); i++ {
		if text[i] == ',' && text[i+1] == ' ' && countAt(text[i+2:]) {
			out = append(out, text[start:i])
			start = i + 2
		}
	}
	return append(out, text[start:])
}

func countAt(text string) bool {
	i := 0
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	return i > 0 && i < len(text) && text[i] == ' '
}
