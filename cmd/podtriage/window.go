package main

import (
	"time"

	"github.com/urfave/cli/v2"
)

// around is how much --around shows before and after its time.
const around = 10 * time.Minute

func windowFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "since", Usage: "from `TIME` on: RFC 3339, 09:40, or -30m before the dump"},
		&cli.StringFlag{Name: "until", Usage: "up to `TIME`"},
		&cli.StringFlag{Name: "around", Usage: "10 minutes before and after `TIME`"},
	}
}

// window is the span of time that the user asked for; a zero end is open.
type window struct{ from, to time.Time }

// windowOf reads the flags; times without a date are on the day of the capture.
func windowOf(c *cli.Context, capture time.Time) (w window, err error) {
	if c.IsSet("around") {
		if c.IsSet("since") || c.IsSet("until") {
			return w, usage("flag --around excludes --since and --until")
		}
		t, err := parseTime("around", c.String("around"), capture)
		return window{t.Add(-around), t.Add(around)}, err
	}
	if c.IsSet("since") {
		if w.from, err = parseTime("since", c.String("since"), capture); err != nil {
			return w, err
		}
	}
	if c.IsSet("until") {
		if w.to, err = parseTime("until", c.String("until"), capture); err != nil {
			return w, err
		}
	}
	if !w.to.IsZero() && w.to.Before(w.from) {
		return w, usage("--until %s is before --since %s", w.to.Format(time.RFC3339), w.from.Format(time.RFC3339))
	}
	return w, nil
}

// overlaps reports whether the span from first to last has a part in the window.
func (w window) overlaps(first, last time.Time) bool {
	return (w.from.IsZero() || !last.Before(w.from)) && (w.to.IsZero() || !first.After(w.to))
}
