package explain_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/podtriage/podtriage/analyzer/explain"
)

func TestEntries(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range explain.All() {
		if e.Kind == "" || e.Name == "" || e.Short == "" || e.Means == "" || e.Look == "" {
			t.Errorf("%s %q lacks a text", e.Kind, e.Name)
		}
		if key := e.Kind + " " + e.Name; seen[key] {
			t.Errorf("%s is there twice", key)
		} else {
			seen[key] = true
		}
		if strings.HasSuffix(e.Short, ".") || !strings.HasSuffix(e.Means, ".") {
			t.Errorf("%s: Short is a line without a full stop, Means are sentences", e.Name)
		}
		for _, text := range []string{e.Short, e.Means, e.Apart, e.Look} {
			if i := strings.IndexFunc(text, func(r rune) bool { return r > '~' }); i >= 0 {
				t.Errorf("%s: %q is not ASCII", e.Name, text[i:])
			}
		}
	}
}

func TestFind(t *testing.T) {
	for word, want := range map[string][]string{
		"OOMKilled": {"OOMKilled"}, "oomkilled": {"OOMKilled"}, "exit code 137": {"137"}, "137": {"137"},
		"SIGKILL": {"137"}, "Signal:15": {"143"}, "ExitCode:3": {"3"}, "Init:ExitCode:1": {"Init:", "1"},
		"Init:Error": {"Init:", "Error"}, "Init:2/7": {"Init:"}, "Init:Signal:9": {"Init:", "137"}, "134": {"134"}, "250": {"250"},
		"255": {"255"}, "0xc0000005": {"3221225477"}, "3221225477": {"3221225477"}, "-1073741819": {"-1073741819"},
		"back-off": {"BackOff", "back-off"}, "Evicted": {"Evicted"}, "99999": nil, "cheese": nil, "": nil,
	} {
		var got []string
		for _, e := range explain.Find(word) {
			got = append(got, e.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: want %q, got %q", word, want, got)
		}
	}
}
