package incident

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/podtriage/podtriage/analyzer/rules"
)

// weight is what an incident costs at capture time, the heavier first.
type weight struct {
	core     int // control plane or cluster DNS is among what is hurt
	down     int // workloads with no ready Pod
	services int // Services with no ready Pod
	degraded int // workloads with some ready Pods
	pods     int
}

func rank(list []*draft) {
	slices.SortStableFunc(list, func(a, b *draft) int {
		return cmp.Or(
			cmp.Compare(b.Severity.Rank(), a.Severity.Rank()),
			cmp.Compare(b.weight.core, a.weight.core),
			cmp.Compare(b.weight.down, a.weight.down),
			cmp.Compare(b.weight.services, a.weight.services),
			cmp.Compare(b.weight.degraded, a.weight.degraded),
			cmp.Compare(b.weight.pods, a.weight.pods),
			cmp.Compare(confidenceRank[a.Confidence], confidenceRank[b.Confidence]),
			a.FirstSeen.Compare(b.FirstSeen),
			cmp.Compare(a.Title, b.Title), cmp.Compare(a.Rule, b.Rule),
		)
	})
}

// finish takes the incidents out of their drafts, marks them with fingerprints and numbers them.
func finish(list []*draft) []Incident {
	out := make([]Incident, 0, len(list))
	for _, in := range list {
		in.Fingerprint = fingerprint(in)
		in.Cause += in.others()
		out = append(out, in.Incident)
	}
	Number(out)
	return out
}

// mostOthers is how many workloads are named for which the same cause holds.
const mostOthers = 3

// others says of which workload the cause speaks, where it would be told of others in other words.
func (in *draft) others() string {
	var names []string
	for _, w := range in.alike {
		if w.Key() != in.told.Key() && w.Kind != "Node" && !slices.Contains(names, w.Path()) {
			names = append(names, w.Path())
		}
	}
	if len(names) == 0 || in.told.Kind == "Node" {
		return ""
	}
	if more := len(names) - mostOthers; more > 0 {
		names = append(names[:mostOthers], rules.Count(more, "more workload"))
	}
	return " This is told of " + in.told.Path() + "; the like holds for " + strings.Join(names, ", ") + "."
}

// Number gives incidents and their evidence ids in reading order.
func Number(list []Incident) {
	evidence := 0
	for i := range list {
		list[i].ID = strconv.Itoa(i + 1)
		for j := range list[i].Evidence {
			evidence++
			list[i].Evidence[j].ID = "E" + strconv.Itoa(evidence)
		}
	}
}

// generated matches the endings that controllers give to names: template hash and random part. Kubernetes draws
// them from letters and digits that cannot spell words (apimachinery util/rand, v1.37).
var generated = regexp.MustCompile(`(-[bcdf-hj-np-tv-z2456789]{6,10})?-[bcdf-hj-np-tv-z2456789]{5}$|-[bcdf-hj-np-tv-z2456789]{8,10}$|-\d{8,}$`)

// fingerprint is the same for the same fault in another dump: it is made of the rule and of the workload and culprit by
// name, without the random parts of names.
func fingerprint(in *draft) string {
	h := sha256.New()
	for _, s := range []string{
		in.Rule, in.workload.Kind, in.workload.Namespace, generated.ReplaceAllString(in.workload.Name, ""),
		in.Culprit.Kind, in.Culprit.Namespace, generated.ReplaceAllString(in.Culprit.Name, ""), in.Culprit.Field,
	} {
		h.Write([]byte(s + "\x00"))
	}
	s := hex.EncodeToString(h.Sum(nil)[:6])
	return s[:4] + "-" + s[4:8] + "-" + s[8:]
}
