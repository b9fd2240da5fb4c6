package incident

import (
	"fmt"
	"time"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// edge says that one incident follows from another, and how that is known.
type edge struct {
	effect, cause *draft
	text          string // stands after the name of what is affected
	confidence    rules.Confidence
	evidence      rules.Evidence
}

// fold finds which incidents are effects of others and folds each into its cause. A circle is cut where it would close:
// the incident that stands first in precedence stays the cause.
func (g *grouper) fold() {
	into := map[*draft]*draft{}
	root := func(in *draft) *draft {
		for into[in] != nil {
			in = into[in]
		}
		return in
	}
	for _, e := range g.edges() {
		cause := root(e.cause)
		if into[e.effect] != nil || cause == e.effect {
			continue
		}
		into[e.effect] = cause
		g.absorb(cause, e)
	}
	var kept []*draft
	for _, in := range g.list {
		if into[in] == nil {
			kept = append(kept, in)
		}
	}
	g.list = kept
}

// absorb makes the edge's effect a part of the incident: its Pods, its words, the record that ties it.
func (g *grouper) absorb(in *draft, e edge) {
	who := e.effect.workload.String()
	if n := len(g.workloads(e.effect)) - 1; n > 0 {
		who = fmt.Sprintf("%s and %s", who, rules.Count(n, "more workload"))
	}
	in.addEvidence([]rules.Evidence{e.evidence})
	in.Effects = append(in.Effects, Effect{Object: e.effect.workload, Text: who + " " + e.text, Confidence: e.confidence,
		Alone: e.effect.Rule + ": " + e.effect.Cause})
	in.Effects = append(in.Effects, e.effect.Effects...)
	in.affect(e.effect.Affected...)
	if e.effect.Severity.Rank() > in.Severity.Rank() {
		in.Severity = e.effect.Severity
	}
	in.widen(time.Time{}, e.effect.LastSeen) // when it began is told by the cause alone
	if early := e.effect.FirstSeen; !early.IsZero() && !in.FirstSeen.IsZero() && in.FirstSeen.Sub(early) > window {
		in.note("some of its effects have records that are older than its own: they may have failed before, for another reason")
	}
}

// workloads are the distinct workloads of what the incident affects, without nodes.
func (g *grouper) workloads(in *draft) []loader.Ref {
	var out []loader.Ref
	seen := map[loader.Ref]bool{}
	for _, r := range in.Affected {
		w := g.c.WorkloadOf(r)
		if k := w.Key(); w.Kind != "Node" && !seen[k] {
			seen[k] = true
			out = append(out, w)
		}
	}
	return out
}

// edges lists what follows from what, in the order of the incidents.
func (g *grouper) edges() []edge {
	g.findDown()
	a := newAddresses(g)
	var out []edge
	for _, in := range g.list {
		if in.Severity == rules.Info {
			continue
		}
		for _, find := range []func(*draft) (edge, bool){a.dependency, a.webhook, g.fullStorage, g.mesh, g.resolver, g.replacement, g.sickNode, g.driver} {
			if e, ok := find(in); ok && e.cause != in {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

// loudly returns the incident that explains the object, if it is an error or a warning.
func (g *grouper) loudly(r loader.Ref) *draft {
	if in := g.explains[r.Key()]; in != nil && in.Severity != rules.Info {
		return in
	}
	return nil
}

// pods are the views of the incident's affected Pods.
func (g *grouper) pods(in *draft) []*rules.Pod {
	var out []*rules.Pod
	for _, r := range in.Affected {
		if p := g.c.Pod(r); p != nil {
			out = append(out, p)
		}
	}
	return out
}
