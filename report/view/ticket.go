package view

import "github.com/podtriage/podtriage/analyzer/incident"

// Ticket is how one format draws a report that has a size limit: what stands before the causes, each cause, what stands
// after them.
type Ticket struct {
	Head, Tail func(Measure) string
	Cause      func(*incident.Incident) Section
	Short      func(in *incident.Incident, first bool) string // a cause in a line or two; the first one has a heading
	Aside      func(string) string                            // a remark of our own
}

// Measure is how much of each list the head and the tail hold.
type Measure struct {
	Rows     int // causes in the table
	Unknowns int // groups of unexplained Pods in the table, and things that are missing
	Asks     int // requests
}

// measures are tried from the widest to the narrowest.
var measures = []Measure{{20, 8, MaxAsks}, {10, 4, 4}, {4, 2, 2}, {0, 0, 0}}

// Limits of a ticket: it is read by people. The whole is in the other reports.
const (
	causesInFull = 8 // of more causes than this, and a few, the rest is in short
	fewMore      = 3
)

// Ticket draws the report within the budget of bytes.
func (v *View) Ticket(t Ticket, budget int) string {
	head, tail := widest(t.Head, budget/2), widest(t.Tail, budget/4)
	var sections []Section
	size := 0
	for i := range v.Incidents {
		in := &v.Incidents[i]
		if i < causesInFull || len(v.Incidents) <= causesInFull+fewMore {
			sections = append(sections, t.Cause(in))
			continue
		}
		s := Section{ID: in.ID}
		if size <= budget { // what comes after cannot fit
			s.Core = t.Short(in, i == causesInFull)
		}
		size += len(s.Core)
		sections = append(sections, s)
	}
	return fit(head, tail, sections, budget, func(o omitted) string {
		if s := o.words(); s != "" {
			return t.Aside(s)
		}
		return ""
	})
}

// widest draws as much as fits the room.
func widest(draw func(Measure) string, room int) string {
	out := ""
	for _, m := range measures {
		if out = draw(m); len(out) <= room {
			return out
		}
	}
	return out
}

// CannotShow says in a line each what the dump lacks and which parts of it could not be used. What is too much is counted.
func (v *View) CannotShow(m Measure) []string {
	var out []string
	for i, lack := range v.Missing {
		if i == m.Unknowns {
			out = append(out, Count(len(v.Missing)-i, "more gap")+" in the full report")
			break
		}
		out = append(out, Lack(lack))
	}
	troubles := v.Troubles()
	for i, line := range troubles {
		if i == m.Unknowns {
			out = append(out, Count(len(troubles)-i, "more problem")+" in the full report")
			break
		}
		out = append(out, "could not be used: "+line)
	}
	return out
}
