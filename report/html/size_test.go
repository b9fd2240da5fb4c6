package html_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report"
)

// TestSize holds that a page of 5,000 Pods in trouble by 600 causes stays one that can be attached, and names what it leaves
// out with the commands that show it.
func TestSize(t *testing.T) {
	d := load(t, "acme")
	first, past := d.Incidents[0], d.Timelines[0]
	d.Incidents, d.Pods, d.Timelines = nil, nil, nil
	for i := range 600 {
		in := first
		in.ID, in.Title, in.Affected = fmt.Sprint(i+1), fmt.Sprintf("shop/api-%03d: out of memory at every start", i+1), nil
		for j := range 8 {
			pod := loader.Ref{Kind: "Pod", Namespace: "shop", Name: fmt.Sprintf("api-%03d-6c9f7d5b8-%05d", i, j)}
			in.Affected = append(in.Affected, pod)
			d.Pods = append(d.Pods, analyzer.Pod{Namespace: "shop", Name: pod.Name, Node: fmt.Sprintf("ip-10-0-%d-%d", i%250, j),
				Owner: fmt.Sprintf("Deployment/api-%03d", i),
				Ready: "0/1", Status: "CrashLoopBackOff", Restarts: "12 (4m ago)", Age: "48m", Phase: "Running", Incident: in.ID})
			tl := past
			tl.Object = pod
			d.Timelines = append(d.Timelines, tl)
		}
		d.Incidents = append(d.Incidents, in)
	}
	var b bytes.Buffer
	if err := report.Write(&b, "html", d, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 2_000_000 {
		t.Errorf("the page has %d bytes", b.Len())
	}
	for _, want := range []string{"--only N", "podtriage get pods acme-prod-2026-11-18.tar.gz -o wide",
		"podtriage timeline acme-prod-2026-11-18.tar.gz NAMESPACE/NAME", "podtriage get nodes"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page does not name %q", want)
		}
	}
	for _, in := range d.Incidents {
		if !strings.Contains(b.String(), in.Title) {
			t.Errorf("the page lacks %q", in.Title)
		}
	}
}
