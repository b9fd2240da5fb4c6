package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// layouts says a producer's name as people do.
var layouts = map[string]string{
	"cluster-info-dump": "kubectl cluster-info dump",
}

// Origin says what kind of dump it is, its form and its size.
func (v *View) Origin() []string {
	var out []string
	for _, l := range v.Source.Layouts {
		out = append(out, cmp.Or(layouts[l], l))
	}
	if v.Source.Files > 0 {
		out = append(out, Count(v.Source.Files, "file"))
	}
	if v.Source.Bytes > 0 {
		out = append(out, Bytes(v.Source.Bytes))
	}
	return out
}

// DumpTime says as of when everything is told, and how that is known.
func (v *View) DumpTime() string {
	c := v.Capture
	if c.Time.IsZero() {
		return "unknown: nothing in the dump tells a time, so no age can be given"
	}
	at := c.Time.UTC().Format("2006-01-02 15:04:05Z")
	if !c.Earliest.IsZero() && c.Earliest.Before(c.Time) {
		at = c.Earliest.UTC().Format("2006-01-02 15:04:05Z") + " to " + v.Clock(c.Time)
	}
	if c.Basis != "" {
		at += " (" + c.Basis + ")"
	}
	return at + ". All times are UTC."
}

// Cluster counts what the dump holds. A kind that was not collected is said, never counted as 0.
func (v *View) Cluster() string {
	parts := []string{"Nodes are not in the dump"}
	if n, found := v.Coverage.Objects["Node"]; found {
		parts[0] = Count(n, "node")
	}
	return strings.Join(append(parts, Count(len(v.Coverage.Namespaces), "namespace"), Count(v.Summary.Pods, "pod")), ", ")
}

// EventWindow counts Events and says how far back they go.
func (v *View) EventWindow() string {
	n, found := v.Coverage.Objects["Event"]
	switch {
	case !found:
		return "not in the dump"
	case n == 0:
		return "none"
	case v.Capture.EventsSince.IsZero():
		return Number(n)
	}
	return Number(n) + ", none older than " + v.Clock(v.Capture.EventsSince)
}

// Checked says what was looked at.
func (v *View) Checked() string {
	var parts []string
	for _, kind := range slices.Sorted(maps(v.Coverage.Objects)) {
		if n := v.Coverage.Objects[kind]; n > 0 {
			parts = append(parts, Number(n)+" "+kind)
		}
	}
	if len(parts) == 0 {
		return "Checked: nothing."
	}
	return "Checked: " + strings.Join(parts, ", ") + "."
}

func maps(m map[string]int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// Missing is something that the dump cannot show, why, and the command that collects it.
type Missing struct {
	What, Why, Command string
}

// CannotShow lists what the dump cannot show.
func (v *View) CannotShow() []Missing {
	var out []Missing
	if t := v.Capture.EventsSince; !t.IsZero() {
		out = append(out, Missing{What: "events before " + v.Clock(t), Why: "expired: by default the API server drops an event 1 h after its last update"})
	}
	for _, kind := range v.Coverage.NotCollected {
		out = append(out, Missing{What: kind, Why: "not in the dump"})
	}
	return out
}

// Place is where evidence stands, as "podtriage cat" takes it.
func Place(e rules.Evidence) string {
	if e.Line == 0 {
		return e.File
	}
	return fmt.Sprintf("%s:%d", e.File, e.Line)
}

// Subject is what evidence is about: object and field.
func Subject(e rules.Evidence) string { return strings.TrimSpace(e.Object + " " + e.Field) }

// When says the time of evidence and how often it was seen.
func (v *View) When(e rules.Evidence) string {
	out := v.Span(e.At, e.Until)
	if e.Count > 1 {
		out = strings.TrimPrefix(out+fmt.Sprintf(", x%d", e.Count), ", ")
	}
	return out
}

// Window says when the incident was seen first and last.
func (v *View) Window(in *incident.Incident) string {
	if in.FirstSeen.IsZero() {
		return ""
	}
	return v.Span(in.FirstSeen, in.LastSeen)
}

// Seen says what kubectl shows of a Pod.
func (v *View) Seen(p analyzer.Pod) string {
	return fmt.Sprintf("%s, %s ready, %s restarts, age %s", cmp.Or(p.Status, p.Phase, "no status"), cmp.Or(p.Ready, "?"), cmp.Or(p.Restarts, "?"), cmp.Or(p.Age, "unknown"))
}

// Trouble is a part of the dump that could not be used, in one line.
func Trouble(p loader.Problem) string {
	switch {
	case p.File == "":
		return p.Message
	case p.Line == 0:
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// FirstPod is the Pod to look at first, as namespace/name, or "".
func (v *View) FirstPod() string {
	for i := range v.Incidents {
		for _, r := range v.Incidents[i].Affected {
			if r.Kind == "Pod" {
				return r.Path()
			}
		}
	}
	if len(v.Unexplained) > 0 {
		return v.Unexplained[0].Namespace + "/" + v.Unexplained[0].Name
	}
	return ""
}

// Shell joins words to arguments of a shell command.
func Shell(words []string) string {
	var out []string
	for _, w := range words {
		if w == "" || strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+=,-") != "" {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}
