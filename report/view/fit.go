package view

import (
	"strings"
)

// Section is one cause of a report with a size limit. Its parts are given up in this order: More, Evidence, Core.
type Section struct {
	ID                   string
	Core, Evidence, More string
}

// Fit joins head, sections and tail within the budget of bytes. What does not fit goes whole: first what Section.More holds,
// then evidence of the last causes, then the last causes; leftOut names them between sections and tail.
func Fit(head, tail string, sections []Section, budget int, leftOut func(evidence, causes []string, details bool) string) string {
	kept := append([]Section(nil), sections...)
	var evidence, causes []string
	details := false
	total := func() int {
		n := len(head) + len(tail) + len(leftOut(evidence, causes, details))
		for _, s := range kept {
			n += len(s.Core) + len(s.Evidence) + len(s.More)
		}
		return n
	}
	for i := len(kept) - 1; i >= 0 && total() > budget; i-- {
		details = details || kept[i].More != ""
		kept[i].More = ""
	}
	for i := len(kept) - 1; i >= 0 && total() > budget; i-- {
		if kept[i].Evidence != "" {
			kept[i].Evidence = ""
			evidence = append([]string{kept[i].ID}, evidence...)
		}
	}
	for len(kept) > 0 && total() > budget {
		last := kept[len(kept)-1]
		kept = kept[:len(kept)-1]
		causes = append([]string{last.ID}, causes...)
		if n := len(evidence); n > 0 && evidence[n-1] == last.ID {
			evidence = evidence[:n-1]
		}
	}
	var b strings.Builder
	b.WriteString(head)
	for _, s := range kept {
		b.WriteString(s.Core + s.Evidence + s.More)
	}
	b.WriteString(leftOut(evidence, causes, details))
	b.WriteString(tail)
	return b.String()
}

// LeftOut says in words what did not fit, or "". Full names the report that holds it.
func LeftOut(evidence, causes []string, details bool) string {
	var parts []string
	if details {
		parts = append(parts, "timelines")
	}
	if len(evidence) > 0 {
		parts = append(parts, "the evidence of "+causeRange(evidence))
	}
	if len(causes) > 0 {
		parts = append(parts, causeRange(causes))
	}
	if len(parts) == 0 {
		return ""
	}
	return "Left out for size: " + strings.Join(parts, ", ") + ". The HTML and JSON reports hold them."
}

// causeRange names causes by their ids: "cause 3", "causes 3 to 9".
func causeRange(ids []string) string {
	if len(ids) == 1 {
		return "cause " + ids[0]
	}
	return "causes " + ids[0] + " to " + ids[len(ids)-1]
}
