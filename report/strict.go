package report

import (
	"path"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/redact"
)

// learn tells the Redactor every name of the Diagnosis, before the first one is replaced: names that only some texts quote
// are found in all of them then.
func learn(d *analyzer.Diagnosis, r *redact.Redactor) {
	l := learner{r}
	for _, p := range d.Source.Paths {
		stem, _ := splitPath(p)
		r.Learn("source", stem)
	}
	for _, ns := range d.Coverage.Namespaces {
		r.Learn("Namespace", ns)
	}
	for i := range d.Pods {
		l.pod(&d.Pods[i])
	}
	for i := range d.Timelines {
		l.timeline(&d.Timelines[i])
	}
	for i := range d.Changes {
		l.change(&d.Changes[i])
	}
	for i := range d.Incidents {
		l.incident(&d.Incidents[i])
	}
	for i := range d.Unexplained {
		l.ref(d.Unexplained[i].Object)
		l.evidence(d.Unexplained[i].Evidence)
	}
	for i := range d.SetAside {
		l.ref(d.SetAside[i].Object)
	}
	for i := range d.Hygiene {
		l.refs(d.Hygiene[i].Objects)
		l.evidence(d.Hygiene[i].Evidence)
	}
	texts := cleaner{name: l.text, text: l.text, plain: l.skip}
	texts.diagnosis(d)
	each(d.Timelines, texts.timeline)
}

// learner tells a Redactor the names of the parts of a Diagnosis.
type learner struct{ r *redact.Redactor }

func (l learner) pod(p *analyzer.Pod) {
	l.ref(loader.Ref{Kind: "Pod", Namespace: p.Namespace, Name: p.Name})
	l.r.Learn("Node", p.Node)
	if kind, name, ok := strings.Cut(p.Owner, "/"); ok {
		l.r.Learn(kind, name)
	}
}

func (l learner) text(s string) string {
	l.r.LearnText(s)
	return s
}

func (l learner) skip(s string) string { return s }

func (l learner) ref(r loader.Ref) {
	l.r.Learn(r.Kind, r.Name)
	l.r.Learn("Namespace", r.Namespace)
}

func (l learner) refs(list []loader.Ref) {
	for _, r := range list {
		l.ref(r)
	}
}

func (l learner) timeline(t *timeline.Timeline) {
	l.ref(t.Object)
	l.ref(t.Owner)
	for i := range t.Entries {
		l.r.Learn("container", t.Entries[i].Container)
	}
}

func (l learner) change(x *change.Change) {
	l.ref(x.Object)
	l.refs(x.Affects)
	for _, f := range x.Fields {
		if strings.HasSuffix(f.Path, "image") {
			l.r.Learn("image", f.Old)
			l.r.Learn("image", f.New)
		}
	}
}

func (l learner) incident(in *incident.Incident) {
	l.ref(in.Culprit.Ref)
	l.refs(in.Affected)
	l.refs(in.Earlier)
	for _, e := range in.Effects {
		l.ref(e.Object)
	}
	l.evidence(in.Evidence)
}

func (l learner) evidence(list []rules.Evidence) {
	for i := range list {
		e := &list[i]
		if kind, name, ok := strings.Cut(e.Object, " "); ok {
			if ns, rest, ok := strings.Cut(name, "/"); ok {
				l.r.Learn("Namespace", ns)
				name = rest
			}
			name, _, _ = strings.Cut(name, " ")
			l.r.Learn(kind, name)
		}
		if strings.HasSuffix(e.Field, "image") {
			l.r.Learn("image", e.Text)
		}
	}
}

// splitPath parts a source's file name from its endings. The folders before it are dropped: they are of the machine that the
// report was made on.
func splitPath(p string) (stem, endings string) {
	base := path.Base(strings.ReplaceAll(p, `\`, "/"))
	stem = base
	for {
		ending := path.Ext(stem)
		if ending == "" || ending == stem || len(ending) > 6 || strings.Trim(ending, ".0123456789") == "" {
			return stem, base[len(stem):]
		}
		stem = strings.TrimSuffix(stem, ending)
	}
}
