package main

import (
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer/compare"
	"github.com/podtriage/podtriage/report"
)

func (p *program) diffCommand() *cli.Command {
	return &cli.Command{
		Name: "diff", Category: "Analyze", Usage: "what changed between two dumps of one cluster",
		ArgsUsage: "OLD NEW",
		Description: `Compares two dumps of one cluster: incidents that are new, worse, better or fixed, containers that were restarted, objects that are new,
gone or changed, with images and revisions. What one of the dumps does not hold is not called new or gone. With --fail-on the exit status tells
whether an incident is new or worse, or stands only in the new dump because the old one does not hold its objects.`,
		UsageText: `diff monday.tar.gz tuesday.tar.gz
diff before.tar.gz after.tar.gz -o md > changes.md
diff before.tar.gz after.tar.gz --fail-on error`,
		Flags: flags([]cli.Flag{
			outputFlag(report.DifferenceFormats()...),
			&cli.StringFlag{Name: "fail-on", Usage: "exit with 1 if an incident of `SEVERITY` or worse is new or worse than before: " +
				strings.Join(severities, ", "), Value: "never"},
			baselineFlag(),
		}, reportRedactFlags(), limitFlags(), streamFlags()),
		Action: p.diff,
	}
}

func (p *program) diff(c *cli.Context) error {
	format, err := oneOf(c, "output", report.DifferenceFormats()...)
	if err != nil {
		return err
	}
	out, err := p.drawing(c)
	if err != nil {
		return err
	}
	failOn, err := oneOf(c, "fail-on", severities...)
	if err != nil {
		return err
	}
	if c.NArg() != 2 {
		return usage("diff needs two sources: the old dump and the new one")
	}
	dumps, err := p.bothDumps(c)
	if err != nil {
		return err
	}
	difference := compare.Of(dumps[0], dumps[1])
	if err := p.print(func(w io.Writer) error {
		return report.WriteDifference(w, format, difference, out, dumps[0].Diagnosis, dumps[1].Diagnosis)
	}); err != nil {
		return err
	}
	p.aboutHidden(dumps[1].Diagnosis)
	counts := []compare.What{compare.New, compare.Worse, compare.OnlyNew}
	asked := func(i compare.Incident) bool { return slices.Contains(counts, i.What) && fails(i.Severity, failOn) }
	if slices.ContainsFunc(difference.Incidents, asked) {
		return &failure{code: exitFindings}
	}
	for _, d := range dumps {
		if err := p.damage(d.Diagnosis.Problems, false); err != nil {
			return err
		}
	}
	return nil
}

// bothDumps reads and judges the old dump and the new one, without what the baseline knows.
func (p *program) bothDumps(c *cli.Context) (dumps [2]compare.Dump, err error) {
	known, err := p.baseline(c)
	if err != nil {
		return dumps, err
	}
	for i := range dumps {
		s, d, err := p.diagnose(c, []string{c.Args().Get(i)}, "")
		if err != nil {
			return dumps, err
		}
		dumps[i] = compare.Dump{Snapshot: s, Diagnosis: d.Ignoring(known)}
	}
	return dumps, nil
}
