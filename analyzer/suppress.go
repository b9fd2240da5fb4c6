package analyzer

import (
	"time"

	"github.com/podtriage/podtriage/analyzer/incident"
)

// Ignore hides incidents that somebody has decided to live with: a line of a baseline file.
type Ignore struct {
	Match  string    `json:"match"`           // see MatchRule
	Reason string    `json:"reason"`          // why one can live with it
	Until  time.Time `json:"until,omitempty"` // from this time on, by the dump's clock, it no longer hides
}

// Ignoring returns the Diagnosis without what the baseline hides. A line whose end has passed hides nothing and is reported
// as expired, so that a forgotten baseline does not hide for ever.
func (d *Diagnosis) Ignoring(baseline []Ignore) *Diagnosis {
	out := d
	for _, g := range baseline {
		by := "baseline " + g.Match + " (" + g.Reason + ")"
		if !g.Until.IsZero() && !d.Capture.Time.Before(g.Until) {
			next := *out
			next.Hidden = append(next.Hidden[:len(next.Hidden):len(next.Hidden)],
				Hidden{By: by + ", expired " + g.Until.UTC().Format(time.DateOnly)})
			out = &next
			continue
		}
		out = out.Without(by, func(i incident.Incident) bool { return MatchRule(g.Match, i) })
	}
	return out
}
