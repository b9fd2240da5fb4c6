package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

func (p *program) analyzeCommand() *cli.Command {
	return &cli.Command{
		Name: "analyze", Category: "Analyze", Usage: "find causes and write reports",
		ArgsUsage: "SOURCE...",
		Description: `Reads the sources as one dump and reports each cause once, with what it broke, since when, and the lines that prove it.
Several sources complete each other: of an object that is in two of them the newer version is used.`,
		UsageText: `analyze dump.tar.gz
analyze dump.tar.gz more.json --write ticket.md --write report.html
analyze -o json - < dump.json
analyze dump.tar.gz -n shop --fail-on error
analyze --each cases/ -o ndjson > causes.ndjson`,
		Flags: flags(reportFlags(), []cli.Flag{
			&cli.StringFlag{Name: "focus", Usage: "`OBJECT` of the complaint: what explains it comes first, and the report says if nothing does"},
			&cli.StringFlag{Name: "fail-on", Usage: "exit with 1 if there are incidents of `SEVERITY` or worse: " +
				strings.Join(severities, ", "), Value: "never"},
			&cli.BoolFlag{Name: "hygiene", Usage: "also list what is not good practice and breaks nothing by itself, apart from the causes"},
			&cli.BoolFlag{Name: "each", Usage: "what stands in the SOURCE directories is a dump each; needs -o ndjson"},
			&cli.BoolFlag{Name: "allow-damaged", Usage: "exit with 0, not 4, where the source was damaged"},
		}, filterFlags(), reportRedactFlags(), sourceFlags(), streamFlags()),
		Action: p.analyze,
	}
}

// filterFlags choose which incidents are shown.
func filterFlags() []cli.Flag {
	return append(namespaceFlags(),
		&cli.StringFlag{Name: "min-severity", Usage: "hide incidents below `SEVERITY`: info, warning, error", Value: "info"},
		&cli.StringSliceFlag{Name: "only", Usage: "only incidents of `RULE`: a rule or a category, maybe @namespace/name, " +
			"or the number of one (repeatable)"},
		&cli.StringSliceFlag{Name: "ignore", Usage: "hide incidents of `RULE` (repeatable)"},
		baselineFlag(),
	)
}

func (p *program) analyze(c *cli.Context) error {
	failOn, err := oneOf(c, "fail-on", severities...)
	if err != nil {
		return err
	}
	out, err := p.outputsOf(c, c.Args().Slice())
	if err != nil {
		return err
	}
	filter, err := p.filterOf(c)
	if err != nil {
		return err
	}
	p.brief = out.brief()
	if c.Bool("each") {
		return p.analyzeEach(c, out, filter, failOn)
	}
	_, d, err := p.diagnose(c, c.Args().Slice(), c.String("focus"))
	if err != nil {
		return err
	}
	d = filter(d)
	if err := p.writeAll(out, d); err != nil {
		return err
	}
	p.aboutHidden(d)
	if found(d, failOn) {
		return &failure{code: exitFindings}
	}
	return p.damage(d.Problems, c.Bool("allow-damaged"))
}

// filterOf returns what the flags make of a Diagnosis.
func (p *program) filterOf(c *cli.Context) (func(*analyzer.Diagnosis) *analyzer.Diagnosis, error) {
	list, err := namespaces(c)
	if err != nil {
		return nil, err
	}
	least, err := oneOf(c, "min-severity", "info", "warning", "error")
	if err != nil {
		return nil, err
	}
	baseline, err := p.baseline(c)
	if err != nil {
		return nil, err
	}
	only, ignore := c.StringSlice("only"), c.StringSlice("ignore")
	if err := knownRules(append(slices.DeleteFunc(slices.Clone(only), isNumber), ignore...)); err != nil {
		return nil, err
	}
	return func(d *analyzer.Diagnosis) *analyzer.Diagnosis {
		p.aboutNumbers(only, d)
		if len(list) > 0 {
			d = d.InNamespaces(list)
		}
		if len(only) > 0 {
			d = d.Only("--only", func(i incident.Incident) bool { return slices.Contains(only, i.ID) || matchesAny(only, i) })
		}
		d = d.Ignoring(baseline)
		d = d.Without("--ignore", func(i incident.Incident) bool { return matchesAny(ignore, i) })
		return d.Without("--min-severity", func(i incident.Incident) bool { return !analyzer.AtLeast(i.Severity, rules.Severity(least)) })
	}, nil
}

// aboutNumbers warns of numbers that no incident has.
func (p *program) aboutNumbers(only []string, d *analyzer.Diagnosis) {
	for _, number := range only {
		if isNumber(number) && !slices.ContainsFunc(d.Incidents, func(i incident.Incident) bool { return i.ID == number }) {
			p.note("warning: no cause has the number %s; there are %d", number, len(d.Incidents))
		}
	}
}

// isNumber reports what may be the number of an incident.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func matchesAny(patterns []string, i incident.Incident) bool {
	for _, p := range patterns {
		if analyzer.MatchRule(p, i) {
			return true
		}
	}
	return false
}

// knownRules refuses a pattern that can never match: a typing error must not hide nothing, or everything.
func knownRules(patterns []string) error {
	var names []string
	for _, r := range rules.All() {
		names = append(names, r.ID, r.Category())
	}
	for _, p := range patterns {
		rule, _, _ := strings.Cut(p, "@")
		if !slices.Contains(names, rule) {
			f := usage("unknown rule %q", rule)
			if n := nearest(rule, names); n != "" {
				f.hint("did you mean %q?", n)
			}
			return f.hint("podtriage rules lists them")
		}
	}
	return nil
}

// found reports whether there is an incident that --fail-on asks about.
func found(d *analyzer.Diagnosis, failOn string) bool {
	return slices.ContainsFunc(d.Incidents, func(i incident.Incident) bool { return fails(i.Severity, failOn) })
}

// fails reports whether --fail-on asks about the severity.
func fails(s rules.Severity, failOn string) bool {
	switch failOn {
	case "never":
		return false
	case "any":
		return true
	}
	return analyzer.AtLeast(s, rules.Severity(failOn))
}

// damage warns if the source was damaged, or left out in part, so that Pods or Events may be missing.
func (p *program) damage(problems []loader.Problem, allowed bool) error {
	var lost, apart []loader.Problem
	for _, problem := range problems {
		switch {
		case problem.Apart && problem.Loses:
			apart = append(apart, problem)
		case problem.Loses:
			lost = append(lost, problem)
		}
	}
	p.warn("the source holds several clusters, and only one was read", apart)
	p.warn("the source is damaged, so objects may be missing", lost)
	if allowed || len(lost)+len(apart) == 0 {
		return nil
	}
	return &failure{code: exitDamaged}
}

// warn tells the first of the problems.
func (p *program) warn(what string, problems []loader.Problem) {
	switch n := len(problems); n {
	case 0:
	case 1:
		p.note("warning: %s: %s", what, view.Trouble(problems[0]))
	default:
		p.note("warning: %s: %s (and %d more)", what, view.Trouble(problems[0]), n-1)
	}
}

// severities are the values of --fail-on.
var severities = []string{"never", "any", "info", "warning", "error"}

// aboutHidden says what the report leaves out on request.
func (p *program) aboutHidden(d *analyzer.Diagnosis) {
	for _, h := range d.Hidden {
		if what := view.HiddenBy(h, "incident"); what != "" {
			p.note("%s hidden by %s", what, h.By)
		} else {
			p.note("%s: it hides nothing any more", h.By)
		}
	}
}
