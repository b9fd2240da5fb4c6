package view

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
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
		return "unknown: nothing in the dump tells a time, so no age can be given."
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
	nodes := "nodes are not in the dump"
	if n, found := v.Coverage.Objects["Node"]; found {
		nodes = Count(n, "node")
	}
	if k := v.Coverage.Kubelets; len(k) > 0 {
		nodes += ", kubelet " + k[0]
		if len(k) > 1 {
			nodes += " to " + k[len(k)-1]
		}
	}
	return strings.Join([]string{nodes, Count(len(v.Coverage.Namespaces), "namespace"), Count(v.Summary.Pods, "pod")}, "; ")
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
	return Number(n) + ", all last seen at or after " + v.Clock(v.Capture.EventsSince)
}

// workloads are the kinds that Checked counts together.
var workloads = []string{"Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob"}

// Checked says what was looked at, so that silence about the rest is not taken for health.
func (v *View) Checked() string {
	parts := []string{Count(v.Summary.Pods, "pod")}
	n := 0
	for _, kind := range workloads {
		n += v.Coverage.Objects[kind]
	}
	if n > 0 {
		parts = append(parts, Count(n, "workload"))
	}
	for _, kind := range []string{"Node", "Event"} {
		if n := v.Coverage.Objects[kind]; n > 0 {
			parts = append(parts, Count(n, strings.ToLower(kind)))
		}
	}
	if v.Coverage.Logs > 0 {
		parts = append(parts, Count(v.Coverage.Logs, "container log"))
	}
	problems := Count(len(v.Problems), "problem") + " reading it"
	if what := v.oneProblem(); what != "" {
		problems += ", all of one sort: " + what
	}
	return "Checked: " + strings.Join(parts, ", ") + "; " + problems + "."
}

// oneProblem is the message of all problems where there are several and all say the same, or "".
func (v *View) oneProblem() string {
	for _, p := range v.Problems {
		if p.Message != v.Problems[0].Message {
			return ""
		}
	}
	if len(v.Problems) < 2 {
		return ""
	}
	return v.Problems[0].Message
}

// Redacted says what was taken out of the report.
func (v *View) Redacted() string { return Redacted(v.Redaction) }

// Redacted says in words what was taken out.
func Redacted(r analyzer.Redaction) string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(r.Replaced)) {
		if n := r.Replaced[kind]; n > 0 {
			parts = append(parts, Number(n)+" "+kind)
		}
	}
	out := "Redaction: " + cmp.Or(r.Mode, "off")
	switch {
	case r.Mode == "strict" && len(parts) == 0:
		return out + " (names are pseudonyms; no secret to replace). No list of patterns is complete: read it before you share it."
	case len(parts) > 0:
		return out + " (replaced: " + strings.Join(parts, ", ") + "). No list of patterns is complete: read it before you share it."
	case r.Mode == "off" || r.Mode == "":
		return out + ". It may hold secrets: read it before you share it."
	}
	return out + " (nothing to replace). No list of patterns is complete: read it before you share it."
}

// HiddenLine says what was left out on request, and which request to leave something out has expired, or "".
func (v *View) HiddenLine() string {
	var parts, expired []string
	for _, h := range v.Hidden {
		if what := HiddenBy(h, "cause"); what != "" {
			parts = append(parts, what+" by "+h.By)
		} else {
			expired = append(expired, h.By)
		}
	}
	var lines []string
	if len(parts) > 0 {
		lines = append(lines, "Hidden on request: "+strings.Join(parts, ", ")+".")
	}
	if len(expired) > 0 {
		lines = append(lines, "No longer hidden: "+strings.Join(expired, ", ")+".")
	}
	return strings.Join(lines, " ")
}

// HiddenBy counts what one request leaves out, or is "" where it leaves out nothing; noun is what incidents are called.
func HiddenBy(h analyzer.Hidden, noun string) string {
	var parts []string
	if h.Incidents > 0 {
		parts = append(parts, Count(h.Incidents, noun))
	}
	if h.Unexplained > 0 {
		parts = append(parts, Count(h.Unexplained, "pod")+" without a cause")
	}
	return strings.Join(parts, " and ")
}

// FocusLine says what explains the object of the complaint, or "" where none was named.
func (v *View) FocusLine() string {
	switch f := v.Focus; {
	case f == nil:
		return ""
	case len(f.Incidents) == 0:
		return "Focus " + f.Asked + ": no cause in this dump explains it."
	case len(f.Incidents) == 1:
		return "Focus " + f.Asked + ": cause " + f.Incidents[0] + " explains it."
	default:
		return "Focus " + f.Asked + ": causes " + strings.Join(f.Incidents, ", ") + " touch it."
	}
}

// Troubles says each part of the dump that could not be used in a line. Files of one folder with the same problem share one.
func (v *View) Troubles() []string {
	type group struct {
		folder, message string
		loses           bool
	}
	key := func(p loader.Problem) group {
		folder, _ := path.Split(p.File)
		return group{folder, p.Message, p.Loses}
	}
	n := map[group]int{}
	for _, p := range v.Problems {
		n[key(p)]++
	}
	var out []string
	for _, p := range v.Problems {
		k := key(p)
		switch {
		case n[k] == 1:
			out = append(out, Trouble(p))
		case n[k] > 1:
			out = append(out, fmt.Sprintf("%s, and %d more in %s", Trouble(p), n[k]-1, cmp.Or(k.folder, "the same folder")))
			n[k] = 0
		}
	}
	return out
}

// Trouble is a part of the dump that could not be used, in one line.
func Trouble(p loader.Problem) string {
	if p.File == "" {
		return p.Message
	}
	return loader.Position{File: p.File, Line: p.Line}.String() + ": " + p.Message
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
		return v.Unexplained[0].Object.Path()
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

// URI writes a file of the dump as a relative URI.
func URI(file string) string { return (&url.URL{Path: strings.ReplaceAll(file, `\`, "/")}).String() }

// HealthyOwners lists workloads of which no Pod is unhealthy and one at least serves or has finished, as namespace/name, in the Pods' order.
func (v *View) HealthyOwners() []string {
	sick, seen := map[string]bool{}, map[string]bool{}
	var out []string
	for i := range v.Pods {
		if p := &v.Pods[i]; !p.Healthy || p.Incident != "" {
			sick[ownerPath(p)] = true
		}
	}
	for i := range v.Pods {
		p := &v.Pods[i]
		if o := ownerPath(p); !sick[o] && !seen[o] && !unready(p) && !deleting(p) && !record(p) {
			seen[o] = true
			out = append(out, o)
		}
	}
	return out
}
