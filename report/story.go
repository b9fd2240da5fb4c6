package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/strip"
	"github.com/podtriage/podtriage/report/trace"
	"github.com/podtriage/podtriage/report/view"
)

// TimelineFormats are the formats of WriteTimelines, the default first.
func TimelineFormats() []string { return []string{"text", "json", "trace"} }

// WriteTimelines draws the timelines of the report alone. About is the object asked for; the zero Ref is the whole dump.
func (r *Report) WriteTimelines(w io.Writer, format string, about loader.Ref) error {
	switch format {
	case "json":
		return writeTimelinesJSON(w, r.diagnosis)
	case "trace":
		return trace.Write(w, r.diagnosis.Timelines, r.diagnosis.Capture.Time)
	}
	s := &story{view: view.New(r.diagnosis), palette: newPalette(r.opts.Color), width: textWidth(r.opts.Width),
		out: bufio.NewWriter(w), sources: map[string]int{}}
	if about.IsZero() {
		s.whole()
	} else {
		s.lanes(about)
	}
	return s.out.Flush()
}

func writeTimelinesJSON(w io.Writer, d *analyzer.Diagnosis) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(histories{timelineSchema, d.Tool, d.Source, d.Capture, d.Timelines})
}

// timelineSchema names the contract of timelines alone.
const timelineSchema = "podtriage.timeline/v1"

// histories are timelines alone, in JSON.
type histories struct {
	Schema    string              `json:"schema"`
	Tool      analyzer.Tool       `json:"tool"`
	Source    loader.Source       `json:"source"`
	Capture   analyzer.Capture    `json:"capture"`
	Timelines []timeline.Timeline `json:"timelines"`
}

// story draws timelines as text. Sources are numbered in the order in which they are cited and listed at the end.
type story struct {
	view    *view.View
	palette palette
	width   int
	out     *bufio.Writer
	sources map[string]int
	cited   []string
}

func (s *story) line(format string, args ...any) {
	fmt.Fprintln(s.out, strings.TrimRight(fmt.Sprintf(format, args...), " "))
}

// lanes draws the object and what it controls, equal stories once.
func (s *story) lanes(about loader.Ref) {
	list := s.view.Timelines
	if about.Kind == "Pod" { // several Pods had the name, one after the other
		for i, t := range list {
			s.one(t, i > 0)
		}
		s.ending()
		return
	}
	for i, group := range timeline.Alike(list) {
		s.one(group[0], i > 0)
		s.alike(group)
	}
	s.ending()
}

func (s *story) one(t timeline.Timeline, more bool) {
	if more {
		s.line("")
	}
	s.header(t)
	if len(t.Entries) == 0 {
		s.line("  nothing recorded in this window")
		return
	}
	s.strip(t)
	s.list(t)
	s.gaps(t)
}

// strip draws lanes for a Pod that the dump holds: changes, containers, readiness, node.
func (s *story) strip(t timeline.Timeline) {
	if s.pod(t.Object) == nil {
		return
	}
	drawn, found := strip.Draw(t, s.view.Capture.Time, s.width)
	if !found {
		return
	}
	s.line("  %s\n", drawn.Scale)
	for _, l := range drawn.Lines {
		s.line("%s", l)
	}
	s.line("")
	for _, l := range wrap(strings.Join(drawn.Legend, "   "), s.width-2) {
		s.line("  %s", l)
	}
}

// alike names the timelines that tell the same story.
func (s *story) alike(group []timeline.Timeline) {
	if len(group) < 2 {
		return
	}
	var names []string
	for _, t := range group[1:] {
		if len(names) == 6 {
			names = append(names, "and "+strconv.Itoa(len(group)-7)+" more")
			break
		}
		names = append(names, t.Object.Name)
	}
	s.labeled("Alike", view.Count(len(group)-1, "more "+group[0].Object.Kind)+" with the same story at times of their own: "+
		strings.Join(names, ", "))
}

// Columns of the list: time, offset, what, from.
const (
	timeWidth   = 12
	offsetWidth = 9
	fromWidth   = 5
)

// list draws the entries, a row each. Gaps come below.
func (s *story) list(t timeline.Timeline) {
	zero := firstStart(t)
	s.line("")
	what := s.width - timeWidth - offsetWidth - fromWidth - 1
	s.line("%s", s.palette.Heading(strings.TrimRight(pad("TIME", timeWidth)+pad("OFFSET", offsetWidth)+pad("WHAT", what)+" FROM", " ")))
	day := ""
	for _, e := range t.Entries {
		if e.Kind == timeline.Gap && e.Reason != "NotRecorded" {
			continue
		}
		day = s.day(e.At, day)
		s.row(e, zero, what, "")
	}
	if at := s.view.Capture.Time; !at.IsZero() {
		s.day(at, day)
		s.line("%s%s%s", pad(at.UTC().Format(time.TimeOnly), timeWidth), pad(offset(at, zero), offsetWidth), "dump")
	}
}

// day draws the date where it is another than before.
func (s *story) day(at time.Time, before string) string {
	if at.IsZero() {
		return before
	}
	now := at.UTC().Format(time.DateOnly)
	if now != before && (before != "" || now != s.view.Capture.Time.UTC().Format(time.DateOnly)) {
		s.line("%s", now)
	}
	return now
}

// row draws one entry. The times of a span stand one below the other.
func (s *story) row(e timeline.Entry, zero time.Time, what int, prefix string) {
	times := []string{clock(e.At)}
	if !e.Until.IsZero() {
		times = append(times, " .. to ..", clock(e.Until))
		if e.Until.UTC().YearDay() != e.At.UTC().YearDay() {
			times[2] = e.Until.UTC().Format("01-02 15:04")
		}
	}
	lines := wrap(prefix+sentence(e), what)
	from := s.from(e.Place())
	for i := range max(len(times), len(lines)) {
		at, offsetText, text, source := "", "", "", ""
		if i < len(times) {
			at = times[i]
		}
		if i < len(lines) {
			text = lines[i]
		}
		if i == 0 {
			offsetText, source = offset(e.At, zero), from
		}
		s.line("%s%s%s %s", pad(at, timeWidth), pad(offsetText, offsetWidth), pad(text, what), source)
	}
}

// sentence is what an entry says, with its strength where it is not exact.
func sentence(e timeline.Entry) string {
	text := strings.TrimSpace(strings.ReplaceAll(e.Text, "\n", " "))
	if e.Kind == timeline.Event || e.Kind == timeline.Container && !strings.HasPrefix(text, "container ") {
		head := e.Reason
		if e.Container != "" {
			head = e.Container + ": " + e.Reason
		}
		text = head + ": " + text
	}
	if e.Kind == timeline.Log {
		text = "log of " + e.Container + " (its own clock): " + text
	}
	switch {
	case e.Precision == timeline.Between:
		text = "between: " + text
	case e.Precision == timeline.AtLeast && e.Until.IsZero() && e.Count < 2:
		text = "at the dump: " + text
	case e.Count > 1 && e.Kind != timeline.Gap:
		text += " (x" + strconv.Itoa(e.Count) + ")"
	}
	return escape.Short(text, longestSentence)
}

// longestSentence is how many bytes of one entry are shown; the whole stands at its source.
const longestSentence = 400

func clock(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format(time.TimeOnly)
}

// offset is how long after the first start, such as +1m21s.
func offset(at, zero time.Time) string {
	if at.IsZero() || zero.IsZero() {
		return ""
	}
	d := at.Sub(zero).Truncate(time.Second)
	text := d.Abs().String()
	if d.Abs() >= 48*time.Hour {
		text = strconv.Itoa(int(d.Abs().Hours()/24)) + "d"
	}
	text = strings.TrimSuffix(text, "m0s") + map[bool]string{true: "m", false: ""}[strings.HasSuffix(text, "m0s")]
	switch {
	case d > 0:
		return "+" + text
	case d < 0:
		return "-" + text
	}
	return "0s"
}

// firstStart is the first start of a container, else the first entry, so that offsets of sibling Pods compare.
func firstStart(t timeline.Timeline) time.Time {
	for _, e := range t.Entries {
		if e.Kind == timeline.Container && e.To == "running" {
			return e.At
		}
	}
	if len(t.Entries) > 0 {
		return t.Entries[0].At
	}
	return time.Time{}
}

// from numbers a source.
func (s *story) from(place string) string {
	if place == "" {
		return ""
	}
	n, ok := s.sources[place]
	if !ok {
		s.cited = append(s.cited, place)
		n = len(s.cited)
		s.sources[place] = n
	}
	return "S" + strconv.Itoa(n)
}
