package view

import (
	"testing"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
)

// TestHeadlineOfError holds that no headline calls all well where an error is about a Pod, however that Pod is counted.
func TestHeadlineOfError(t *testing.T) {
	pods := []analyzer.Pod{{Namespace: "a", Name: "x", Healthy: true, Incident: "1"}, {Namespace: "a", Name: "y", Healthy: true}}
	for _, tt := range []struct {
		severity rules.Severity
		pods     []analyzer.Pod
		want     string
	}{
		{rules.Error, pods[:1], "The only pod in the dump is hit by an error: 1 cause of trouble was found."},
		{rules.Error, pods, "1 of 2 pods is hit by an error: 1 cause of trouble was found."},
		{rules.Warning, pods, "Both pods in the dump are healthy at the dump time, but 1 cause of trouble was found."},
		{rules.Info, pods, "Both pods in the dump are healthy at the dump time."},
	} {
		d := &analyzer.Diagnosis{Pods: tt.pods, Summary: analyzer.Summary{Pods: len(tt.pods)}}
		d.Incidents = []incident.Incident{{ID: "1", Severity: tt.severity}}
		if got := New(d).Headline(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.severity, got, tt.want)
		}
	}
}
