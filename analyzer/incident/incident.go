// Package incident turns Findings into incidents: one cause, everything it broke, ranked by what is down at capture time.
package incident

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// Incident is one culprit and what it broke.
type Incident struct {
	ID          string           `json:"id"` // 1, 2 … by impact
	Fingerprint string           `json:"fingerprint,omitempty"`
	Rule        string           `json:"rule"`
	Category    string           `json:"category"`
	Severity    rules.Severity   `json:"severity"`
	Confidence  rules.Confidence `json:"confidence"`
	Title       string           `json:"title"`
	Impact      string           `json:"impact,omitempty"`
	Cause       string           `json:"cause"`
	Trigger     string           `json:"trigger,omitempty"`
	Notes       []string         `json:"notes,omitempty"`
	Effects     []Effect         `json:"effects,omitempty"`
	Culprit     rules.Culprit    `json:"culprit"`
	Affected    []loader.Ref     `json:"affected"`
	FirstSeen   time.Time        `json:"firstSeen,omitzero"`
	LastSeen    time.Time        `json:"lastSeen,omitzero"`
	Evidence    []rules.Evidence `json:"evidence"`
	RuledOut    []string         `json:"ruledOut,omitempty"`
	Unknown     []string         `json:"unknown,omitempty"`
	Next        []rules.Step     `json:"next,omitempty"`
}

// Effect is something else that this incident broke, with the records that tie it to the cause.
type Effect struct {
	Object     loader.Ref       `json:"object"`
	Text       string           `json:"text"`
	Confidence rules.Confidence `json:"confidence"`
	Evidence   []string         `json:"evidence,omitempty"` // ids of the incident's evidence
}

// Group joins Findings that share a cause. Findings are in the order of the rules: of two that explain one Pod the first
// wins, the other becomes a note.
func Group(c *rules.Context, findings []rules.Finding) []Incident {
	var out []*Incident
	byKey := map[string]*Incident{}
	taken := map[loader.Ref]*Incident{} // Pods and workloads that an incident explains
	for pass := range 2 {
		for _, f := range findings {
			if f.Symptom != (pass == 1) {
				continue
			}
			subject := f.Subject.Key()
			workload := workloadOf(c, f.Subject)
			if in := taken[subject]; in != nil {
				in.Notes = append(in.Notes, f.Rule+": "+f.Cause)
				continue
			}
			if in := taken[workload.Key()]; in != nil && f.Symptom {
				in.Notes = append(in.Notes, f.Rule+": "+f.Cause)
				continue
			}
			key := f.Rule + "|" + cmp.Or(f.Group, workload.String()+"|"+f.Container)
			in := byKey[key]
			if in == nil {
				in = start(f, workload)
				byKey[key] = in
				out = append(out, in)
			} else {
				join(in, f)
			}
			for _, r := range append([]loader.Ref{f.Subject}, f.Affected...) {
				taken[r.Key()] = in
				if !f.Symptom {
					w := workloadOf(c, r).Key()
					if taken[w] == nil {
						taken[w] = in
					}
				}
				if !slices.Contains(in.Affected, r) {
					in.Affected = append(in.Affected, r)
				}
			}
		}
	}
	rank(out)
	var list []Incident
	evidence := 0
	for i, in := range out {
		in.ID = strconv.Itoa(i + 1)
		for j := range in.Evidence {
			evidence++
			in.Evidence[j].ID = "E" + strconv.Itoa(evidence)
		}
		list = append(list, *in)
	}
	return list
}

func workloadOf(c *rules.Context, r loader.Ref) loader.Ref {
	if p := c.Pod(r); p != nil {
		return p.Workload
	}
	if o := c.Snapshot.Find(r); o != nil {
		return c.Snapshot.Workload(r.Kind, o)
	}
	return r
}

func start(f rules.Finding, workload loader.Ref) *Incident {
	category, _, _ := strings.Cut(f.Rule, "/")
	name := workload.Path()
	if workload.Kind == "Node" {
		name = "node " + workload.Name
	}
	return &Incident{
		Rule: f.Rule, Category: category, Severity: f.Severity, Confidence: f.Confidence,
		Title: name + ": " + f.Title, Cause: f.Cause, Trigger: f.Trigger, Culprit: f.Culprit,
		FirstSeen: f.First, LastSeen: f.Last, Evidence: slices.Clone(f.Evidence), RuledOut: f.RuledOut, Unknown: f.Unknown, Next: f.Next,
	}
}

func join(in *Incident, f rules.Finding) {
	if len(in.Evidence) < 12 {
		in.Evidence = append(in.Evidence, f.Evidence...)
	}
	if !f.First.IsZero() && (in.FirstSeen.IsZero() || f.First.Before(in.FirstSeen)) {
		in.FirstSeen = f.First
	}
	if f.Last.After(in.LastSeen) {
		in.LastSeen = f.Last
	}
}

var severityRank = map[rules.Severity]int{rules.Error: 0, rules.Warning: 1, rules.Info: 2}

func rank(list []*Incident) {
	slices.SortStableFunc(list, func(a, b *Incident) int {
		return cmp.Or(cmp.Compare(severityRank[a.Severity], severityRank[b.Severity]), cmp.Compare(len(b.Affected), len(a.Affected)))
	})
}
