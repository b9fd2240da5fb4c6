package loader

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func scanned(text string) *Log { return scanLog(strings.NewReader(text), &Log{}, 1) }

func TestLogLines(t *testing.T) {
	at := time.Date(2026, 11, 18, 10, 2, 3, 0, time.UTC)
	for text, want := range map[string]LogLine{
		"plain":                                         {Text: "plain"},
		"2026-11-18T10:02:03Z ready":                    {At: at, Text: "2026-11-18T10:02:03Z ready"},
		"2026-11-18T11:02:03+01:00 ready":               {At: at, Text: "2026-11-18T11:02:03+01:00 ready"},
		"2026-11-18 10:02:03,000 INFO x":                {At: at, Text: "2026-11-18 10:02:03,000 INFO x"},
		"2026/11/18 10:02:03 listening":                 {At: at, Text: "2026/11/18 10:02:03 listening"},
		"[2026-11-18T10:02:03Z] x":                      {At: at, Text: "[2026-11-18T10:02:03Z] x"},
		"2026-11-18T10:02:03.000000000Z stdout F hello": {At: at, Text: "hello"},
		`{"log":"hello\n","stream":"stderr","time":"2026-11-18T10:02:03Z"}`: {At: at, Text: "hello"},
		`{"level":"info","time":"2026-11-18T10:02:03Z","msg":"x"}`: {At: at,
			Text: `{"level":"info","time":"2026-11-18T10:02:03Z","msg":"x"}`},
		`{"level":"info","ts":1795082523,"msg":"x"}`:   {At: time.Unix(1795082523, 0).UTC(), Text: `{"level":"info","ts":1795082523,"msg":"x"}`},
		`time="2026-11-18T10:02:03Z" level=info msg=x`: {At: at, Text: `time="2026-11-18T10:02:03Z" level=info msg=x`},
		"cr\r":       {Text: "cr"},
		"bad \xff x": {Text: "bad \uFFFD x"},
	} {
		want.Line, want.Many = 1, 1
		if d := cmp.Diff([]LogLine{want}, scanned(text+"\n").Kept); d != "" {
			t.Errorf("%q: -want +got:\n%s", text, d)
		}
	}
}

// TestLongLog keeps the ends, one line of each bad shape with its count, and no more.
func TestLongLog(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		if i%1000 == 500 {
			fmt.Fprintf(&b, "%06d dial tcp 10.0.0.%d:5432: connection refused\n", i, i%250)
			continue
		}
		fmt.Fprintf(&b, "%06d served\n", i)
	}
	l := scanned(b.String())
	if l.Lines != 100_000 || l.Bytes != int64(b.Len()) || len(l.Kept) != headLines+tailLines+1 {
		t.Errorf("%d lines, %d of %d bytes, %d kept", l.Lines, l.Bytes, b.Len(), len(l.Kept))
	}
	bad := l.Kept[headLines]
	if bad.Line != 501 || bad.Many != 100 || !strings.HasSuffix(bad.Text, "connection refused") {
		t.Errorf("kept %+v", bad)
	}
	if last := l.Kept[len(l.Kept)-1]; last.Line != 100_000 {
		t.Errorf("the last kept line is %d", last.Line)
	}
	if quiet := scanned(strings.Repeat("served\n", 1000)); len(quiet.Kept) != quietHead+quietTail {
		t.Errorf("%d lines kept of a quiet log", len(quiet.Kept))
	}
}

// TestLogPieces reads a log byte by byte: lines must not depend on how they arrive.
func TestLogPieces(t *testing.T) {
	text := "one\n\ntwo\n" + strings.Repeat("x", 200_000) + "\nERROR three"
	whole, pieces := scanned(text), scanLog(iotest.OneByteReader(strings.NewReader(text)), &Log{}, 1)
	if d := cmp.Diff(whole, pieces); d != "" {
		t.Errorf("-whole +pieces:\n%s", d)
	}
	if whole.Lines != 5 || len(whole.Kept) != 4 || len(whole.Kept[2].Text) != lineText {
		t.Errorf("%d lines, %d kept", whole.Lines, len(whole.Kept))
	}
}

func TestCollectorFailure(t *testing.T) {
	for text, want := range map[string]string{
		"Request log error: container \"app\" is waiting to start": `container "app" is waiting to start`,
		"unable to retrieve container logs for containerd://0a1b":  "unable to retrieve container logs for containerd://0a1b",
		"an ordinary line": "",
	} {
		if l := scanned(text); l.Error != want || want != "" && l.Lines != 0 {
			t.Errorf("%q: error %q, %d lines", text, l.Error, l.Lines)
		}
	}
}

func TestLooksBad(t *testing.T) {
	for line, want := range map[string]bool{
		"ERROR x": true, "java.lang.NullPointerException": true, "E1118 10:02:03.1 x": true, "panic: x": true, "dial: connection refused": true,
		"served in 3ms": false, "mirror ready": false, "scheduled": false, "": false, "e": false,
	} {
		if got := looksBad([]byte(line)); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// TestGuess names logs by paths that no producer's convention knows.
func TestGuess(t *testing.T) {
	pods := tree{"pods.json": `{"kind":"List","apiVersion":"v1","items":[
		{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-0","namespace":"shop"},"spec":{"containers":[{"name":"app"},{"name":"side-car"}]}},
		{"kind":"Pod","apiVersion":"v1","metadata":{"name":"etl","namespace":"batch"},"spec":{"containers":[{"name":"run"}]}},
		{"kind":"Pod","apiVersion":"v1","metadata":{"name":"etl","namespace":"night"},"spec":{"containers":[{"name":"run"}]}}]}`}
	for name, want := range map[string]string{
		"web-0.log":                          "shop/web-0 ",
		"web-0-previous.log":                 "shop/web-0  previous",
		"x/shop/web-0.app.log":               "shop/web-0 app",
		"x/shop/web-0.side-car.previous.log": "shop/web-0 side-car previous",
		"shop_web-0_app.log":                 "shop/web-0 app",
		"logs/web-0/side-car.log":            "shop/web-0 side-car",
		"night/etl.log":                      "night/etl run",
		"etl.log":                            "",
		"kubelet.log":                        "",
	} {
		d := tree{name: "hello\nworld\n"}
		d["pods.json"] = pods["pods.json"]
		got := ""
		for _, l := range load(t, save(t, "d.tar", d.tar(t))).Logs {
			got = l.Namespace + "/" + l.Pod + " " + l.Container
			if l.Previous {
				got += " previous"
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
