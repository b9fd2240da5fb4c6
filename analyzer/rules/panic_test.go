package rules_test

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

// TestRulePanics holds that a rule that panics costs its own Findings and is named, and that all others say what they say without it.
func TestRulePanics(t *testing.T) {
	s := load(t, named(t, "oom/container-limit/crash-loop"))
	c := rules.NewContext(s, timeline.Build(s, nil))
	want, _ := rules.Run(c, rules.All())
	if len(want) == 0 {
		t.Fatal("the fixture has no Findings that could be lost")
	}
	faulty := &rules.Rule{ID: "other/faulty", Detect: func(*rules.Context) []rules.Finding { panic("index out of range") }}
	got, problems := rules.Run(c, append([]*rules.Rule{faulty}, rules.All()...))
	if d := gocmp.Diff(lines(want), lines(got)); d != "" {
		t.Errorf("findings beside a rule that panics: -want +got\n%s", d)
	}
	if d := gocmp.Diff([]loader.Problem{{Message: "rule other/faulty failed on this dump: index out of range"}}, problems); d != "" {
		t.Errorf("problems: -want +got\n%s", d)
	}
}
