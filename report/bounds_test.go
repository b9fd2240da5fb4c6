package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/loader"
)

// many is a dump with n causes, each with more notes and effects than a person reads.
func many(t *testing.T, n int) *analyzer.Diagnosis {
	t.Helper()
	d := load(t, "testdata/acme.json")
	first := d.Incidents[0]
	d.Incidents = nil
	for i := range n {
		in := first
		in.ID, in.Title = fmt.Sprint(i+1), fmt.Sprintf("shop/api-%03d: out of memory at every start", i+1)
		in.Notes = []string{"one", "two", "three", "four", "five"}
		in.Effects = nil
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
			in.Effects = append(in.Effects, incident.Effect{Object: loader.Ref{Kind: "Service", Namespace: "shop", Name: name},
				Text: "Service " + name + " has no ready Pod."})
		}
		d.Incidents = append(d.Incidents, in)
	}
	return d
}

func lines(t *testing.T, d *analyzer.Diagnosis, opts Options) []string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, "text", d, opts); err != nil {
		t.Fatal(err)
	}
	return strings.Split(b.String(), "\n")
}

// TestBounds holds that the text of many causes is one that a person reads: a line for each cause first, the first ones in
// full, the others in short, with the way to see each; and that --full leaves nothing out.
func TestBounds(t *testing.T) {
	d := many(t, 100)
	got := lines(t, d, Options{})
	if len(got) > 1000 {
		t.Errorf("100 causes give %d lines", len(got))
	}
	text := strings.Join(got, "\n")
	for _, in := range d.Incidents {
		if n := strings.Count(text, in.Title); n != 2 {
			t.Errorf("%q stands %d times, want once in the table and once below", in.Title, n)
		}
	}
	head := got[:slices.Index(got, strings.Repeat("-", 79))]
	if last := head[len(head)-2]; !strings.Contains(strings.Join(head, "\n"), "100  shop/api-100") {
		t.Errorf("the table before the first section ends with %q", last)
	}
	for _, want := range []string{"--only ", "--full", "2 more notes; --full shows all",
		"effect   Service a has no ready Pod. The same is true of shop/b,"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q", want)
		}
	}
	full := strings.Join(lines(t, d, Options{Full: true}), "\n")
	if strings.Contains(full, "--full") || strings.Count(full, "\nevidence\n") != 101 || strings.Count(full, "note     five\n") != 100 {
		t.Error("--full leaves something out")
	}
}

// TestFew holds that a dump with few causes has all of them in full.
func TestFew(t *testing.T) {
	text := strings.Join(lines(t, many(t, 13), Options{}), "\n")
	if strings.Contains(text, "in short") || strings.Count(text, "\nevidence\n") != 14 {
		t.Error("13 causes are not shown in full")
	}
}

// TestBudgets holds that a ticket of very many causes stays within what its receiver takes, or within less, in whole lines,
// and says that it does not hold all.
func TestBudgets(t *testing.T) {
	for _, n := range []int{100, 3000} {
		r := New(many(t, n), Options{})
		for _, f := range Formats() {
			if f.Budget == 0 {
				continue
			}
			var b bytes.Buffer
			if err := r.Write(&b, f.Name); err != nil {
				t.Fatal(err)
			}
			if b.Len() > f.Budget || !strings.HasSuffix(b.String(), "\n") {
				t.Errorf("%s of %d causes has %d bytes and ends with %q", f.Name, n, b.Len(), b.String()[b.Len()-20:])
			}
			if n == 3000 && !strings.Contains(b.String(), "Left out for size") && !strings.Contains(b.String(), "in the full report") {
				t.Errorf("%s of %d causes does not say what it leaves out", f.Name, n)
			}
		}
	}
}
