package redact

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// pseudonym is what stands for a name in Strict mode.
type pseudonym struct {
	Kind      string `json:"kind"` // node, ns, pod, deployment, host, ip, image …
	Original  string `json:"original"`
	Pseudonym string `json:"pseudonym"`
}

// names holds what Strict mode hides. A name is found wherever its words stand, also as a part of a longer one and written
// as PAYMENTS_API, and one name has one pseudonym, whatever bears it.
type names struct {
	kinds map[string]string // of each name
	given map[string]string // pseudonym of each name
	same  map[string]string // other names of a name: an image without its registry
	fresh []string          // names without one
	count map[string]int    // pseudonyms of each kind
	words *branch
	done  map[string]string // texts that were replaced before
	seen  map[string]bool   // texts that were searched for names
}

// branch is a node of a tree of the words of names, each with the sign before it: "api", "-gateway", "/x".
type branch struct {
	next map[string]*branch
	name string // that ends here
}

func newNames() *names {
	return &names{kinds: map[string]string{}, given: map[string]string{}, same: map[string]string{}, count: map[string]int{},
		words: &branch{}, done: map[string]string{}, seen: map[string]bool{}}
}

// Learn tells the name of an object of that kind, such as Pod, Node, container, image. What is learned before the first text
// gets its pseudonym in the order of kinds and names, so the order of calls does not matter. Modes other than Strict forget it.
func (r *Redactor) Learn(kind, name string) {
	if r.mode != Strict {
		return
	}
	kind, name = shortKind(kind), strings.TrimSpace(name)
	switch kind {
	case "image":
		r.names.learnImage(name)
	case "host":
		r.names.learnHost(name)
	case "ip":
		if isIP(name) {
			r.names.add(kind, name)
		}
	default:
		r.names.add(kind, name)
	}
}

// LearnText tells the hosts, IPs and images that a text mentions, and the names that it quotes after a kind.
func (r *Redactor) LearnText(s string) {
	if r.mode == Strict && !r.names.seen[s] {
		r.names.seen[s] = true
		s = r.secrets(s)
		r.names.learnText(s)
		r.names.seen[s] = true
	}
}

// pseudonyms returns what was given so far, by pseudonym. It undoes the redaction, so it never belongs into a report.
func (r *Redactor) pseudonyms() []pseudonym {
	if r.names == nil {
		return nil
	}
	r.names.settle()
	out := make([]pseudonym, 0, len(r.names.given))
	for original, p := range r.names.given {
		out = append(out, pseudonym{r.names.kinds[original], original, p})
	}
	slices.SortFunc(out, func(a, b pseudonym) int {
		return cmp.Or(rankOf(a.Kind)-rankOf(b.Kind), strings.Compare(a.Kind, b.Kind), len(a.Pseudonym)-len(b.Pseudonym),
			strings.Compare(a.Pseudonym, b.Pseudonym))
	})
	return out
}

// WriteMap writes the pseudonyms as JSON, one a line.
func (r *Redactor) WriteMap(w io.Writer) error {
	lines := []string{}
	for _, p := range r.pseudonyms() {
		line, err := json.Marshal(p)
		if err != nil {
			return err
		}
		lines = append(lines, "    "+string(line))
	}
	_, err := fmt.Fprintf(w, "{\n  \"schema\": \"podtriage.redact-map/v1\",\n  \"names\": [\n%s\n  ]\n}\n", strings.Join(lines, ",\n"))
	return err
}

// ranks orders kinds: where one name is borne by several, the first one gives the pseudonym its prefix.
var ranks = []string{"node", "ns", "deployment", "statefulset", "daemonset", "job", "cronjob", "replicaset",
	"replicationcontroller", "service", "pod", "configmap", "secret", "pvc", "pv", "image", "host", "ip"}

func rankOf(kind string) int {
	if n := slices.Index(ranks, kind); n >= 0 {
		return n
	}
	return len(ranks)
}

// shortKind is the prefix of a kind's pseudonyms.
func shortKind(kind string) string {
	kind = strings.ToLower(kind)
	switch kind {
	case "namespace":
		return "ns"
	case "persistentvolumeclaim":
		return "pvc"
	case "persistentvolume":
		return "pv"
	}
	if kind == "" || strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz") != "" {
		return "name"
	}
	return kind
}

func (n *names) add(kind, name string) {
	name = strings.ToLower(name)
	if kind != "ip" && !private(name) {
		return
	}
	old, known := n.kinds[name]
	if known && (n.given[name] != "" || rankOf(old) < rankOf(kind) || rankOf(old) == rankOf(kind) && old <= kind) {
		return
	}
	n.kinds[name] = kind
	if !known {
		n.fresh = append(n.fresh, name)
		n.words.put(name)
		clear(n.done)
	}
}

// private reports that a name says something about the cluster's owner: it is no word that Kubernetes or this program uses, and no
// name of an API of Kubernetes, such as v1beta1.metrics.k8s.io.
func private(name string) bool {
	return !strings.HasSuffix(name, ".k8s.io") && len(name) > 1 && len(name) <= 512 &&
		strings.Trim(name, "0123456789.-_:") != "" && !harmless[name] && strings.ContainsFunc(name, isWordRune)
}

// alias adds another name of a name that is known.
func (n *names) alias(name, of string) {
	if _, known := n.kinds[name]; !known && n.kinds[of] != "" {
		n.same[name] = of
		n.add(n.kinds[of], name)
	}
}

// settle gives the names learned since the last call their pseudonyms.
func (n *names) settle() {
	slices.SortFunc(n.fresh, func(a, b string) int {
		ka, kb := n.kinds[a], n.kinds[b]
		_, sa := n.same[a]
		_, sb := n.same[b]
		if sa != sb {
			return map[bool]int{false: -1, true: 1}[sa]
		}
		return cmp.Or(rankOf(ka)-rankOf(kb), strings.Compare(ka, kb), strings.Compare(a, b))
	})
	for _, name := range n.fresh {
		if p := n.given[n.same[name]]; p != "" {
			n.given[name] = p
		} else {
			n.given[name] = n.next(n.kinds[name])
		}
	}
	n.fresh = n.fresh[:0]
}

// next is a pseudonym that is no name of the cluster.
func (n *names) next(kind string) string {
	for {
		n.count[kind]++
		p := fmt.Sprintf("%s-%0*d", kind, width(kind), n.count[kind])
		if _, taken := n.kinds[p]; !taken {
			return p
		}
	}
}

func width(kind string) int {
	if kind == "ns" {
		return 2
	}
	return 3
}
