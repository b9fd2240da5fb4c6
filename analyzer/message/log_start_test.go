package message

import (
	"testing"
	"time"
)

func TestLogUp(t *testing.T) {
	for text, want := range map[string]bool{
		"chat: event loop started":                             true,
		"2026-03-02T09:00:01Z INFO listening on :8080":         true,
		"Started WebApplication in 4.2 seconds":                true,
		"server is ready":                                      true,
		"LOG:  database system is ready to accept connections": true,
		`10.0.0.1 - - "GET /orders HTTP/1.1" 200 12`:           true,
		"processed 12 messages":                                true,
		"bridge: warming caches (takes ~90s)":                  false,
		"starting server":                                      false,
		"application is not ready":                             false,
		"started loading caches":                               false,
		"waiting for the server to be ready to accept":         false,
		"migration started":                                    false,
		"will start listening once the index is built":         false,
		"WARN event loop blocked, lock wait on room:lobby":     false,
	} {
		if LogUp(text) != want {
			t.Errorf("LogUp(%q) = %v", text, !want)
		}
	}
}

func TestLogStartTakes(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"bridge: warming caches (takes ~90s)": 90 * time.Second,
		"Started Application in 28.5 seconds": 28500 * time.Millisecond,
		"loading index, about 3 minutes":      3 * time.Minute,
		"init took 250 ms":                    250 * time.Millisecond,
		"retrying in 5s":                      0,
		"listening on 8080":                   0,
		"starting worker 4 of 10":             0,
	} {
		if got := LogStartTakes(text); got != want {
			t.Errorf("LogStartTakes(%q) = %s, want %s", text, got, want)
		}
	}
}
