package postmortem

import (
	"strconv"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

const (
	// before is how long before the first fact the timeline begins, against hindsight.
	before = 15 * time.Minute
	// lookback is how old a change may be to be listed as one before the trouble.
	lookback = 24 * time.Hour
	// mostRows keeps the table readable.
	mostRows = 80
)

// timeline draws a row for each fact about the causes' objects. Pods with the same story are one row with a count.
func (d *draft) timeline() {
	d.section("Timeline")
	d.line("Rows between the times of a span have no time of their own.\n")
	d.table("Time", "What", "Object", "Source", "Precision")
	d.row(people+" last known good state, decisions and alerts before the first row", "", "", "", "")
	shown, alike := d.stories()
	objects, entries := timeline.Merged(shown)
	rows := 0
	for i, e := range entries {
		if usual(e) || e.At.IsZero() || objects[i].Kind == "Pod" && (e.Kind == timeline.Change || strings.HasPrefix(e.Text, "node ")) {
			continue
		}
		if rows++; rows > mostRows {
			continue
		}
		object := objects[i].String()
		if n := alike[objects[i]]; n > 0 {
			object += " and " + strconv.Itoa(n) + " alike"
		}
		d.row(d.Span(e.At, e.Until), said(e), object, e.Place(), precision(e))
	}
	if rows > mostRows {
		d.row("", strconv.Itoa(rows-mostRows)+" more rows: "+d.Program+" timeline", "", "", "")
	}
	d.row(d.Clock(d.Capture.Time), "dump", "", d.Capture.Basis, "exact")
	d.row(people+" detection, page, decisions, mitigation, recovery", "", "", "", "")
}

// stories are the timelines of the causes' objects, of Pods with the same one the first, and how many more there are of each.
func (d *draft) stories() ([]timeline.Timeline, map[loader.Ref]int) {
	from := time.Time{}
	if !d.first.IsZero() {
		from = d.first.Add(-before)
	}
	var list []timeline.Timeline
	for _, t := range d.Timelines {
		if _, ok := d.about[t.Object.Key()]; ok {
			list = append(list, t)
		}
	}
	var shown []timeline.Timeline
	alike := map[loader.Ref]int{}
	for _, group := range timeline.Alike(timeline.Clip(list, from, time.Time{})) {
		shown = append(shown, group[0])
		alike[group[0].Object] = len(group) - 1
	}
	return shown, alike
}

// usual says whether an entry belongs to the life of any object and tells nothing of trouble.
func usual(e timeline.Entry) bool {
	switch e.Kind {
	case timeline.Gap:
		return true
	case timeline.Condition:
		return e.To == "True" && e.Condition != "Ready" && e.Condition != "Available" || strings.HasSuffix(e.Condition, "Pressure") &&
			e.To == "False"
	}
	switch e.Reason {
	case "Pulled", "Pulling", "Created", "SuccessfulCreate", "NodeAllocatableEnforced", "CgroupV1", "InvalidDiskCapacity",
		"RegisteredNode", "Starting",
		"NodeHasNoDiskPressure", "NodeHasSufficientMemory", "NodeHasSufficientPID", "SuccessfulAttachVolume":
		return e.Kind == timeline.Event
	}
	return false
}

func said(e timeline.Entry) string {
	text := e.Text
	if e.Kind == timeline.Event {
		text = e.Reason + ": " + text
	}
	if e.Count > 1 {
		text += " (x" + strconv.Itoa(e.Count) + ")"
	}
	if len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + " [...]"
	}
	return text
}

func precision(e timeline.Entry) string {
	switch {
	case e.Kind == timeline.Log:
		return "as printed by the application"
	case e.Precision == timeline.AtLeast:
		return "at least"
	}
	return string(e.Precision)
}

// changes lists what was changed about the causes' objects in the day before the first of them.
func (d *draft) changes() {
	d.section("What changed before")
	n := 0
	for _, c := range d.Changes {
		seen, ok := d.touched(c)
		end := c.Until
		if end.IsZero() {
			end = c.At
		}
		if !ok || c.At.IsZero() || !seen.IsZero() && (c.At.After(seen) || end.Before(seen.Add(-lookback))) {
			continue
		}
		if n++; n == 1 {
			d.table("When", "Change", "Object", "Source", "Note")
		}
		source, note := "", "by whom or by what tool: not recorded in the dump"
		if len(c.Positions) > 0 {
			source = c.Positions[0].String()
		}
		if c.By != "" {
			note = "written by the tool " + c.By
		}
		d.row(d.Span(c.At, c.Until), c.Text, c.Object.String(), source, note)
	}
	if n == 0 {
		d.line("No change of an affected object in the 24 h before the first record is in the dump.")
	}
	d.line("\nChanges outside of what was collected are not in the dump. %s", people)
}

// touched returns when the cause was first seen that the Change may have to do with.
func (d *draft) touched(c change.Change) (seen time.Time, ok bool) {
	for _, r := range append([]loader.Ref{c.Object}, c.Affects...) {
		if at, found := d.about[r.Key()]; found {
			ok = true
			if at.After(seen) {
				seen = at
			}
		}
	}
	return seen, ok
}
