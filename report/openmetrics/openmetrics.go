// Package openmetrics writes counts of the report in the OpenMetrics text format, for a textfile collector. In goes a View,
// out come gauges by rule and severity; no Pod's name becomes a label.
package openmetrics

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/report/view"
)

type key struct{ rule, severity, confidence string }

// Write writes the metrics.
func Write(w io.Writer, v *view.View) error {
	b := bufio.NewWriter(w)
	gauge(b, "podtriage_pods", "Pods in the dump by what is known of them.")
	s := v.Summary
	well, starting, deleted, ended := v.Standing()
	for _, p := range []struct {
		state string
		n     int
	}{{"healthy", well}, {"starting", starting}, {"deleting", deleted}, {"ended", ended},
		{"explained", s.Explained}, {"unexplained", s.Unexplained}} {
		fmt.Fprintf(b, "podtriage_pods{state=%s} %d\n", quote(p.state), p.n)
	}
	causes, pods := map[key]int{}, map[key]int{}
	for i := range v.Incidents {
		in := &v.Incidents[i]
		k := key{in.Rule, string(in.Severity), string(in.Confidence)}
		causes[k]++
		pods[k] += len(v.PodsOf(in))
	}
	table(b, "podtriage_causes", "Causes by rule.", causes)
	table(b, "podtriage_cause_pods", "Pods of the dump that stand in a cause, by rule.", pods)
	gauge(b, "podtriage_problems", "Parts of the dump that could not be used.")
	fmt.Fprintf(b, "podtriage_problems %d\n", len(v.Problems))
	if !v.Capture.Time.IsZero() {
		gauge(b, "podtriage_dump_timestamp_seconds", "When the dump was taken.")
		fmt.Fprintf(b, "podtriage_dump_timestamp_seconds %d\n", v.Capture.Time.Unix())
	}
	fmt.Fprintln(b, "# EOF")
	return b.Flush()
}

func gauge(w io.Writer, name, help string) {
	fmt.Fprintf(w, "# TYPE %s gauge\n# HELP %s %s\n", name, name, help)
}

func table(w io.Writer, name, help string, counts map[key]int) {
	gauge(w, name, help)
	for _, k := range slices.SortedFunc(maps.Keys(counts), func(a, b key) int {
		return cmp.Or(strings.Compare(a.rule, b.rule), strings.Compare(a.severity, b.severity), strings.Compare(a.confidence, b.confidence))
	}) {
		fmt.Fprintf(w, "%s{rule=%s,severity=%s,confidence=%s} %d\n", name, quote(k.rule), quote(k.severity), quote(k.confidence), counts[k])
	}
}

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func quote(s string) string { return `"` + escaper.Replace(s) + `"` }
