package view

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// TestHeadlineOfInformation: a cause for information only that explains Pods is counted once.
func TestHeadlineOfInformation(t *testing.T) {
	d := &analyzer.Diagnosis{Pods: []analyzer.Pod{{Name: "x", Incident: "1"}, {Name: "y", Incident: "1"}},
		Summary: analyzer.Summary{Pods: 2, Unhealthy: 2, Explained: 2}}
	d.Incidents = []incident.Incident{{ID: "1", Severity: rules.Info}}
	want := "2 of 2 pods are unhealthy. 1 cause explains both of them."
	if got := New(d).Headline(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	d.Incidents = append(d.Incidents, incident.Incident{ID: "2", Severity: rules.Info})
	want += " 1 more is for information only."
	if got := New(d).Headline(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAsides: what is said of several objects in the same words is said once.
func TestAsides(t *testing.T) {
	d := &analyzer.Diagnosis{}
	for i, name := range []string{"a", "b", "c", "d"} {
		d.SetAside = append(d.SetAside, analyzer.SetAside{Object: loader.Ref{Kind: "Pod", Namespace: "shop", Name: name},
			Text: "FailedScheduling: 0/2 nodes are available", Reason: "the Pod is healthy", Count: i})
	}
	d.SetAside = append(d.SetAside, analyzer.SetAside{Object: loader.Ref{Kind: "Pod", Namespace: "shop", Name: "a"}, Text: "other"})
	var got []string
	for _, a := range New(d).Asides() {
		got = append(got, fmt.Sprintf("%s: %s, x%d", a.Who(), a.Text, a.Count))
	}
	want := []string{"4 Pods (shop/a, shop/b, shop/c and 1 more): FailedScheduling: 0/2 nodes are available, x7", "shop/a: other, x0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

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

// TestHeadlineOfStanding holds that Pods which are being deleted, or are records of failed ones, are not called healthy.
func TestHeadlineOfStanding(t *testing.T) {
	well := analyzer.Pod{Phase: "Running", Status: "Running", Ready: "1/1", Healthy: true}
	gone := analyzer.Pod{Phase: "Pending", Status: "Terminating", Ready: "0/1", Healthy: true}
	record := analyzer.Pod{Phase: "Failed", Status: "UnexpectedAdmissionError", Ready: "0/1", Healthy: true}
	for _, tt := range []struct {
		pods   []analyzer.Pod
		causes int
		want   string
	}{
		{[]analyzer.Pod{gone}, 0, "The only pod in the dump is being deleted."},
		{[]analyzer.Pod{record}, 1, "The only pod in the dump is the record of a pod that failed and is no longer needed. 1 cause of trouble was found."},
		{[]analyzer.Pod{gone, record}, 0, "No pod in the dump is unhealthy, and none serves: 1 is being deleted, 1 is the record of a pod that failed and " +
			"is no longer needed."},
		{[]analyzer.Pod{well, record, record, record}, 0, "1 of 4 pods is healthy at the dump time, 3 are records of pods that failed and are no longer needed."},
		{[]analyzer.Pod{well, well, gone}, 0, "2 of 3 pods are healthy at the dump time, 1 is being deleted."},
	} {
		d := &analyzer.Diagnosis{Pods: tt.pods, Summary: analyzer.Summary{Pods: len(tt.pods)}}
		for range tt.causes {
			d.Incidents = append(d.Incidents, incident.Incident{Severity: rules.Warning})
		}
		if got := New(d).Headline(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
