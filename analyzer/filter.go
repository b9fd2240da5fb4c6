package analyzer

import (
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

// Hidden counts what was left out on request, so that a short report is not taken for a healthy cluster.
type Hidden struct {
	By          string `json:"by"` // what asked for it, such as --ignore oom
	Incidents   int    `json:"incidents"`
	Unexplained int    `json:"unexplained,omitempty"` // Pods without a cause
}

// AtLeast reports whether the severity is as bad as the limit or worse.
func AtLeast(s, limit rules.Severity) bool { return s.Rank() >= limit.Rank() }

// InNamespaces returns the Diagnosis of what touches the namespaces: their Pods, timelines and the incidents that affect
// them, whose cause may lie elsewhere. The summary counts their Pods.
func (d *Diagnosis) InNamespaces(list []string) *Diagnosis {
	in := func(r loader.Ref) bool { return slices.Contains(list, r.Namespace) }
	out := *d
	out.Incidents = keep(d.Incidents, func(i incident.Incident) bool {
		return in(i.Culprit.Ref) || slices.ContainsFunc(i.Affected, in)
	})
	out.Pods = keep(d.Pods, func(p Pod) bool { return slices.Contains(list, p.Namespace) })
	out.Unexplained = keep(d.Unexplained, func(u Unexplained) bool { return in(u.Object) })
	out.SetAside = keep(d.SetAside, func(a SetAside) bool { return in(a.Object) })
	out.Hygiene = hygieneIn(d.Hygiene, in)
	out.Timelines = keep(d.Timelines, func(t timeline.Timeline) bool { return in(t.Object) })
	out.Summary = summarize(out.Pods)
	return &out
}

// hygieneIn keeps what is about an object that in accepts. Evidence of others goes with them.
func hygieneIn(list []Hygiene, in func(loader.Ref) bool) []Hygiene {
	var out []Hygiene
	for _, h := range list {
		h.Objects = keep(h.Objects, in)
		names := map[string]bool{}
		for _, r := range h.Objects {
			names[r.Namespace] = true
		}
		h.Evidence = keep(h.Evidence, func(e rules.Evidence) bool {
			_, path, _ := strings.Cut(e.Object, " ")
			ns, _, namespaced := strings.Cut(path, "/")
			return !namespaced || names[ns]
		})
		if len(h.Objects) > 0 {
			out = append(out, h)
		}
	}
	return out
}

// Without returns the Diagnosis without the incidents that hide selects, which are counted as hidden by the reason.
func (d *Diagnosis) Without(by string, hide func(incident.Incident) bool) *Diagnosis {
	out := *d
	out.Incidents = keep(d.Incidents, func(i incident.Incident) bool { return !hide(i) })
	if n := len(d.Incidents) - len(out.Incidents); n > 0 {
		out.Hidden = append(slices.Clip(d.Hidden), Hidden{By: by, Incidents: n})
	}
	return &out
}

// Only returns the Diagnosis of the incidents that want selects. The others, and the Pods without a cause, are counted as hidden by
// the reason.
func (d *Diagnosis) Only(by string, want func(incident.Incident) bool) *Diagnosis {
	out := *d
	out.Incidents, out.Unexplained = keep(d.Incidents, want), []Unexplained{}
	if h := (Hidden{by, len(d.Incidents) - len(out.Incidents), len(d.Unexplained)}); h.Incidents+h.Unexplained > 0 {
		out.Hidden = append(slices.Clip(d.Hidden), h)
	}
	return &out
}

// MatchRule reports whether the incident is one that the pattern names: a category (oom), a rule (oom/container-limit), either
// one followed by @ and a namespace or namespace/name of the culprit or of all that is affected.
func MatchRule(pattern string, i incident.Incident) bool {
	rule, place, placed := strings.Cut(pattern, "@")
	if rule != i.Rule && rule != i.Category {
		return false
	}
	at := func(r loader.Ref) bool { return r.Namespace == place || r.Path() == place }
	return !placed || at(i.Culprit.Ref) || len(i.Affected) > 0 && !slices.ContainsFunc(i.Affected, func(r loader.Ref) bool { return !at(r) })
}

func keep[T any](list []T, want func(T) bool) []T {
	out := make([]T, 0, len(list))
	for _, v := range list {
		if want(v) {
			out = append(out, v)
		}
	}
	return out
}
