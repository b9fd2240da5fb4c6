package podstatus

import (
	"time"

	"k8s.io/apimachinery/pkg/util/duration"
)

// Duration is the time span as kubectl writes it: cut, never rounded, such as 119s, 9m59s, 47h, 3y1d.
func Duration(d time.Duration) string { return duration.HumanDuration(d) }

// Age is the time since t as kubectl writes it; <unknown> if t or now is not known.
func Age(t, now time.Time) string {
	if t.IsZero() || now.IsZero() {
		return "<unknown>"
	}
	return Duration(now.Sub(t))
}
