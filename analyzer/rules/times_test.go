package rules_test

import (
	"testing"
	"time"

	"github.com/podtriage/podtriage/analyzer/rules"
)

// seenByThen holds that no Finding says that something was seen after the dump was taken.
func seenByThen(t *testing.T, file string, dump time.Time, found []rules.Finding) {
	t.Helper()
	if dump.IsZero() {
		return
	}
	for _, f := range found {
		times := []time.Time{f.First, f.Last}
		for _, e := range f.Evidence {
			times = append(times, e.At)
		}
		for _, at := range times {
			if at.After(dump) {
				t.Errorf("%s: %s tells of %s, the dump is of %s", file, f.Rule, at.UTC(), dump.UTC())
			}
		}
	}
}
