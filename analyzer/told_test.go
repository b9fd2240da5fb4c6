package analyzer

import (
	"os"
	"path/filepath"
	"testing"
)

// failedJob is a Job of which only Events tell, whose Pod is gone; the Pod of another owner is gone as well.
const failedJob = `{"kind":"List","apiVersion":"v1","items":[
{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x","namespace":"jobs","uid":"u1","creationTimestamp":"2026-03-02T08:30:00Z"},
	"spec":{"nodeName":"n1","containers":[{"name":"app","image":"app:1"}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}},
{"kind":"Job","apiVersion":"batch/v1","metadata":{"name":"seed","namespace":"jobs","uid":"j"},"status":{"failed":3,
	"conditions":[{"type":"Failed","status":"True","reason":"BackoffLimitExceeded","message":"Job has reached the specified backoff limit"}]}},
{"kind":"Event","apiVersion":"v1","metadata":{"name":"a","namespace":"jobs"},"involvedObject":{"kind":"Job","namespace":"jobs","name":"seed","uid":"j"},
	"type":"Warning","reason":"BackoffLimitExceeded","message":"Job has reached the specified backoff limit","lastTimestamp":"2026-03-02T09:00:00Z","count":1},
{"kind":"Event","apiVersion":"v1","metadata":{"name":"b","namespace":"jobs"},"involvedObject":{"kind":"Pod","namespace":"jobs","name":"seed-7dzqm"},
	"type":"Warning","reason":"BackOff","message":"Back-off restarting failed container","lastTimestamp":"2026-03-02T08:59:00Z","count":3},
{"kind":"Event","apiVersion":"v1","metadata":{"name":"c","namespace":"jobs"},"involvedObject":{"kind":"Pod","namespace":"jobs","name":"other-7dzqm"},
	"type":"Warning","reason":"BackOff","message":"Back-off restarting failed container","lastTimestamp":"2026-03-02T08:59:00Z","count":3}]}`

func TestNotSetAsideWhatAnIncidentTells(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "all.json"), []byte(failedJob), 0o644); err != nil {
		t.Fatal(err)
	}
	d := diagnose(t, dir)
	if len(d.Incidents) != 1 || d.Incidents[0].Culprit.Kind != "Job" {
		t.Fatalf("incidents %+v, want one about the Job", d.Incidents)
	}
	if len(d.SetAside) != 1 || d.SetAside[0].Object.Name != "other-7dzqm" {
		t.Errorf("set aside %+v, want the Pod of another owner alone", d.SetAside)
	}
}

// slowMount is a Pod that mounted late and is well now: the cause that says so quotes the Event.
const slowMount = `{"kind":"List","apiVersion":"v1","items":[
{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x","namespace":"data","uid":"u1","creationTimestamp":"2026-03-02T08:00:00Z"},
	"spec":{"nodeName":"n1","securityContext":{"fsGroup":1000},"volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"data"}}],
		"containers":[{"name":"app","image":"app:1","volumeMounts":[{"name":"data","mountPath":"/data"}]}]},
	"status":{"phase":"Running","startTime":"2026-03-02T08:00:00Z","conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-03-02T08:40:00Z"}],
		"containerStatuses":[{"name":"app","ready":true,"state":{"running":{"startedAt":"2026-03-02T08:39:00Z"}}}]}},
{"kind":"Event","apiVersion":"v1","metadata":{"name":"a","namespace":"data"},"involvedObject":{"kind":"Pod","namespace":"data","name":"x","uid":"u1"},
	"type":"Warning","reason":"FailedMount","count":11,"firstTimestamp":"2026-03-02T08:02:00Z","lastTimestamp":"2026-03-02T08:35:00Z",
	"message":"Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[data]: timed out waiting for the condition"}]}`

func TestNotSetAsideWhatAnIncidentQuotes(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "all.json"), []byte(slowMount), 0o644); err != nil {
		t.Fatal(err)
	}
	d := diagnose(t, dir)
	if len(d.Incidents) != 1 || len(d.SetAside) != 0 {
		t.Errorf("incidents %+v, set aside %+v; want one that quotes the Event, and nothing", d.Incidents, d.SetAside)
	}
}
