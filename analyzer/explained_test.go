package analyzer

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// lost is a Pod that failed, nobody knows why, and whose owner is gone: worth knowing, and no reason.
var lost = map[string]string{
	"replicasets.json": `{"kind":"ReplicaSetList","apiVersion":"apps/v1","items":[{"metadata":{"name":"api","namespace":"shop","uid":"r2","creationTimestamp":"2026-03-02T10:00:00Z"}}]}`,
	"pods.json": `{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"web-5d4-x2k4q","namespace":"shop","creationTimestamp":"2026-03-02T08:30:00Z",
		"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-5d4","uid":"r1","controller":true}]},
		"spec":{"containers":[{"name":"app","image":"app:1"}]},"status":{"phase":"Failed"}}]}`,
}

func TestInfoExplainsNothing(t *testing.T) {
	dir := t.TempDir()
	for name, text := range lost {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := diagnose(t, dir)
	if len(d.Incidents) != 1 || d.Incidents[0].Rule != "other/owner-gone" {
		t.Fatalf("incidents %+v, want other/owner-gone alone", d.Incidents)
	}
	if d.Summary.Unhealthy != 1 || d.Summary.Unexplained != 1 {
		t.Errorf("summary %+v, want one Pod that is not well and not explained", d.Summary)
	}
}

// A Pod between two words of its kubelet: its container runs, and the phase is still that of before.
const between = `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web","namespace":"shop","uid":"u1","creationTimestamp":"2026-03-02T08:30:00Z"},
	"spec":{"nodeName":"n1","containers":[{"name":"app","image":"app:1"}]},"status":{"phase":"Pending",
	"conditions":[{"type":"Ready","status":"False","lastTransitionTime":"2026-03-02T08:30:00Z"}],
	"containerStatuses":[{"name":"app","ready":false,"restartCount":0,"state":{"running":{"startedAt":"2026-03-02T08:40:00Z"}}}]}}`

func TestUnexplainedSaysThatThePhaseIsStale(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pod.json"), []byte(between), 0o644); err != nil {
		t.Fatal(err)
	}
	d := diagnose(t, dir)
	if len(d.Unexplained) != 1 {
		t.Fatalf("unexplained %+v, want the Pod", d.Unexplained)
	}
	want := "what the kubelet was about to write: by the states of its containers the phase is Running, and the Pod still says Pending"
	if !slices.Contains(d.Unexplained[0].Unknown, want) {
		t.Errorf("unknown %q, want %q among them", d.Unexplained[0].Unknown, want)
	}
}
