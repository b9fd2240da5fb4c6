package compare

import (
	"cmp"
	"slices"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// incidents pairs incidents by fingerprint, which is the same for the same fault in another dump. Those that did not change
// stand last.
func incidents(old, now Dump) []Incident {
	before := map[string][]incident.Incident{}
	for _, i := range old.Diagnosis.Incidents {
		before[i.Fingerprint] = append(before[i.Fingerprint], i)
	}
	out := []Incident{}
	for _, i := range now.Diagnosis.Incidents {
		was := before[i.Fingerprint]
		if len(was) == 0 {
			out = append(out, entry(unless(told(old.Snapshot, i), New, OnlyNew), i, 0, len(i.Affected)))
			continue
		}
		before[i.Fingerprint] = was[1:]
		out = append(out, entry(trend(was[0], i), i, len(was[0].Affected), len(i.Affected)))
	}
	failing := failing(now.Diagnosis)
	for _, i := range old.Diagnosis.Incidents {
		if left := before[i.Fingerprint]; len(left) > 0 {
			before[i.Fingerprint] = left[1:]
			if n := countIn(failing, left[0].Affected); n > 0 {
				out = append(out, entry(Changed, left[0], len(left[0].Affected), n))
				continue
			}
			out = append(out, entry(unless(told(now.Snapshot, left[0]), Fixed, OnlyOld), left[0], len(left[0].Affected), 0))
		}
	}
	slices.SortStableFunc(out, func(x, y Incident) int { return cmp.Compare(order(x.What), order(y.What)) })
	return out
}

// failing are the objects, by Key, that an error or a warning names: what another one named before is not fixed.
func failing(d *analyzer.Diagnosis) map[loader.Ref]bool {
	out := map[loader.Ref]bool{}
	for _, i := range d.Incidents {
		for _, r := range i.Affected {
			out[r.Key()] = out[r.Key()] || i.Severity != rules.Info
		}
	}
	return out
}

func countIn(set map[loader.Ref]bool, refs []loader.Ref) (n int) {
	for _, r := range refs {
		if set[r.Key()] {
			n++
		}
	}
	return n
}

// told reports whether the dump would hold an object of the incident, so that it tells whether there was one. Its objects are those
// that it affects. The one at fault counts where it fails itself: a node that lacks what a Pod asks for may have lacked it before.
func told(s *loader.Snapshot, i incident.Incident) bool {
	refs := slices.Clone(i.Affected)
	if len(refs) == 0 || i.Category == "node-lost" {
		refs = append(refs, i.Culprit.Ref)
	}
	return slices.ContainsFunc(refs, func(r loader.Ref) bool { return s.Lookup(r) != loader.NotCollected })
}

// unless is what, or only where the other dump tells nothing of it.
func unless(told bool, what, only What) What {
	if told {
		return what
	}
	return only
}

func entry(what What, i incident.Incident, old, now int) Incident {
	return Incident{what, i.Rule, i.Severity, i.Title, i.Cause, old, now}
}

// trend compares one incident then and now: by severity, then by how much it affects.
func trend(was, is incident.Incident) What {
	switch {
	case was.Severity != is.Severity && analyzer.AtLeast(is.Severity, was.Severity):
		return Worse
	case was.Severity != is.Severity:
		return Better
	case len(is.Affected) > len(was.Affected):
		return Worse
	case len(is.Affected) < len(was.Affected):
		return Better
	}
	return Same
}

func order(w What) int {
	return slices.Index([]What{New, Worse, Better, Changed, Fixed, OnlyNew, OnlyOld, Same}, w)
}
