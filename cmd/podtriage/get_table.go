package main

import (
	"io"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/columns"
	"github.com/podtriage/podtriage/loader"
)

// tables prints one table a type, with a blank line between them.
func (g getting) tables(wanted []wantedObjects) error {
	marks, err := g.marks(wanted)
	if err != nil {
		return err
	}
	printed := 0
	err = g.p.print(func(w io.Writer) error {
		for _, want := range wanted {
			head, rows := g.table(want, len(wanted) > 1, marks)
			if len(rows) == 0 {
				continue
			}
			if printed++; printed > 1 {
				io.WriteString(w, "\n")
			}
			if g.noHeaders {
				head = nil
			}
			if err := g.p.writeTable(w, head, rows); err != nil {
				return err
			}
		}
		return nil
	})
	for _, want := range wanted {
		g.absent(want)
	}
	if printed > 0 {
		g.p.note("ages are as of the dump, %s", when(g.s.Capture.Time))
	}
	return err
}

// table makes the head and the rows of one type.
func (g getting) table(want wantedObjects, mixed bool, marks map[loader.Ref]string) (head []string, rows [][]string) {
	if want.typed == "events" {
		return g.eventTable(want)
	}
	withNamespace := len(g.q.Namespaces) != 1
	list := g.rows(want)
	withNamespace = withNamespace && slices.ContainsFunc(list, func(r columns.Row) bool { return r.Object.GetNamespace() != "" })
	shown := g.shown(want.kind.Columns)
	head = pick(want.kind.Columns, shown)
	for _, r := range list {
		cells := slices.Clone(r.Cells)
		if mixed {
			cells[0] = want.kind.Prefix() + cells[0]
		}
		row := pickCells(cells, shown)
		if withNamespace {
			row = slices.Insert(row, 0, r.Object.GetNamespace())
		}
		if want.kind.Kind == "Pod" {
			row = append(row, marks[loader.RefOf("Pod", r.Object).Key()])
		}
		rows = append(rows, row)
	}
	if withNamespace {
		head = slices.Insert(head, 0, "NAMESPACE")
	}
	if want.kind.Kind == "Pod" {
		head = append(head, "!")
	}
	return head, rows
}

// shown are the indexes of the columns to print.
func (g getting) shown(all []columns.Column) (out []int) {
	for i, c := range all {
		if !c.Wide || g.format == "wide" {
			out = append(out, i)
		}
	}
	return out
}

func pick(all []columns.Column, shown []int) (out []string) {
	for _, i := range shown {
		out = append(out, all[i].Name)
	}
	return out
}

func pickCells(cells []string, shown []int) (out []string) {
	for _, i := range shown {
		out = append(out, cells[i])
	}
	return out
}

// eventTable is the table of "kubectl get events", by time.
func (g getting) eventTable(want wantedObjects) (head []string, rows [][]string) {
	all := columns.EventColumns()
	shown := g.shown(all)
	head = pick(all, shown)
	for _, e := range byLast(g.s.Events) {
		if !inNamespaces(g.q.Namespaces, e.Ref) || len(want.names) > 0 && !slices.Contains(want.names, e.Ref.Name) {
			continue
		}
		row := pickCells(columns.Event(e, g.s.Capture.Time), shown)
		if len(g.q.Namespaces) != 1 {
			row = slices.Insert(row, 0, e.Ref.Namespace)
		}
		rows = append(rows, row)
	}
	if len(g.q.Namespaces) != 1 {
		head = slices.Insert(head, 0, "NAMESPACE")
	}
	return head, rows
}

// marks tells for each unhealthy Pod which incident explains it.
func (g getting) marks(wanted []wantedObjects) (map[loader.Ref]string, error) {
	if !slices.ContainsFunc(wanted, func(w wantedObjects) bool { return w.kind.Kind == "Pod" }) {
		return nil, nil
	}
	d, err := analyzer.Analyze(g.c.Context, g.s, analyzer.Options{Version: version, Brief: true})
	if err != nil {
		return nil, err
	}
	out := map[loader.Ref]string{}
	for _, p := range d.Pods {
		mark := p.Incident
		if mark == "" && !p.Healthy {
			mark = "?"
		}
		out[loader.Ref{Kind: "Pod", Namespace: p.Namespace, Name: p.Name}] = mark
	}
	return out, nil
}

// absent says why nothing of the type was printed: a kind that was not collected is not a kind that does not exist.
func (g getting) absent(want wantedObjects) {
	kind := want.kind.Kind
	if want.typed == "events" {
		kind = "Event"
	}
	namespace := ""
	if len(g.q.Namespaces) == 1 {
		namespace = g.q.Namespaces[0]
	}
	for _, name := range want.names {
		if _, rows := g.table(wantedObjects{want.typed, want.kind, []string{name}}, false, nil); len(rows) == 0 {
			g.p.say("%s %s is not in the dump%s", kind, name, g.reason(kind, namespace))
		}
	}
	if _, rows := g.table(want, false, nil); len(want.names) == 0 && len(rows) == 0 {
		where := ""
		if namespace != "" {
			where = " of namespace " + namespace
		}
		g.p.say("no %s%s in the dump%s", kind, where, g.reason(kind, namespace))
	}
}

func (g getting) reason(kind, namespace string) string {
	if g.s.Coverage.Collected(kind, namespace) {
		return ""
	}
	if g.s.Coverage.CutOff(kind, namespace) {
		return ", which is cut off: it is unknown whether there are any"
	}
	return ", which does not hold that kind" + strings.Repeat(" of that namespace", min(1, len(namespace)))
}
