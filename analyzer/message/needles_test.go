package message

import (
	"strings"
	"testing"
)

// TestNeedles: no part of the table is passed over, wherever it stands, and a line of ordinary work is.
func TestNeedles(t *testing.T) {
	for _, table := range logTexts {
		for _, p := range table.parts {
			if line := "so " + strings.ReplaceAll(p, "*", " x "); !logNeedles.in(line) {
				t.Errorf("%q is passed over", line)
			}
		}
	}
	if line := "2026-11-03t09:56:40z info  request id=790f7f332721b7c3 method=get path=/api/v1/items/7984 status=200 duration=123ms"; logNeedles.in(line) {
		t.Errorf("%q is not passed over", line)
	}
}
