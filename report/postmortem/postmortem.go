// Package postmortem draws a draft in Markdown. In goes a View with its timelines, out come the facts of the report with their sources,
// and blanks for what only people know.
//
// Rules: a line without a source is not written; nothing is said about impact on users, blame, detection or cure; durations are
// bounds; blanks are marked [people] and counted at the end.
package postmortem

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/markdown"
	"github.com/podtriage/podtriage/report/view"
)

// people marks a blank.
const people = "`[people]`"

// draft is a postmortem while it is written.
type draft struct {
	*view.View
	b      strings.Builder
	causes []incident.Incident      // errors and warnings
	about  map[loader.Ref]time.Time // the objects of the causes, their owners and nodes, and when their cause was first seen
	first  time.Time                // when the first of them was seen
}

// Write draws the draft.
func Write(w io.Writer, v *view.View) error {
	d := &draft{View: v, about: map[loader.Ref]time.Time{}}
	for _, in := range v.Incidents {
		if in.Severity == rules.Error || in.Severity == rules.Warning {
			d.cause(in)
		}
	}
	for _, u := range v.Unexplained {
		d.about[u.Object.Key()] = time.Time{}
	}
	d.head()
	d.summary()
	d.impact()
	d.timeline()
	d.detection()
	d.changes()
	d.conditions()
	d.response()
	d.questions()
	d.actions()
	d.evidence()
	text := d.b.String()
	blanks := 0
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, "[people]") {
			blanks++
		}
	}
	_, err := fmt.Fprintf(w, "%s\n%d lines of this draft are for people.\n", text, blanks)
	return err
}

// cause takes an incident and the objects it is about.
func (d *draft) cause(in incident.Incident) {
	d.causes = append(d.causes, in)
	if !in.FirstSeen.IsZero() && (d.first.IsZero() || in.FirstSeen.Before(d.first)) {
		d.first = in.FirstSeen
	}
	involve := func(r loader.Ref) {
		if r = r.Key(); in.FirstSeen.After(d.about[r]) {
			d.about[r] = in.FirstSeen
		} else if _, ok := d.about[r]; !ok {
			d.about[r] = time.Time{}
		}
	}
	involve(in.Culprit.Ref)
	for _, r := range in.Affected {
		involve(r)
	}
	for _, p := range d.PodsOf(&in) {
		if kind, name, ok := strings.Cut(p.Owner, "/"); ok {
			involve(loader.Ref{Kind: kind, Namespace: p.Namespace, Name: name})
		}
		if p.Node != "" {
			involve(loader.Ref{Kind: "Node", Name: p.Node})
		}
	}
}

func (d *draft) line(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

func (d *draft) row(cells ...string) {
	for i, c := range cells {
		if c != people && !strings.HasPrefix(c, people) {
			cells[i] = markdown.Cell(c)
		}
	}
	d.line("| %s |", strings.Join(cells, " | "))
}

func (d *draft) table(head ...string) {
	d.line("| %s |\n|%s", strings.Join(head, " | "), strings.Repeat("---|", len(head)))
}

func (d *draft) section(title string) { d.line("\n## %s\n", title) }

// name is the title of a cause before its verdict.
func name(in incident.Incident) string {
	n, _, _ := strings.Cut(in.Title, ": ")
	return n
}

func (d *draft) head() {
	title := "no cause found"
	switch n := len(d.causes); {
	case n > 3:
		title = view.Count(n, "cause") + ", first " + name(d.causes[0])
	case n > 0:
		var names []string
		for _, in := range d.causes {
			names = append(names, name(in))
		}
		title = strings.Join(names, ", ")
	}
	day := "unknown day"
	if !d.Capture.Time.IsZero() {
		day = d.Capture.Time.UTC().Format(time.DateOnly)
	}
	d.line("# Postmortem draft: %s, %s\n", markdown.Prose(title), day)
	d.line("> **Draft made by podtriage from a cluster dump. It holds records, not conclusions.** Lines marked %s are for you.", people)
	d.line("> Times are UTC. E numbers point to the evidence table at the end.\n")
	d.table("", "")
	d.row("Incident id, severity", people)
	d.row("Status", "draft")
	d.row("Owner, contributors, reviewers", people)
	d.row("Dump", strings.Join(d.Source.Paths, ", ")+", "+view.Bytes(d.Source.Bytes)+" of text")
	d.row("Dump time", d.dumpTime())
	if d.Capture.EventsSince.IsZero() {
		d.row("The dump can speak for", "object states only: no Events in the dump")
	} else {
		d.row("The dump can speak for", d.Clock(d.Capture.EventsSince)+" to "+d.Clock(d.Capture.Time)+" (Events); object states at the dump")
	}
}

func (d *draft) dumpTime() string {
	if d.Capture.Time.IsZero() {
		return "unknown; ages are left out"
	}
	return d.Capture.Time.UTC().Format("2006-01-02 15:04:05Z") + " (" + d.Capture.Basis + ")"
}

func (d *draft) summary() {
	d.section("Summary")
	for i, in := range d.causes {
		if i == 3 {
			d.line("%s more, listed below.\n", view.Count(len(d.causes)-3, "cause"))
			break
		}
		text := in.Cause
		if in.Trigger != "" {
			text += " Recorded just before: " + in.Trigger
			if in.TriggerConfidence != "" {
				text += " (" + string(in.TriggerConfidence) + " the trigger)"
			}
		}
		d.line("%s %s (%s)\n", markdown.Prose(d.window(in)+": "+in.Title+"."), markdown.Prose(text), ids(in))
	}
	if len(d.causes) == 0 {
		d.line("The dump shows no failure whose cause podtriage knows.\n")
	}
	d.line("%s one sentence: what did customers notice?", people)
}

// window is when a cause was on record; its end is a bound, as a dump does not see recovery.
func (d *draft) window(in incident.Incident) string {
	if in.FirstSeen.IsZero() {
		return "Until the dump, since when is not recorded"
	}
	return "From " + d.Clock(in.FirstSeen) + " until the dump at " + d.Clock(d.Capture.Time)
}

// ids are the numbers of the evidence, such as E1 E2.
func ids(in incident.Incident) string {
	var out []string
	for _, e := range in.Evidence {
		out = append(out, e.ID)
	}
	return strings.Join(out[:min(len(out), 6)], " ")
}

func (d *draft) impact() {
	d.section("Impact")
	d.line("A dump shows what Kubernetes recorded; lengths of time are lower bounds.\n")
	d.table("Measure", "Value", "Source")
	for _, in := range d.causes {
		value := in.Impact
		if !in.FirstSeen.IsZero() && !d.Capture.Time.IsZero() {
			value = strings.TrimPrefix(strings.TrimSuffix(value, ".")+"; at least "+d.Capture.Time.Sub(in.FirstSeen).Truncate(time.Second).String()+
				" (first record to the dump)", "; ")
		}
		d.row(in.Title, value, ids(in))
		for _, e := range in.Effects {
			if strings.Contains(in.Impact, e.Object.String()+" has ") {
				continue // the row above says how it is
			}
			d.row(e.Object.String(), string(e.Confidence)+": "+e.Text, strings.Join(e.Evidence, " "))
		}
	}
	d.row("Pods unhealthy at the dump", fmt.Sprintf("%d of %d", d.Summary.Unhealthy, d.Summary.Pods), "pod states")
	d.row("Users, requests, orders, revenue, support cases", people, "monitoring")
}

func (d *draft) detection() {
	d.section("Detection")
	if !d.first.IsZero() {
		d.line("First record of trouble in the dump: %s.", d.Clock(d.first))
	}
	d.line("Whether anyone or anything noticed then is not in a dump. %s", people)
}

func (d *draft) conditions() {
	d.section("Contributing conditions")
	for i, in := range d.causes {
		d.line("%d. %s %s, %s.", i+1, markdown.Prose(in.Cause), in.Confidence, ids(in))
		for _, n := range in.Notes {
			d.line("   * %s", markdown.Prose(n))
		}
	}
	d.line("\n%s What made each of these possible? Ask what and how.", people)
}

func (d *draft) response() {
	d.section("Response, mitigation, recovery")
	for _, in := range d.causes {
		pods := d.PodsOf(&in)
		if len(pods) > 0 {
			d.line("* at the dump, %s: %s", markdown.Prose(name(in)), markdown.Prose(view.Statuses(pods)))
		}
	}
	d.line("* what was done, when, and what it was expected to change: %s", people)
	d.section("What went well / What went badly / Where we were lucky")
	d.line("%s", people)
}

func (d *draft) actions() {
	d.section("Action items")
	d.table("Action (verb, bounded)", "Type: prevent, detect, mitigate, process", "Owner", "Priority", "Due", "Ticket")
	d.row(people, "", "", "", "", "")
	d.section("Message to the outside")
	d.line("This draft holds internal names. %s", people)
}

func (d *draft) evidence() {
	d.section("Coverage")
	if len(d.Coverage.NotCollected) > 0 {
		d.line("Not in the dump: %s.", markdown.Prose(strings.Join(d.Coverage.NotCollected, ", ")))
	}
	for _, p := range d.Problems {
		d.line("* unreadable: %s", markdown.Prose(p.File+": "+p.Message))
	}
	d.line("Absence of a record here is not absence of the fact.")
	d.section("Evidence and method")
	d.line("Made by %s %s.\n", d.Tool.Name, markdown.Prose(d.Tool.Version))
	d.table("Id", "Place", "What stands there")
	for _, in := range d.causes {
		for _, e := range in.Evidence {
			d.row(e.ID, view.Place(e), strings.TrimSpace(view.Subject(e)+": "+e.Text))
		}
	}
}
