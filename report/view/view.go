// Package view says what every report says in the same words: the headline, the rows of the table of causes, the requests
// to the customer, times and counts. In goes a Diagnosis, out come sentences and rows that a writer only has to draw.
package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

// View is a Diagnosis with its Pods sorted by what explains them.
type View struct {
	*analyzer.Diagnosis
	Links    Links
	Program  string                    // how the reader calls the program, in commands
	pods     map[string][]analyzer.Pod // by incident; in the Diagnosis' order
	byObject map[loader.Ref]*timeline.Timeline
}

// New sorts the Pods of the Diagnosis.
func New(d *analyzer.Diagnosis) *View {
	v := &View{Diagnosis: d, Program: "podtriage", pods: map[string][]analyzer.Pod{}}
	for _, p := range d.Pods {
		if p.Incident != "" {
			v.pods[p.Incident] = append(v.pods[p.Incident], p)
		}
	}
	return v
}

// PodsOf returns the Pods that stand in the incident.
func (v *View) PodsOf(in *incident.Incident) []analyzer.Pod { return v.pods[in.ID] }

// Size is what the incident touches, such as "4 pods" or "1 node"; Pods that only Events still know count.
func (v *View) Size(in *incident.Incident) string {
	kinds := map[string]int{}
	for _, r := range in.Affected {
		kinds[r.Kind]++
	}
	for _, kind := range []string{"Pod", "Node"} {
		if n := kinds[kind]; n > 0 {
			return Count(n, strings.ToLower(kind))
		}
	}
	for kind := range kinds {
		if slices.Contains(workloads, kind) || kind == "ReplicaSet" {
			return Count(len(in.Affected), "workload")
		}
	}
	return Count(len(in.Affected), "object")
}

// Statuses is what kubectl shows for the incident's Pods, most frequent first, such as "Terminating 2, Running 4".
func Statuses(pods []analyzer.Pod) string {
	n := map[string]int{}
	var order []string
	for _, p := range pods {
		if n[p.Status] == 0 {
			order = append(order, p.Status)
		}
		n[p.Status]++
	}
	if len(order) == 1 {
		return order[0]
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Or(cmp.Compare(n[b], n[a]), cmp.Compare(a, b)) })
	for i, s := range order {
		order[i] = s + " " + strconv.Itoa(n[s])
	}
	return strings.Join(order, ", ")
}

// Count writes a number with its noun: "1 pod", "1,847 events".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	switch {
	case strings.HasSuffix(noun, "ss"), strings.HasSuffix(noun, "x"):
		noun += "es"
	case strings.HasSuffix(noun, "y"):
		noun = strings.TrimSuffix(noun, "y") + "ies"
	default:
		noun += "s"
	}
	return Number(n) + " " + noun
}

// Number groups thousands by a comma.
func Number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Bytes writes a size as people say it, such as "12.4 MB".
func Bytes(n int64) string {
	size, unit := float64(n), "B"
	for _, next := range []string{"kB", "MB", "GB", "TB"} {
		if size < 999.95 {
			break
		}
		size, unit = size/1000, next
	}
	if unit == "B" {
		return strconv.FormatInt(n, 10) + " B"
	}
	return strconv.FormatFloat(size, 'f', 1, 64) + " " + unit
}

// Clock writes a time of the dump's own day as 09:14:33Z and of any other day with its date. Zero is "".
func (v *View) Clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	if t = t.UTC(); sameDay(t, v.Capture.Time) {
		return t.Format("15:04:05Z")
	}
	return t.Format("2006-01-02 15:04:05Z")
}

// Since is Clock for a narrow column: of another day it drops year and seconds.
func (v *View) Since(t time.Time) string {
	switch t = t.UTC(); {
	case t.IsZero():
		return "unknown"
	case sameDay(t, v.Capture.Time):
		return t.Format("15:04:05Z")
	case v.Capture.Time.Sub(t) > 300*24*time.Hour:
		return t.Format("2006-01-02")
	}
	return t.Format("01-02 15:04Z")
}

// Span writes a moment, or a span as "09:15:54Z to 10:00:41Z".
func (v *View) Span(at, until time.Time) string {
	if until.IsZero() || !until.After(at) {
		return v.Clock(at)
	}
	return v.Clock(at) + " to " + v.Clock(until)
}

func sameDay(a, b time.Time) bool { return a.Format(time.DateOnly) == b.UTC().Format(time.DateOnly) }

// Label is the severity of an incident, or "unknown" where a writer has no incident to show.
func Label(s rules.Severity) string {
	switch s {
	case rules.Error, rules.Warning, rules.Info:
		return string(s)
	}
	return "unknown"
}
