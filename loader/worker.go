package loader

import (
	"reflect"
	"strings"

	"github.com/podtriage/podtriage/loader/decode"
)

// foundBlock is how many objects a worker makes room for at once.
const foundBlock = 256

// worker decodes. What it found is merged at the end.
type worker struct {
	all      bool      // keep all managedFields
	objects  [][]found // in blocks, so that nothing is copied while they grow
	problems complaints
}

// run decodes chunks and scans logs until there are no more.
func (w *worker) run(r *reading) {
	for j := range r.jobs {
		if j.log == nil {
			w.decode(j)
			continue
		}
		w.scan(j.log)
		r.windows <- j.log.text
	}
}

// scan reads one log.
func (w *worker) scan(l *logFile) {
	defer w.survive(l.file, 0, "log")
	l.scan(l.text, len(l.text), nil)
}

// survive makes a panic cost only what was read.
func (w *worker) survive(f *file, line int, what string) {
	if recover() != nil {
		w.problems.add(Problem{File: f.Read.Name, Line: line, Message: "internal error reading the " + what + "; it was skipped", Loses: true})
	}
}

// decode makes the objects of one chunk.
func (w *worker) decode(j job) {
	defer w.survive(j.file, j.chunk.Line, "object")
	long := len(j.chunk.Data) > longestText
	objects, problems := j.chunk.Decode()
	for i, o := range objects {
		if o.Value == nil || o.Value.GetName() == "" || isAudit(o) {
			continue
		}
		strip(o, w.all)
		if long && cutTexts(reflect.ValueOf(o.Value)) {
			w.problems.add(Problem{File: j.file.Read.Name, Line: o.Line,
				Message: "a text of the object is longer than 64 KiB; its beginning was read"})
		}
		f := found{kind: o.Kind, obj: o.Value, pos: Position{j.file.Read.Name, o.Line, o.Column},
			gone: o.Watch == "DELETED", file: j.file, list: j.list, seq: [2]int{j.seq, i}}
		if e, ok := o.Value.(*decode.Event); ok {
			f.obj = &recorded{e.ObjectMeta, newEvent(e, f.pos)}
		}
		w.found(f)
	}
	for _, p := range problems {
		w.problems.add(Problem{File: j.file.Read.Name, Line: p.Line, Message: p.Message, Loses: p.Loses})
	}
}

// found keeps an object.
func (w *worker) found(f found) {
	last := len(w.objects) - 1
	if last < 0 || len(w.objects[last]) == cap(w.objects[last]) {
		w.objects = append(w.objects, make([]found, 0, foundBlock))
		last++
	}
	w.objects[last] = append(w.objects[last], f)
}

// isAudit tells the API server's audit Events from real ones.
func isAudit(o decode.Object) bool {
	e, ok := o.Value.(*decode.Event)
	return ok && strings.HasPrefix(e.APIVersion, "audit.k8s.io/")
}
