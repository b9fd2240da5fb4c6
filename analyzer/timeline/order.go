package timeline

import (
	"cmp"
	"slices"
	"time"
)

// ranked is an Entry with its place among Entries of the same second.
type ranked struct {
	Entry
	rank int
}

// list gathers the Entries of one timeline.
type list []ranked

// add appends the Entry. Bounds that two clocks have put the wrong way round are still bounds; a bound that nobody knows is
// none.
func (l *list) add(e Entry) {
	switch {
	case e.Until.IsZero():
		if e.Precision == Between {
			e.Precision = AtLeast
		}
	case e.Until.Before(e.At):
		e.At, e.Until = e.Until, e.At
	}
	*l = append(*l, ranked{e, rank(&e)})
}

// sorted returns the Entries by time, those of one second in the order in which one causes the other. Entries whose time
// nobody recorded come last.
func (l list) sorted() []Entry {
	slices.SortFunc(l, func(x, y ranked) int { return compare(&x, &y) })
	out := make([]Entry, 0, len(l))
	for i := range l {
		if i > 0 && l[i].Entry == l[i-1].Entry {
			continue // one object read twice
		}
		out = append(out, l[i].Entry)
	}
	return out
}

func compare(x, y *ranked) int {
	if c := compareTimes(x.At, y.At); c != 0 {
		return c
	}
	if c := cmp.Compare(x.rank, y.rank); c != 0 {
		return c
	}
	if c := x.Until.Compare(y.Until); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(x.Container, y.Container), cmp.Compare(x.Condition, y.Condition),
		cmp.Compare(x.Reason, y.Reason), cmp.Compare(x.Text, y.Text), cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line),
		cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Count, y.Count), cmp.Compare(x.To, y.To), cmp.Compare(x.Precision, y.Precision),
	)
}

// compareTimes orders by whole seconds, as most stamps have no more; unknown is last.
func compareTimes(x, y time.Time) int {
	if x.IsZero() != y.IsZero() {
		if x.IsZero() {
			return 1
		}
		return -1
	}
	return cmp.Compare(x.Unix(), y.Unix())
}

// rank is the usual order of what happens within one second.
func rank(e *Entry) int {
	switch e.Kind {
	case Change:
		return 0
	case Lifecycle:
		if e.Precision == Between && e.Reason == "Gone" {
			return 70 // its time is the last sign of life: after that
		}
		return lifecycleRank(e.Reason)
	case Condition:
		if e.To == "True" {
			return 30
		}
		return 45
	case Gap:
		return 60
	case Log:
		return 32
	case Container:
		if e.To == "running" {
			return 20
		}
		return 40
	}
	return eventRank(e.Reason)
}

func lifecycleRank(reason string) int {
	switch reason {
	case "Created":
		return 1
	case "Scheduled":
		return 3
	case "Accepted":
		return 4
	}
	return 38 // deletion, eviction, preemption
}

func eventRank(reason string) int {
	switch reason {
	case "FailedScheduling":
		return 2
	case "SuccessfulAttachVolume", "FailedMount", "FailedAttachVolume":
		return 10
	case "Pulling":
		return 12
	case "Pulled":
		return 14
	case "Created":
		return 16
	case "BackOff":
		return 42
	case "Killing":
		return 39
	}
	return 35
}
