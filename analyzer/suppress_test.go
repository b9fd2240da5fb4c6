package analyzer

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/loader"
)

func TestIgnoring(t *testing.T) {
	now := time.Date(2026, 11, 18, 10, 0, 0, 0, time.UTC)
	d := &Diagnosis{Capture: Capture{Time: now}, Incidents: []incident.Incident{
		{ID: "1", Rule: "oom/container-limit", Category: "oom", Affected: []loader.Ref{{Kind: "Pod", Namespace: "shop", Name: "api-0"}}},
		{ID: "2", Rule: "image-pull/not-found", Category: "image-pull",
			Affected: []loader.Ref{{Kind: "Pod", Namespace: "shop", Name: "web-0"}, {Kind: "Pod", Namespace: "blog", Name: "web-0"}}},
	}}
	for _, tt := range []struct {
		name   string
		ignore Ignore
		kept   []string
		hidden []Hidden
	}{
		{"a rule", Ignore{Match: "oom/container-limit", Reason: "known"}, []string{"2"}, []Hidden{{By: "baseline oom/container-limit (known)", Incidents: 1}}},
		{"a category", Ignore{Match: "image-pull", Reason: "known"}, []string{"1"}, []Hidden{{By: "baseline image-pull (known)", Incidents: 1}}},
		{"another rule", Ignore{Match: "oom/node"}, []string{"1", "2"}, nil},
		{"a namespace", Ignore{Match: "oom@shop", Reason: "r"}, []string{"2"}, []Hidden{{By: "baseline oom@shop (r)", Incidents: 1}}},
		{"only a part of what it broke", Ignore{Match: "image-pull@shop"}, []string{"1", "2"}, nil},
		{"still in force", Ignore{Match: "oom", Reason: "r", Until: now.Add(time.Hour)}, []string{"2"}, []Hidden{{By: "baseline oom (r)", Incidents: 1}}},
		{"expired", Ignore{Match: "oom", Reason: "r", Until: now}, []string{"1", "2"}, []Hidden{{By: "baseline oom (r), expired 2026-11-18", Incidents: 0}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := d.Ignoring([]Ignore{tt.ignore})
			var kept []string
			for _, in := range got.Incidents {
				kept = append(kept, in.ID)
			}
			if diff := cmp.Diff(tt.kept, kept); diff != "" {
				t.Errorf("kept (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.hidden, got.Hidden); diff != "" {
				t.Errorf("hidden (-want +got):\n%s", diff)
			}
		})
	}
}
