package view

import (
	"strings"
	"testing"
	"time"
)

// TestFit holds that no budget is exceeded, however small, and that what is left out is named wherever there is room for it.
func TestFit(t *testing.T) {
	var sections []Section
	for _, id := range strings.Fields("1 2 3 4 5 6 7 8 9") {
		sections = append(sections, Section{ID: id, Core: "core" + id + "\n", Evidence: "evidence" + id + "\n", More: "more" + id + "\n"})
	}
	leftOut := omitted.words
	head, tail := strings.Repeat("h", 99)+"\n", strings.Repeat("t", 99)+"\n"
	whole := len(fit(head, tail, sections, 1<<20, leftOut))
	for budget := range whole + 2 {
		got := fit(head, tail, sections, budget, leftOut)
		if len(got) > budget {
			t.Errorf("%d bytes for a budget of %d", len(got), budget)
		}
		if complete := budget >= whole; complete == strings.Contains(got, "Left out") && budget > 150 {
			t.Errorf("with a budget of %d of %d it says: %s", budget, whole, got)
		}
		for _, s := range sections {
			if lost := !strings.Contains(got, s.Core); lost && budget > 350 && !strings.Contains(got, "cause "+s.ID) &&
				!strings.Contains(got, "to 9") {
				t.Errorf("with a budget of %d cause %s is lost without a word: %s", budget, s.ID, got)
			}
		}
	}
}

// TestFitIsFast holds that the time grows with the number of causes and no faster.
func TestFitIsFast(t *testing.T) {
	sections := make([]Section, 200_000)
	for i := range sections {
		sections[i] = Section{ID: Number(i), Core: "core", Evidence: "evidence", More: "more"}
	}
	start := time.Now()
	fit("head", "tail", sections, 1000, omitted.words)
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("200,000 causes take %s", d)
	}
}
