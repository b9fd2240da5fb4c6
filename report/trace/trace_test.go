package trace_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/trace"
)

// record is what the format's own description (Trace Event Format, Google) asks of a record.
type record struct {
	Name, Ph, ID, S, Cat string
	Ts                   *int64
	Dur                  *int64
	Pid, Tid             *int
	Args                 map[string]any
}

type slice struct{ from, to int64 }

// TestWrite draws the timelines of a recorded cluster and holds the rules of the trace-event format: each record has what its
// phase needs, slices of one thread nest, async pairs close after they open, times are microseconds within the recording.
func TestWrite(t *testing.T) {
	s, err := loader.Load(context.Background(), []string{"../../fixtures/recording/dump.tar.gz"}, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := trace.Write(&b, timeline.Build(s, change.Of(s)), s.Capture.Time); err != nil {
		t.Fatal(err)
	}
	var file struct {
		DisplayTimeUnit string
		TraceEvents     []record
	}
	if err := json.Unmarshal(b.Bytes(), &file); err != nil {
		t.Fatal(err)
	}
	if file.DisplayTimeUnit != "ms" && file.DisplayTimeUnit != "ns" {
		t.Errorf("displayTimeUnit is %q, want ms or ns", file.DisplayTimeUnit)
	}
	phases := map[string]int{}
	named := map[[2]int]bool{}
	slices := map[[2]int][]slice{}
	open := map[string]int64{}
	for i, r := range file.TraceEvents {
		phases[r.Ph]++
		if r.Name == "" || r.Ts == nil || r.Pid == nil || r.Tid == nil {
			t.Fatalf("record %d lacks a name, ts, pid or tid: %+v", i, r)
		}
		lane := [2]int{*r.Pid, *r.Tid}
		if r.Ph == "M" {
			if r.Args["name"] == "" {
				t.Errorf("record %d names nothing: %+v", i, r)
			}
			named[lane] = true
			continue
		}
		if !named[lane] || !named[[2]int{*r.Pid, 0}] {
			t.Errorf("record %d is in a thread or process without a name: %+v", i, r)
		}
		if age := s.Capture.Time.UnixMicro() - *r.Ts; age < 0 || age > 3600e6 {
			t.Errorf("record %d is not within the hour before the dump, in microseconds: %d", i, *r.Ts)
		}
		switch r.Ph {
		case "X":
			if r.Dur == nil || *r.Dur < 0 {
				t.Fatalf("record %d is complete without a duration: %+v", i, r)
			}
			slices[lane] = append(slices[lane], slice{*r.Ts, *r.Ts + *r.Dur})
		case "i":
			if r.S != "t" && r.S != "p" && r.S != "g" {
				t.Errorf("record %d is an instant of scope %q", i, r.S)
			}
		case "b":
			open[r.Cat+r.ID] = *r.Ts
		case "e":
			if from, ok := open[r.Cat+r.ID]; !ok || *r.Ts < from || r.ID == "" {
				t.Errorf("record %d ends what has not begun: %+v", i, r)
			}
			delete(open, r.Cat+r.ID)
		default:
			t.Errorf("record %d has the phase %q", i, r.Ph)
		}
	}
	if len(open) > 0 {
		t.Errorf("%d spans do not end", len(open))
	}
	for _, ph := range []string{"M", "X", "i", "b", "e"} {
		if phases[ph] == 0 {
			t.Errorf("no record of phase %q: nothing was tested", ph)
		}
	}
	for lane, list := range slices {
		nest(t, lane, list)
	}
}

// nest fails where two slices of one thread overlap without one holding the other.
func nest(t *testing.T, lane [2]int, list []slice) {
	for i, x := range list {
		for _, y := range list[i+1:] {
			if x.from < y.from && y.from < x.to && x.to < y.to || y.from < x.from && x.from < y.to && y.to < x.to {
				t.Errorf("slices of %v overlap: %v and %v", lane, x, y)
			}
		}
	}
}
