package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/podtriage/podtriage/analyzer/explain"
)

// categories of the report contract: a rule of each may be named before it exists.
const contract = "unschedulable image-pull config-error create-error command-error app-crash oom evicted init-failure hook-failure readiness liveness startup-probe volume " +
	"sandbox-network admission node-lost stuck-terminating job rollout autoscaling dependency other"

// answered reports whether the word is a rule, a category, a command or has an entry.
func answered(word string) bool {
	command, _, _ := strings.Cut(strings.TrimPrefix(word, "podtriage "), " ")
	if strings.HasPrefix(word, "podtriage ") {
		for _, c := range (&program{}).commands() {
			if c.Name == command {
				return true
			}
		}
		return false
	}
	for _, c := range strings.Fields(contract) {
		if c == word {
			return true
		}
	}
	return len(rulesOf(word))+len(explain.Find(word)) > 0
}

func TestBackground(t *testing.T) {
	page, err := os.ReadFile("../../docs/background.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 || strings.HasPrefix(cells[1], "---") || strings.TrimSpace(cells[2]) == "answered by" {
			continue
		}
		rows++
		names := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[2], -1)
		if len(names) == 0 {
			t.Errorf("%s: nothing answers it", strings.TrimSpace(cells[1]))
		}
		for _, n := range names {
			if !answered(n[1]) {
				t.Errorf("%s: no rule, entry or command is called %s", strings.TrimSpace(cells[1]), n[1])
			}
		}
	}
	if rows < 50 {
		t.Errorf("only %d rows were read", rows)
	}
}

// TestRulesOfEntries holds that what an entry refers to exists.
func TestRulesOfEntries(t *testing.T) {
	for _, e := range explain.All() {
		for _, name := range e.Rules {
			if !answered(name) {
				t.Errorf("explain %s refers to %s, which is no rule and no category", e.Name, name)
			}
		}
	}
}
