package loader

import (
	"cmp"
	"slices"
	"strconv"
)

// problemsPerFile bounds how often one file can be complained about.
const problemsPerFile = 20

// complaints gathers Problems by file. Of each file it keeps the first ones and the number of the others, so that a file of a million
// broken objects costs no memory, and so that the result does not depend on the order in which they come.
type complaints map[string]*fileProblems

type fileProblems struct {
	kept        []Problem
	dropped     int
	firstLine   int  // of those dropped
	dropsLosses bool // whether one of them loses objects
}

func compareProblems(x, y Problem) int {
	return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Message, y.Message))
}

func (c complaints) add(p Problem) {
	f := c[p.File]
	if f == nil {
		f = &fileProblems{}
		c[p.File] = f
	}
	f.kept = append(f.kept, p)
	if len(f.kept) >= 8*problemsPerFile {
		f.cut()
	}
}

// cut drops all but the first.
func (f *fileProblems) cut() {
	slices.SortStableFunc(f.kept, compareProblems)
	if len(f.kept) <= problemsPerFile {
		return
	}
	for _, p := range f.kept[problemsPerFile:] {
		f.drop(1, p.Line, p.Loses)
	}
	f.kept = f.kept[:problemsPerFile]
}

func (f *fileProblems) drop(n, line int, loses bool) {
	if f.dropped == 0 || line < f.firstLine {
		f.firstLine = line
	}
	f.dropped += n
	f.dropsLosses = f.dropsLosses || loses
}

// merge adds all of the others.
func (c complaints) merge(others complaints) {
	for file, o := range others {
		for _, p := range o.kept {
			c.add(p)
		}
		if o.dropped > 0 {
			c[file].drop(o.dropped, o.firstLine, o.dropsLosses)
		}
	}
}

// list returns the Problems ordered by file and line. Where many were dropped, one of each message is enough.
func (c complaints) list() []Problem {
	var out []Problem
	for file, f := range c {
		f.cut()
		kept := f.kept
		if f.dropped > 0 {
			kept = oneOfEach(kept)
			more := len(f.kept) - len(kept) + f.dropped
			kept = append(kept, Problem{File: file, Line: f.firstLine,
				Message: strconv.Itoa(more) + " more problems in this file", Loses: f.dropsLosses})
		}
		out = append(out, slices.Compact(kept)...)
	}
	slices.SortStableFunc(out, compareProblems)
	return out
}

// oneOfEach keeps the first Problem of each message.
func oneOfEach(all []Problem) []Problem {
	seen := map[string]bool{}
	var out []Problem
	for _, p := range all {
		if !seen[p.Message] {
			out = append(out, p)
		}
		seen[p.Message] = true
	}
	return out
}

// allProblems are those of the walk and of all workers.
func (r *reading) allProblems() []Problem {
	all := complaints{}
	all.merge(r.problems)
	for _, w := range r.workers {
		all.merge(w.problems)
	}
	return all.list()
}
