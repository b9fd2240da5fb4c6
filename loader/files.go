package loader

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Read says how one file of the sources was read.
type Read struct {
	Name    string
	Bytes   int64  // read of it, after decompression
	Form    string // what its content was: json, yaml, log, table, describe, error, empty, binary, other, skipped
	Objects int
	Logs    int
	Note    string // what else is to say, such as why nothing was found in it
}

// ErrNothing is what the error of Load is when the sources hold no Kubernetes object.
var ErrNothing = errors.New("no Kubernetes objects found")

// NothingError says what the sources hold in place of objects. It is an [ErrNothing].
type NothingError struct {
	Sources  []string
	Files    []Read    // in the order of reading
	Problems []Problem // why files could not be read
}

// Is makes the error an [ErrNothing].
func (e *NothingError) Is(target error) bool { return target == ErrNothing }

// Error is one line: what was there, and the first thing that was wrong with it.
func (e *NothingError) Error() string {
	text := ErrNothing.Error() + " in " + e.Sources[0]
	if n := len(e.Sources); n > 1 {
		text += fmt.Sprintf(" and %d more", n-1)
	}
	switch len(e.Files) {
	case 0:
		if len(e.Problems) == 0 {
			text += ": there are no files in it"
		}
	case 1:
		if n := e.Files[0].Note; n != "" && len(e.Problems) == 0 {
			return text + ": it " + n
		}
	default:
		big := slices.MaxFunc(e.Files, func(x, y Read) int { return cmp.Compare(x.Bytes, y.Bytes) })
		text += fmt.Sprintf(": it has %d files, the largest is %s (%d bytes); looked for objects as JSON or YAML in every one of them",
			len(e.Files), big.Name, big.Bytes)
	}
	if len(e.Problems) > 0 {
		p := e.Problems[0]
		text += "; " + p.File + ": " + p.Message
	}
	return text
}

// empty reports whether nothing can be analyzed: no object was found, and no list that says there are none.
func (r *reading) empty() bool {
	return len(r.found) == 0 && !slices.ContainsFunc(r.lists, func(l *list) bool { return l.kind != "" })
}

// nothing makes the error for sources without objects.
func (r *reading) nothing(sources []string) error {
	e := &NothingError{Sources: sources, Problems: r.allProblems()}
	for _, f := range r.files {
		e.Files = append(e.Files, f.Read)
	}
	return e
}
