package analyzer

import (
	"slices"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// Hygiene is one thing that is not good practice and breaks nothing by itself, with all that have it. It is told on request only and
// takes no part in incidents, counts and exit statuses.
type Hygiene struct {
	Rule     string           `json:"rule"`
	Title    string           `json:"title"`
	Objects  []loader.Ref     `json:"objects"`
	Evidence []rules.Evidence `json:"evidence"` // of the first few objects
}

// proofs is how many pieces of evidence one Hygiene carries: alike ones of more objects add nothing.
const proofs = 8

func hygiene(c *rules.Context) ([]Hygiene, []loader.Problem) {
	found, problems := rules.Run(c, rules.Hygiene())
	var out []Hygiene
	for _, r := range rules.Hygiene() {
		h := Hygiene{Rule: r.ID, Title: r.Title}
		for _, f := range found {
			if f.Rule != r.ID {
				continue
			}
			if !slices.Contains(h.Objects, f.Subject) {
				h.Objects = append(h.Objects, f.Subject)
			}
			h.Evidence = append(h.Evidence, f.Evidence[:min(len(f.Evidence), proofs-len(h.Evidence))]...)
		}
		if len(h.Objects) > 0 {
			out = append(out, h)
		}
	}
	return out, problems
}
