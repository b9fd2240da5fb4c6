package message

import (
	"slices"
	"testing"
)

func TestUsageScreen(t *testing.T) {
	for name, tt := range map[string]struct {
		lines []string
		rest  []string // what is no part of a screen
	}{
		"busybox": {[]string{"waiting for kafka:9092", "nc: invalid option -- 'z'", "BusyBox v1.35.0 (Debian) multi-call binary.", "",
			"Usage: nc [-l] [-p PORT]", "", "Open a pipe to IP:PORT", "", "\t-l\tListen mode", "\t\t(use -ll for more)",
			"\t-w SEC\tConnect timeout", "waiting for kafka:9092"},
			[]string{"waiting for kafka:9092", "nc: invalid option -- 'z'", "waiting for kafka:9092"}},
		"gnu": {[]string{"tool: unrecognized option '--x'", "Usage: tool [OPTION]... FILE", "Does a thing that may have failed.",
			"  -t, --timeout=SECONDS   connection timed out after SECONDS", "      --fatal             errors are fatal"},
			[]string{"tool: unrecognized option '--x'"}},
		"cut off": {[]string{"\t-p PORT\tLocal port", "\t-w SEC\tConnect timeout", "\t-e PROG\tRun PROG after connect",
			"gave up"}, []string{"gave up"}},
		"no options": {[]string{"usage: app FILE", "error: cannot open the file"}, []string{"error: cannot open the file"}},
		"no screen": {[]string{"--db-url must be set", "panic: no url", "  at main.go:3"},
			[]string{"--db-url must be set", "panic: no url", "  at main.go:3"}},
		"yaml's list": {[]string{"- error: one", "- error: two", "- error: three"}, []string{"- error: one", "- error: two", "- error: three"}},
	} {
		marked, _ := UsageScreen(tt.lines)
		var rest []string
		for i, l := range tt.lines {
			if l != "" && !marked[i] {
				rest = append(rest, l)
			}
		}
		if !slices.Equal(rest, tt.rest) {
			t.Errorf("%s: %q are no part of a screen, want %q", name, rest, tt.rest)
		}
	}
}

func TestAwaited(t *testing.T) {
	for text, want := range map[string]string{
		"waiting for kafka.orders.svc:9092":             "kafka.orders.svc",
		"Waiting for tcp://db:5432 ...":                 "db",
		"waiting for redis.shop.svc.cluster.local":      "redis.shop.svc.cluster.local",
		"waiting for the lock":                          "",
		"trying to connect to postgres:5432, attempt 3": "postgres",
		"listening on 0.0.0.0:80":                       "",
	} {
		if got := Awaited(text); got != want {
			t.Errorf("Awaited(%q) = %q, want %q", text, got, want)
		}
	}
}
