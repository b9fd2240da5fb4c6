package report

import (
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/redact"
)

// cleaner makes every string of a Diagnosis safe to show: the one place between the model and the writers. Names, kinds and
// ids stand within a line; prose, quoted text and commands keep their line ends.
type cleaner struct {
	name func(string) string
	text func(string) string
	// plain makes words safe that are no names: kinds, states, numbers.
	plain func(string) string
	// strict hides the folders of the sources.
	strict bool
}

// Limits of one string. The dump's author may have put megabytes into a name.
const (
	rawBytes  = 64 << 10 // what is searched for secrets
	nameBytes = 1 << 10
	textBytes = 4 << 10
)

// clean returns a copy of the Diagnosis that is safe to show; the Diagnosis itself stays as it is. Secrets go first, since
// what a reader cannot see must not hide them; what is left is written out then. A copy that is not
// whole has no timelines. The second result is the redaction of all but the timelines.
func clean(d *analyzer.Diagnosis, r *redact.Redactor, whole bool) (*analyzer.Diagnosis, analyzer.Redaction) {
	r.Reset()
	if r.Mode() == redact.Strict {
		if d.Redaction.Mode == string(redact.Strict) {
			r = redact.New(redact.Default) // its names are pseudonyms already
		} else {
			learn(d, r)
		}
	}
	c := newCleaner(r)
	out := c.diagnosis(d)
	out.Timelines = nil
	brief := c.redaction(d.Redaction, r)
	if whole {
		out.Timelines = each(d.Timelines, c.timeline)
	}
	out.Redaction = c.redaction(d.Redaction, r)
	return out, brief
}

// redaction is what was taken out so far, of the dump and of the report that was made of it before.
func (c cleaner) redaction(before analyzer.Redaction, r *redact.Redactor) analyzer.Redaction {
	out := analyzer.Redaction{Mode: string(r.Mode()), Replaced: r.Counts()}
	for kind, n := range before.Replaced {
		out.Replaced[c.plain(kind)] += n
	}
	if r.Mode() == redact.Off && before.Mode != "" || before.Mode == string(redact.Strict) {
		out.Mode = c.plain(before.Mode)
	}
	return out
}

func newCleaner(r *redact.Redactor) cleaner {
	return cleaner{
		name: func(s string) string { return escape.Short(escape.Line(r.Text(escape.Short(s, rawBytes))), nameBytes) },
		text: func(s string) string { return escape.Short(escape.Text(r.Text(escape.Short(s, rawBytes))), textBytes) },
		plain: func(s string) string {
			return escape.Short(escape.Line(r.Secrets(escape.Short(s, rawBytes))), nameBytes)
		},
		strict: r.Mode() == redact.Strict,
	}
}

func (c cleaner) diagnosis(d *analyzer.Diagnosis) *analyzer.Diagnosis {
	out := *d
	out.Schema = c.plain(d.Schema)
	out.Tool = analyzer.Tool{Name: c.plain(d.Tool.Name), Version: c.plain(d.Tool.Version)}
	out.Source.Paths = c.paths(d.Source.Paths)
	out.Source.Layouts = c.plains(d.Source.Layouts)
	out.Source.Clusters = each(d.Source.Clusters, func(k *loader.Cluster) { k.Roots, k.Sources = c.names(k.Roots), c.paths(k.Sources) })
	out.Capture.Basis = c.text(d.Capture.Basis)
	out.Coverage.Namespaces = c.names(d.Coverage.Namespaces)
	out.Coverage.NotCollected = c.plains(d.Coverage.NotCollected)
	out.Coverage.Objects = make(map[string]int, len(d.Coverage.Objects))
	for kind, n := range d.Coverage.Objects {
		out.Coverage.Objects[c.plain(kind)] += n
	}
	out.Coverage.Kubelets = c.plains(d.Coverage.Kubelets)
	out.Missing = each(d.Missing, c.missing)
	out.Problems = each(d.Problems, c.problem)
	out.Hidden = each(d.Hidden, func(h *analyzer.Hidden) { h.By = c.name(h.By) })
	out.Incidents = each(d.Incidents, c.incident)
	out.Unexplained = each(d.Unexplained, c.unexplained)
	out.SetAside = each(d.SetAside, c.aside)
	out.Hygiene = each(d.Hygiene, c.hygiene)
	out.Focus = c.focus(d.Focus)
	out.Pods = each(d.Pods, c.pod)
	out.Changes = each(d.Changes, c.change)
	return &out
}

// paths makes the sources' names safe; where names are hidden, their folders are too.
func (c cleaner) paths(list []string) []string {
	return each(list, func(s *string) {
		if c.strict {
			stem, endings := splitPath(*s)
			*s = stem + endings
		}
		*s = c.name(*s)
	})
}

func (c cleaner) problem(p *loader.Problem) {
	p.File, p.Message = c.name(p.File), c.text(p.Message)
}

func (c cleaner) missing(m *analyzer.Missing) {
	m.What, m.State, m.Why, m.Command = c.text(m.What), word(m.State), c.text(m.Why), c.text(m.Command)
}

func (c cleaner) incident(in *incident.Incident) {
	in.ID, in.Fingerprint, in.Rule, in.Category = word(in.ID), word(in.Fingerprint), word(in.Rule), word(in.Category)
	in.Severity, in.Confidence = word(in.Severity), word(in.Confidence)
	in.TriggerConfidence = rules.Confidence(c.plain(string(in.TriggerConfidence)))
	in.Title, in.Impact, in.Cause, in.Trigger = c.name(in.Title), c.text(in.Impact), c.text(in.Cause), c.text(in.Trigger)
	in.Notes, in.RuledOut, in.Unknown = c.texts(in.Notes), c.texts(in.RuledOut), c.texts(in.Unknown)
	in.Effects = each(in.Effects, c.effect)
	c.ref(&in.Culprit.Ref)
	in.Culprit.Field = c.name(in.Culprit.Field)
	in.Affected, in.Earlier = each(in.Affected, c.ref), each(in.Earlier, c.ref)
	in.Evidence = each(in.Evidence, c.evidence)
	in.Next = each(in.Next, c.step)
}

func (c cleaner) unexplained(u *analyzer.Unexplained) {
	c.ref(&u.Object)
	u.Text, u.Evidence, u.Unknown, u.Next = c.text(u.Text), each(u.Evidence, c.evidence), c.texts(u.Unknown), each(u.Next, c.step)
}

func (c cleaner) aside(a *analyzer.SetAside) {
	c.ref(&a.Object)
	a.Text, a.Reason, a.File = c.text(a.Text), c.text(a.Reason), c.name(a.File)
}

func (c cleaner) hygiene(h *analyzer.Hygiene) {
	h.Rule, h.Title = word(h.Rule), c.text(h.Title)
	h.Objects, h.Evidence = each(h.Objects, c.ref), each(h.Evidence, c.evidence)
}

func (c cleaner) focus(f *analyzer.Focus) *analyzer.Focus {
	if f == nil {
		return nil
	}
	return &analyzer.Focus{Asked: c.name(f.Asked), Objects: each(f.Objects, c.ref), Incidents: each(f.Incidents,
		func(s *string) { *s = word(*s) })}
}

func (c cleaner) effect(e *incident.Effect) {
	c.ref(&e.Object)
	e.Alone = c.text(e.Alone)
	e.Text, e.Confidence, e.Evidence = c.text(e.Text), word(e.Confidence), each(e.Evidence, func(s *string) { *s = word(*s) })
}

func (c cleaner) evidence(e *rules.Evidence) {
	e.ID, e.File, e.Object, e.Field, e.Text = word(e.ID), c.name(e.File), c.name(e.Object), c.name(e.Field), c.text(e.Text)
}

func (c cleaner) step(s *rules.Step) {
	s.Kind, s.Text, s.Command = word(s.Kind), c.text(s.Text), c.text(s.Command)
}

func (c cleaner) ref(r *loader.Ref) {
	r.Kind, r.Namespace, r.Name, r.UID = c.plain(r.Kind), c.name(r.Namespace), c.name(r.Name), types.UID(c.name(string(r.UID)))
}

func (c cleaner) pod(p *analyzer.Pod) {
	p.Namespace, p.Name, p.UID, p.Node, p.Owner = c.name(p.Namespace), c.name(p.Name), c.name(p.UID), c.name(p.Node), c.name(p.Owner)
	p.Ready, p.Status, p.Restarts, p.Age = c.plain(p.Ready), c.state(p.Status), c.plain(p.Restarts), c.plain(p.Age)
	p.Phase, p.Incident = c.plain(p.Phase), word(p.Incident)
}

func (c cleaner) change(x *change.Change) {
	c.ref(&x.Object)
	x.Kind, x.Text, x.By = word(x.Kind), c.text(x.Text), c.name(x.By)
	x.Fields = each(x.Fields, func(f *change.Field) { f.Path, f.Old, f.New = c.name(f.Path), c.text(f.Old), c.text(f.New) })
	x.Affects = each(x.Affects, c.ref)
	x.Positions = each(x.Positions, func(p *loader.Position) { p.File = c.name(p.File) })
}

func (c cleaner) timeline(t *timeline.Timeline) {
	c.ref(&t.Object)
	c.ref(&t.Owner)
	t.Entries = each(t.Entries, c.entry)
}

func (c cleaner) entry(e *timeline.Entry) {
	e.Precision, e.Kind = word(e.Precision), word(e.Kind)
	e.Container, e.Condition, e.From, e.To = c.name(e.Container), c.plain(e.Condition), c.state(e.From), c.state(e.To)
	e.Reason, e.Text, e.File = c.state(e.Reason), c.text(e.Text), c.name(e.File)
}

func (c cleaner) names(list []string) []string {
	return each(list, func(s *string) { *s = c.name(*s) })
}

// state makes a state or a reason safe: one word, which is no name, or what old kubelets wrote there, which may hold some.
func (c cleaner) state(s string) string {
	if strings.ContainsAny(s, " /") {
		return c.name(s)
	}
	return c.plain(s)
}

func (c cleaner) plains(list []string) []string {
	return each(list, func(s *string) { *s = c.plain(*s) })
}

func (c cleaner) texts(list []string) []string {
	return each(list, func(s *string) { *s = c.text(*s) })
}

// issueLink is a text that GitHub makes a link of; what stands before it does not matter to who reads it.
var issueLink = regexp.MustCompile(`(?i)gh-[0-9]`)

// word keeps what is one of our own words or ids and drops anything else: those stand unescaped in some formats. Only a
// report that was changed by hand holds others. GH-1 is a link on GitHub.
func word[S ~string](s S) S {
	if len(s) > 64 || strings.Trim(string(s), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/- ") != "" ||
		issueLink.MatchString(string(s)) {
		return ""
	}
	return s
}

// each copies a list, which is never nil then, and makes each item safe.
func each[T any](list []T, f func(*T)) []T {
	out := append(make([]T, 0, len(list)), list...)
	for i := range out {
		f(&out[i])
	}
	return slices.Clip(out)
}
