package loader

import (
	"strings"
	"testing"
)

// TestLongText: a text that nothing of Kubernetes writes so long is cut, and that is said; nothing is lost by it.
func TestLongText(t *testing.T) {
	long := strings.Repeat("ä", 1<<20)
	s := load(t, save(t, "d.json", []byte(listOf("PodList", podJSON)+`
{"kind":"Event","apiVersion":"v1","metadata":{"name":"e","namespace":"shop"},"involvedObject":{"kind":"Pod","namespace":"shop","name":"web-0"},"message":"`+long+`"}
{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-1","namespace":"shop"},"status":{"conditions":[{"type":"Ready","message":"`+long+
		`"}]}}`)))
	want := strings.Repeat("ä", longestText/2) + "…"
	if len(s.Events) != 1 || s.Events[0].Message != want || len(s.Pods) != 2 || s.Pods[1].Status.Conditions[0].Message != want {
		t.Errorf("%d events, %d pods, or texts that are not cut", len(s.Events), len(s.Pods))
	}
	if len(s.Problems) != 2 || s.Problems[0].Loses || s.Problems[0].Line != 2 {
		t.Errorf("problems %+v", s.Problems)
	}
}
