package incident

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// grouper holds the incidents while they are being made.
type grouper struct {
	c        *rules.Context
	list     []*draft
	byKey    map[string]*draft
	explains map[loader.Ref]*draft          // by Key: the incident that explains a Pod, a workload, a node …
	eventsOf map[loader.Ref][]*loader.Event // see podEvents
	down     down                           // found once there are incidents
}

// causes makes incidents of the Findings that name a cause. A Pod belongs to one: the first in precedence that speaks of it.
// What other Findings say of the same Pod becomes a note there with its first record, unless it is a fault of its own in
// another container: then it is an incident that shares the Pod.
func (g *grouper) causes(findings []rules.Finding) {
	ch := choose(g.c, findings)
	for i := range findings {
		if ch.owns[i] {
			g.join(&findings[i], func(r loader.Ref) bool { return ch.objects[r.Key()] == i })
		}
	}
	for i := range findings {
		f := &findings[i]
		switch {
		case f.Symptom || ch.owns[i]:
		case ch.apart(i):
			g.incidentOf(f).affect(f.Subject)
		default:
			g.explains[f.Subject.Key()].remark(f)
		}
	}
}

// remark notes what else was found on the incident's objects, with its first record where it speaks of a container.
func (in *draft) remark(f *rules.Finding) {
	in.note("also " + f.Rule + ": " + f.Cause)
	if f.Container != "" && f.Severity != rules.Info && len(f.Evidence) > 0 && len(in.Evidence) < alike {
		in.addEvidence(f.Evidence[:1])
	}
}

// incidentOf adds the Finding to the incident of its cause, or starts one.
func (g *grouper) incidentOf(f *rules.Finding) *draft {
	w := g.c.WorkloadOf(f.Subject)
	k := key(f, w)
	in := g.byKey[k]
	if in == nil {
		in = start(f, w)
		g.byKey[k] = in
		g.list = append(g.list, in)
	} else {
		in.merge(f, w)
	}
	return in
}

// join makes the Finding part of an incident. Only objects that mine accepts are affected by it.
func (g *grouper) join(f *rules.Finding, mine func(loader.Ref) bool) {
	in := g.incidentOf(f)
	for _, r := range append([]loader.Ref{f.Subject}, f.Affected...) {
		if !mine(r) {
			continue
		}
		in.affect(r)
		g.explain(r, in)
	}
}

// explain notes which incident explains the object and, unless another already does, its workload.
func (g *grouper) explain(r loader.Ref, in *draft) {
	g.explains[r.Key()] = in
	if w := g.c.WorkloadOf(r).Key(); in.Severity != rules.Info && g.explains[w] == nil {
		g.explains[w] = in
	}
}

// key tells which Findings are of one incident: a shared culprit within a category, else one rule on one workload.
func key(f *rules.Finding, workload loader.Ref) string {
	if f.Group != "" {
		return rules.CategoryOf(f.Rule) + "|" + f.Group
	}
	return f.Rule + "|" + workload.Key().String() + "|" + f.Container
}

func start(f *rules.Finding, workload loader.Ref) *draft {
	in := &draft{workload: workload, told: workload, container: f.Container, words: f.Title, Incident: Incident{
		Rule: f.Rule, Category: rules.CategoryOf(f.Rule), Severity: f.Severity, Confidence: f.Confidence,
		Title: title(f, workload), Cause: f.Cause, Trigger: f.Trigger, Culprit: f.Culprit,
		RuledOut: slices.Clone(f.RuledOut), Unknown: slices.Clone(f.Unknown), Next: slices.Clone(f.Next),
	}}
	in.note(f.Note)
	in.addEvidence(f.Evidence)
	in.widen(f.First, f.Last)
	in.widen(shown(f), time.Time{})
	return in
}

// title puts the name of what is broken before the words of the Finding.
func title(f *rules.Finding, workload loader.Ref) string {
	switch {
	case workload.Kind == "Node":
		return "node " + workload.Name + ": " + f.Title
	case workload.Namespace == "":
		return strings.ToLower(workload.Kind) + " " + workload.Name + ": " + f.Title
	}
	return workload.Path() + ": " + f.Title
}

// merge adds another Finding of the same cause. The incident is as bad as its worst Finding and as sure as its surest.
func (in *draft) merge(f *rules.Finding, workload loader.Ref) {
	if workload.Key() != in.workload.Key() && f.Group != "" {
		in.share(f.Group)
	}
	if workload.Key() != in.told.Key() && f.Rule == in.Rule && f.Cause != in.Cause && !slices.Contains(in.alike, workload) {
		in.alike = append(in.alike, workload)
	}
	if f.Severity.Rank() > in.Severity.Rank() {
		in.Severity = f.Severity
	}
	if confidenceRank[f.Confidence] < confidenceRank[in.Confidence] {
		in.Confidence, in.Cause, in.Rule, in.Culprit = f.Confidence, f.Cause, f.Rule, f.Culprit
		in.told, in.alike = workload, append(in.alike, in.told)
	}
	if len(f.Evidence) > 0 && len(in.Evidence) < alike {
		in.addEvidence(f.Evidence[:1])
	}
	in.widen(f.First, f.Last)
	in.widen(shown(f), time.Time{})
	in.note(f.Note)
	in.Trigger = cmp.Or(in.Trigger, f.Trigger)
}

// share makes the title speak of what several workloads share, unless its words name that already. What stands behind a comma
// only tells groups of one object apart.
func (in *draft) share(group string) {
	group, _, _ = strings.Cut(group, ", ")
	in.shared = true
	in.Title = in.words
	if name := group[strings.LastIndexAny(group, " /")+1:]; !strings.Contains(in.words, name) {
		in.Title = group + ": " + in.words
	}
}

// alike is how much evidence an incident gathers from Findings after its first: more of the same proves nothing.
const alike = 8

var confidenceRank = map[rules.Confidence]int{rules.Confirmed: 0, rules.Likely: 1, rules.Possible: 2}

// shortOfReplicas is the rule whose words the incident's impact says already.
const shortOfReplicas = "rollout/unavailable"

// symptoms folds Findings that only describe an effect into the incident that explains their object; one that nothing
// explains stands alone.
func (g *grouper) symptoms(findings []rules.Finding) {
	for i := range findings {
		f := &findings[i]
		if !f.Symptom {
			continue
		}
		in := g.explained(f)
		if in == nil {
			g.join(f, func(loader.Ref) bool { return true })
			continue
		}
		switch {
		case f.Rule == shortOfReplicas:
		case f.Severity == rules.Info: // nothing suffers by it, and the incident need not be why
			in.note(f.Cause)
		default:
			in.Effects = append(in.Effects, Effect{Object: f.Subject, Text: f.Cause, Confidence: f.Confidence})
		}
		if len(f.Evidence) > 0 && len(in.Evidence) < alike {
			in.addEvidence(f.Evidence[:1])
			in.widen(shown(f), time.Time{})
		}
		if f.Subject.Kind != "Pod" && g.explains[f.Subject.Key()] == nil {
			g.explains[f.Subject.Key()] = in
		}
	}
}

// explained returns the loud incident that explains a symptom: of its own object, of an object it names as affected, or
// of its workload.
func (g *grouper) explained(f *rules.Finding) *draft {
	refs := append([]loader.Ref{f.Subject}, f.Affected...)
	refs = append(refs, g.c.WorkloadOf(f.Subject))
	for _, r := range refs {
		if in := g.explains[r.Key()]; in != nil && (in.Severity != rules.Info || f.Severity == rules.Info) {
			return in
		}
	}
	return nil
}
