package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

func (p *program) eventsCommand() *cli.Command {
	return &cli.Command{
		Name: "events", Category: "Look", Usage: "all events, merged, sorted, with their real meaning of time",
		ArgsUsage: "SOURCE...",
		Description: `Prints every Event of the dump, ordered by when it was seen last. One that repeats is one line with its count and since when; the
times between were never recorded. Times are UTC.`,
		UsageText: `events dump.tar.gz --types Warning
events dump.tar.gz --for shop/web-0 --around 09:40
events dump.tar.gz -n shop -l app=web --since -30m -o json`,
		Flags: flags([]cli.Flag{
			outputFlag("text", "wide", "json"),
			&cli.StringFlag{Name: "for", Usage: "only Events about `OBJECT`: namespace/name, kind/name, node/name"},
			selectorFlag("only Events about objects whose labels match `SELECTOR`, such as app=web,tier!=cache"),
			&cli.StringSliceFlag{Name: "types", Usage: "only Events of `TYPE`: Normal, Warning (repeatable)"},
		}, windowFlags(), namespaceFlags(), redactFlags(), sourceFlags(), streamFlags()),
		Action: p.events,
	}
}

// eventTypes are those that the API server takes (k8s.io/api core/v1 types.go).
var eventTypes = []string{"Normal", "Warning"}

func (p *program) events(c *cli.Context) error {
	format, err := oneOf(c, "output", "text", "wide", "json")
	if err != nil {
		return err
	}
	list, err := namespaces(c)
	if err != nil {
		return err
	}
	types := c.StringSlice("types")
	if err := knownTypes(types); err != nil {
		return err
	}
	selector, err := selectorOf(c)
	if err != nil {
		return err
	}
	s, err := p.load(c, c.Args().Slice())
	if err != nil {
		return err
	}
	span, err := windowOf(c, s.Capture.Time)
	if err != nil {
		return err
	}
	about, err := eventsAbout(s, c.String("for"))
	if err != nil {
		return err
	}
	events := slices.DeleteFunc(byLast(s.Events), func(e *loader.Event) bool {
		return !inNamespaces(list, e.Ref) || !about(e) || !labeled(s, e.Object, selector) || !span.overlaps(e.First, e.Last) ||
			len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return strings.EqualFold(t, e.Type) })
	})
	if err := p.print(func(w io.Writer) error { return p.writeEvents(w, format, events, s.Capture.Time) }); err != nil {
		return err
	}
	p.aboutEvents(s, events)
	return p.damage(s.Problems, false)
}

// knownTypes refuses a type that no Event can have.
func knownTypes(types []string) error {
	for _, t := range types {
		if !slices.ContainsFunc(eventTypes, func(known string) bool { return strings.EqualFold(t, known) }) {
			return usage("invalid value %q for flag --types; it is one of %s", t, strings.Join(eventTypes, ", "))
		}
	}
	return nil
}

// aboutEvents says what the list does not show.
func (p *program) aboutEvents(s *loader.Snapshot, shown []*loader.Event) {
	switch {
	case len(s.Events) == 0 && !s.Coverage.Collected("Event", ""):
		p.say("the dump holds no Events: they were not collected")
	case len(shown) == 0:
		p.say("none of the dump's %s fits", view.Count(len(s.Events), "Event"))
	default:
		p.note("%s of %s; none of those last seen before %s is in the dump, %s", view.Number(len(shown)), view.Count(len(s.Events), "Event"),
			when(s.Capture.EventsSince), when(s.Capture.Time))
	}
}

// eventsAbout returns which Events are about the objects that the text names; all if it is empty.
func eventsAbout(s *loader.Snapshot, text string) (func(*loader.Event) bool, error) {
	if text == "" {
		return func(*loader.Event) bool { return true }, nil
	}
	refs, err := objectsNamed(s, text)
	if err != nil {
		return nil, err
	}
	return func(e *loader.Event) bool {
		return slices.ContainsFunc(refs, func(r loader.Ref) bool {
			return r == e.Object.Key() || r == e.Related.Key() || strings.HasSuffix(text, "/") && r.Kind == "Namespace" && r.Name == e.Ref.Namespace
		})
	}, nil
}

// byLast returns the Events ordered by when they were seen last, then first.
func byLast(events []*loader.Event) []*loader.Event {
	return slices.SortedStableFunc(slices.Values(events), func(a, b *loader.Event) int {
		return cmp.Or(a.Last.Compare(b.Last), a.First.Compare(b.First))
	})
}

func (p *program) writeEvents(w io.Writer, format string, events []*loader.Event, now time.Time) error {
	if format == "json" {
		return p.writeEventsJSON(w, events)
	}
	if len(events) == 0 {
		return nil
	}
	head := []string{"NAMESPACE", "LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"}
	if format == "wide" {
		head = []string{"NAMESPACE", "FIRST", "LAST", "COUNT", "TYPE", "REASON", "OBJECT", "SUBOBJECT", "SOURCE", "MESSAGE", "FROM"}
	}
	var rows [][]string
	for _, e := range events {
		if format == "wide" {
			rows = append(rows, wideEvent(e))
			continue
		}
		rows = append(rows, []string{e.Ref.Namespace, lastSeen(e, now), e.Type, e.Reason, eventObject(e), strings.TrimSpace(e.Message)})
	}
	return p.writeTable(w, head, rows)
}

// lastSeen is the column as "kubectl events" prints it.
func lastSeen(e *loader.Event, now time.Time) string {
	last := podstatus.Age(e.Last, now)
	if e.Count < 2 {
		return last
	}
	return fmt.Sprintf("%s (x%d over %s)", last, e.Count, podstatus.Age(e.First, now))
}

func wideEvent(e *loader.Event) []string {
	return []string{e.Ref.Namespace, when(e.First), when(e.Last), fmt.Sprint(e.Count), e.Type, e.Reason, eventObject(e), e.FieldPath, e.Source(),
		strings.TrimSpace(e.Message), e.Pos.String()}
}

func eventObject(e *loader.Event) string { return strings.ToLower(e.Object.Kind) + "/" + e.Object.Name }
