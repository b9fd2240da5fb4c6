package view

import "strings"

// Section is one cause of a report with a size limit. Its parts are given up in this order: More, Evidence, Core.
type Section struct {
	ID                   string
	Core, Evidence, More string
}

// omitted is what a report with a size limit leaves out.
type omitted struct {
	Timelines        bool
	Evidence, Causes idRange
	Rest             bool // part of what stands before and after the causes
}

// idRange is causes by their ids, from the first to the last one.
type idRange struct{ First, Last string }

// fit joins head, sections and tail within the budget of bytes. What does not fit goes whole: first what Section.More holds,
// then evidence of the last causes, then the last causes, then the tail, then the head; leftOut names it between sections and
// tail. The result is never longer than the budget.
func fit(head, tail string, sections []Section, budget int, leftOut func(omitted) string) string {
	f := fitting{head: head, tail: tail, sections: sections, budget: budget, leftOut: leftOut}
	f.measure()
	for i := len(sections) - 1; i >= 0 && f.over(); i-- {
		f.dropMore(i)
	}
	for i := len(sections) - 1; i >= 0 && f.over(); i-- {
		f.dropEvidence(i)
	}
	for f.kept > 0 && f.over() {
		f.dropCause()
	}
	if f.over() {
		f.omitted.Rest, f.tail = true, ""
	}
	if f.over() {
		f.head = ""
	}
	if f.over() {
		return short(f.omitted.words(), budget)
	}
	return f.join()
}

// fitting is a report while it is made to fit.
type fitting struct {
	head, tail string
	sections   []Section
	kept       int // sections that are not dropped
	mores      int // sections up to here have their More
	proofs     int // sections up to here have their Evidence
	size       int // bytes of what is kept of the sections
	budget     int
	omitted    omitted
	leftOut    func(omitted) string
}

func (f *fitting) measure() {
	f.kept, f.mores, f.proofs = len(f.sections), len(f.sections), len(f.sections)
	for _, s := range f.sections {
		f.size += len(s.Core) + len(s.Evidence) + len(s.More)
	}
}

func (f *fitting) over() bool {
	return len(f.head)+len(f.tail)+f.size+len(f.leftOut(f.omitted)) > f.budget
}

func (f *fitting) dropMore(i int) {
	f.mores = i
	f.size -= len(f.sections[i].More)
	f.omitted.Timelines = f.omitted.Timelines || f.sections[i].More != ""
}

func (f *fitting) dropEvidence(i int) {
	f.proofs = i
	if f.sections[i].Evidence != "" {
		f.size -= len(f.sections[i].Evidence)
		f.omitted.Evidence.extend(f.sections[i].ID)
	}
}

func (f *fitting) dropCause() {
	f.kept--
	last := f.sections[f.kept]
	f.size -= len(last.Core)
	f.omitted.Causes.extend(last.ID)
	switch e := &f.omitted.Evidence; {
	case f.kept == 0 || e.First == last.ID:
		*e = idRange{}
	case e.Last == last.ID:
		e.Last = f.sections[f.kept-1].ID
	}
}

// extend puts an id before the others.
func (r *idRange) extend(id string) {
	if r.First = id; r.Last == "" {
		r.Last = id
	}
}

func (f *fitting) join() string {
	var b strings.Builder
	b.WriteString(f.head)
	for i, s := range f.sections[:f.kept] {
		b.WriteString(s.Core)
		if i < f.proofs {
			b.WriteString(s.Evidence)
		}
		if i < f.mores {
			b.WriteString(s.More)
		}
	}
	b.WriteString(f.leftOut(f.omitted))
	b.WriteString(f.tail)
	return b.String()
}

// short is what is said where nothing else fits: words of our own, cut where even those are too many.
func short(s string, budget int) string {
	if len(s)+1 <= budget {
		return s + "\n"
	}
	return strings.TrimRight(s[:max(budget, 0)], " ")
}

// words says what did not fit and where it is, or "".
func (o omitted) words() string {
	var parts []string
	if o.Timelines {
		parts = append(parts, "timelines")
	}
	if o.Evidence.First != "" {
		parts = append(parts, "the evidence of "+o.Evidence.String())
	}
	if o.Causes.First != "" {
		parts = append(parts, o.Causes.String())
	}
	if o.Rest {
		parts = append(parts, "what the dump cannot show")
	}
	if len(parts) == 0 {
		return ""
	}
	return "Left out for size: " + strings.Join(parts, ", ") + ". The HTML and JSON reports hold them."
}

// String names the causes: "cause 3", "causes 3 to 9".
func (r idRange) String() string {
	if r.First == r.Last {
		return "cause " + r.First
	}
	return "causes " + r.First + " to " + r.Last
}
