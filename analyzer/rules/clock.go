package rules

import (
	"time"

	"github.com/podtriage/podtriage/analyzer/podstatus"
)

// clock is a time as sentences show it.
func clock(t time.Time) string { return t.UTC().Format("15:04:05Z") }

// ago is how long before now t is: "4m12s"; "" where either is unknown.
func ago(t, now time.Time) string {
	if t.Unix() <= 0 || now.IsZero() || now.Before(t) {
		return ""
	}
	return podstatus.Duration(now.Sub(t))
}
