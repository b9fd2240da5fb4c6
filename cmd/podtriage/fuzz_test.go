package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/podtriage/podtriage/fixtures"
)

// FuzzAnalyze gives any bytes to the whole program: it ends with a status of its own, and what it writes holds no character
// that a terminal obeys or a reader cannot see.
func FuzzAnalyze(f *testing.F) {
	cases, err := fixtures.Read("../../fixtures")
	if err != nil {
		f.Fatal(err)
	}
	for i, c := range cases {
		if i%20 == 0 || c.About == "healthy" {
			f.Add(c.Text, uint8(i))
		}
	}
	commands := [][]string{{"analyze", "-"}, {"analyze", "-o", "md", "-"}, {"analyze", "-o", "html", "-"}, {"analyze", "-o", "json", "-"},
		{"analyze", "-o", "jira", "-"},
		{"timeline", "-"}, {"events", "-o", "wide", "-"}, {"get", "pods,nodes,deploy,jobs,events", "-o", "wide", "-"},
		{"get", "pods", "-o", "yaml", "-"}, {"postmortem", "-"}, {"precheck", "-"}, {"inspect", "--files", "-"}}
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		args := append([]string{"podtriage"}, commands[int(n)%len(commands)]...)
		var out, errs bytes.Buffer
		code := run(context.Background(), args, bytes.NewReader(data), &out, &errs)
		if code != 0 && code != exitNothing && code != exitDamaged {
			t.Errorf("%v: exit status %d: %s", args, code, errs.String())
		}
		for _, s := range []string{out.String(), errs.String()} {
			if i := strings.IndexFunc(s, hostile); i >= 0 || !utf8.ValidString(s) {
				t.Errorf("%v writes what is not to be shown, at byte %d: %q", args, i, s[max(i-40, 0):min(max(i, 0)+40, len(s))])
			}
		}
	})
}

// hostile reports characters that no output may hold.
func hostile(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Cf, r)
}
