package loader

import (
	"io"
	"regexp"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// How long after the newest record inside a dump its files may have been written for their times to be believed: kubelets
// report every five minutes, Events live for an hour, other records may be of any age.
const (
	withNodes  = time.Hour
	withEvents = 2 * time.Hour
	withNone   = 24 * time.Hour
	clockError = 5 * time.Minute
)

// NewestRecord is the basis of a capture time that only says that the dump is no older: it may have been taken long after.
const NewestRecord = "newest record in the dump"

// capture infers when the dump was taken: from what the collector wrote down, from the times of the files if they fit
// the records inside, else from the newest record. The clock of this machine has no say.
func (r *reading) capture(s *Snapshot, now time.Time) Capture {
	c := Capture{EventsSince: eventsSince(s)}
	newest := newestRecord(s)
	c.Newest = newest
	first, last := r.fileTimes()
	written := r.collectorTime()
	window := withNone
	switch {
	case len(s.Nodes) > 0 || len(s.Leases) > 0:
		window = withNodes
	case len(s.Events) > 0:
		window = withEvents
	}
	fits := func(t time.Time) bool {
		return !t.IsZero() && (newest.IsZero() || t.After(newest.Add(-clockError)) && t.Before(newest.Add(window)))
	}
	switch {
	case !now.IsZero():
		c.Time, c.Basis = now.UTC(), "given by --now"
	case fits(written):
		c.Time, c.Basis = later(written, newest), "time that the collector wrote down"
	case !newest.IsZero() && fits(last):
		c.Time, c.Basis = later(last, newest), "file times in the dump"
		if first.After(last.Add(-withNodes)) {
			c.Earliest = first
		}
	case !newest.IsZero():
		c.Time, c.Basis = newest, NewestRecord
	default:
		c.Basis = "unknown: nothing in the dump tells a time"
	}
	if c.Earliest.IsZero() {
		c.Earliest = c.Time
	}
	return c
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// fileTimes are the oldest and newest times of files with objects, down to the two seconds that a zip archive can tell, so that
// one dump has one time in any kind of archive.
func (r *reading) fileTimes() (first, last time.Time) {
	for _, f := range r.files {
		t := f.ModTime.Truncate(2 * time.Second)
		if f.Objects+f.Logs == 0 || t.Unix() <= 0 {
			continue
		}
		if first.IsZero() || t.Before(first) {
			first = t
		}
		last = later(last, t)
	}
	return first.UTC(), last.UTC()
}

// collectorTime is the last time that the collector wrote down, or zero.
func (r *reading) collectorTime() (t time.Time) {
	for _, f := range r.files {
		t = later(t, f.written)
	}
	return t
}

func eventsSince(s *Snapshot) time.Time {
	var t time.Time
	for _, e := range s.Events {
		if !e.Last.IsZero() && (t.IsZero() || e.Last.Before(t)) {
			t = e.Last
		}
	}
	return t
}

// newestRecord is the newest time that the cluster wrote down. Times that stand alone, years after all others, are errors.
func newestRecord(s *Snapshot) time.Time {
	var all []int64
	add := func(times ...time.Time) {
		for _, t := range times {
			if t.Unix() > 0 {
				all = append(all, t.Unix())
			}
		}
	}
	for _, e := range s.Events {
		add(e.Last)
	}
	for _, o := range s.index.objects {
		recordTimes(o, add)
	}
	slices.Sort(all)
	for n := len(all); n >= 4 && all[n-1]-all[n-2] > 366*24*3600; n-- {
		all = all[:n-1]
	}
	if len(all) == 0 {
		return time.Time{}
	}
	return time.Unix(all[len(all)-1], 0).UTC()
}

// recordTimes gives the times that the cluster wrote into the object.
func recordTimes(o metav1.Object, give func(...time.Time)) {
	if e, ok := o.(*recorded); ok {
		give(e.event.Last)
		return
	}
	give(o.GetCreationTimestamp().Time, DeletionAsked(o))
	statusTimes(o, give)
}

// timePattern finds times as Go, RFC 3339 and most others write them.
var timePattern = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( ?Z| ?[+-]\d\d:?\d\d)?`)

// writtenDown reads the times of a file in which the collector says when it ran, and keeps the last.
func (r *reading) writtenDown(f *file, data io.Reader) {
	text, _ := io.ReadAll(io.LimitReader(data, 1<<20))
	for _, word := range timePattern.FindAllString(string(text), -1) {
		for _, form := range []string{"2006-01-02 15:04:05 -0700", "2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05Z0700",
			"2006-01-02 15:04:05"} {
			if t, err := time.Parse(form, word); err == nil {
				f.written = later(f.written, t.UTC().Truncate(time.Second))
				break
			}
		}
	}
	f.Note = "tells when the collector ran"
}
