// Package incident turns Findings into incidents. In go Findings in the order of the rules, out come incidents: one cause each,
// everything it broke, ranked by what is down at capture time.
//
// The steps, in order: choose one cause for each Pod (choice.go) and join what shares a culprit (group.go), fold incidents that are
// effects of others (graph.go and its edges), add Pods that are gone and failed alike (earlier.go), offer what set it off (trigger.go),
// say whom it hurts (impact.go), rank and number (rank.go).
package incident

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// Incident is one culprit and what it broke.
type Incident struct {
	ID                string           `json:"id"`          // 1, 2 … by impact
	Fingerprint       string           `json:"fingerprint"` // the same for the same fault in another dump
	Rule              string           `json:"rule"`
	Category          string           `json:"category"`
	Severity          rules.Severity   `json:"severity"`
	Confidence        rules.Confidence `json:"confidence"`
	Title             string           `json:"title"`
	Impact            string           `json:"impact,omitempty"`
	Cause             string           `json:"cause"`
	Trigger           string           `json:"trigger,omitempty"` // what was changed just before
	TriggerConfidence rules.Confidence `json:"triggerConfidence,omitempty"`
	Notes             []string         `json:"notes,omitempty"`   // what else was found on the same objects
	Effects           []Effect         `json:"effects,omitempty"` // what else it broke
	Culprit           rules.Culprit    `json:"culprit"`
	Affected          []loader.Ref     `json:"affected"`
	Earlier           []loader.Ref     `json:"earlier,omitempty"` // Pods that are gone and failed in the same way
	FirstSeen         time.Time        `json:"firstSeen,omitzero"`
	LastSeen          time.Time        `json:"lastSeen,omitzero"`
	Evidence          []rules.Evidence `json:"evidence"`
	RuledOut          []string         `json:"ruledOut,omitempty"`
	Unknown           []string         `json:"unknown,omitempty"`
	Next              []rules.Step     `json:"next,omitempty"`
}

// draft is an incident in the making.
type draft struct {
	Incident
	workload  loader.Ref   // the first one it was found on
	told      loader.Ref   // the workload of which Cause speaks
	alike     []loader.Ref // workloads of which the same cause would speak in other words
	container string       // the container it was found in, if it is about one
	words     string       // the title without the name of what is broken
	shared    bool         // several workloads have it
	weight    weight       // for ranking

	affected map[loader.Ref]bool // Keys of Affected
	noted    map[string]int      // what Notes holds, without the first name in quotes: where
}

// Effect is something else that this incident broke, with the record that ties it to the cause.
type Effect struct {
	Object     loader.Ref       `json:"object"`
	Text       string           `json:"text"`
	Confidence rules.Confidence `json:"confidence"`
	Evidence   []string         `json:"evidence,omitempty"` // ids of the incident's evidence
	Alone      string           `json:"alone,omitempty"`    // how it would read without its cause: rule and words
}

// Group joins Findings, which are in the order of the rules, to incidents in the order of their impact.
func Group(c *rules.Context, findings []rules.Finding) []Incident {
	g := &grouper{c: c, byKey: map[string]*draft{}, explains: map[loader.Ref]*draft{}}
	g.causes(findings)
	g.symptoms(findings)
	g.fold()
	for _, in := range g.list {
		g.earlier(in)
		g.trigger(in)
		g.endure(in)
		g.measure(in)
	}
	rank(g.list)
	return finish(g.list)
}

// maxEvidence is how many pieces of evidence an incident carries; alike ones of more Pods add nothing.
const maxEvidence = 24

// addEvidence appends what is not there yet.
func (in *draft) addEvidence(list []rules.Evidence) {
	for _, e := range list {
		if len(in.Evidence) < maxEvidence && !slices.ContainsFunc(in.Evidence, func(o rules.Evidence) bool { return same(o, e) }) {
			in.Evidence = append(in.Evidence, e)
		}
	}
}

func same(a, b rules.Evidence) bool {
	return a.File == b.File && a.Line == b.Line && a.Field == b.Field && a.Text == b.Text
}

// widen stretches the incident's span of time.
func (in *draft) widen(first, last time.Time) {
	if !first.IsZero() && (in.FirstSeen.IsZero() || first.Before(in.FirstSeen)) {
		in.FirstSeen = first
	}
	if last.After(in.LastSeen) {
		in.LastSeen = last
	}
}

// affect adds objects that are not listed yet.
func (in *draft) affect(refs ...loader.Ref) {
	if in.affected == nil {
		in.affected = map[loader.Ref]bool{}
	}
	for _, r := range refs {
		if k := r.Key(); !r.IsZero() && !in.affected[k] {
			in.affected[k] = true
			in.Affected = append(in.Affected, r)
		}
	}
}

// inQuotes finds what is quoted in a remark, first the name of a container.
var inQuotes = regexp.MustCompile(`"[^"]*"`)

// note adds a remark once. One that differs from another only in the first name that is quoted adds this name to that.
func (in *draft) note(text string) {
	if text == "" {
		return
	}
	name := inQuotes.FindString(text)
	key := strings.Replace(text, name, "", 1)
	if first, ok := in.noted[key]; ok {
		if name != "" && !strings.Contains(in.Notes[first], name) {
			in.Notes[first] += " The same holds of " + name + "."
		}
		return
	}
	if in.noted == nil {
		in.noted = map[string]int{}
	}
	in.noted[key] = len(in.Notes)
	in.Notes = append(in.Notes, text)
}
