package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

// All lists the rules, most specific first. The order is the precedence: of two rules that explain the same container the
// earlier one names the cause, the later one becomes a note.
func All() []*Rule {
	return slices.Concat(
		nodeRules,
		admissionRules,
		schedulingRules,
		sandboxRules,
		volumeRules,
		imageRules,
		configRules,
		startRules,
		memoryRules,
		evictionRules,
		hookRules,
		networkRules,
		probeRules,
		exitRules,
		deletionRules,
		changeRules,
		workloadRules,
		drainRules,
		clusterRules,
		addonRules,
		serviceRules,
	)
}

// Known lists all rules that have an explanation: those of All, and those of Hygiene.
func Known() []*Rule { return slices.Concat(All(), hygieneRules) }

// Category is the first part of a rule's ID.
func (r *Rule) Category() string { return CategoryOf(r.ID) }

// CategoryOf is the category of the rule with the ID.
func CategoryOf(id string) string {
	c, _, _ := strings.Cut(id, "/")
	return c
}

// Run asks every rule; Findings are in the order of the list. A rule that panics costs its own Findings only; the Problem
// names it.
func Run(c *Context, list []*Rule) ([]Finding, []loader.Problem) {
	found, errs := make([][]Finding, len(list)), make([]error, len(list))
	parallel(len(list), 1, func(i int) { found[i], errs[i] = detect(list[i], c) })
	var out []Finding
	var problems []loader.Problem
	for i, r := range list {
		if errs[i] != nil {
			problems = append(problems, loader.Problem{Message: errs[i].Error()})
		}
		for _, f := range found[i] {
			f.Rule = r.ID
			c.dropQuoted(&f)
			if c.honest(&f); len(f.Evidence) > 0 {
				out = append(out, f)
			}
		}
	}
	return out, problems
}

func detect(r *Rule, c *Context) (found []Finding, err error) {
	defer func() {
		if p := recover(); p != nil {
			found, err = nil, fmt.Errorf("rule %s failed on this dump: %v", r.ID, p)
		}
	}()
	return r.Detect(c), nil
}
