package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

func (p *program) reportCommand() *cli.Command {
	return &cli.Command{
		Name: "report", Category: "Analyze", Usage: "draw a saved JSON report again, in any format",
		ArgsUsage:   "REPORT.json",
		Description: `Reads a report that "analyze -o json" wrote and draws it in another format. The dump is not needed.`,
		UsageText: `report saved.json -o md
report saved.json --write ticket.md --write report.html -q`,
		Flags:  flags(reportFlags(), filterFlags(), reportRedactFlags(), streamFlags()),
		Action: p.report,
	}
}

func (p *program) report(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("report needs one saved report, or - for standard input")
	}
	out, err := p.outputsOf(c, c.Args().Slice())
	if err != nil {
		return err
	}
	filter, err := p.filterOf(c)
	if err != nil {
		return err
	}
	d, err := p.readReport(c.Args().First())
	if err != nil {
		return unreadable(err)
	}
	d = filter(d)
	if err := p.writeAll(out, d); err != nil {
		return err
	}
	p.aboutHidden(d)
	return nil
}

// largestReport is far above the report on 20,000 Pods with all their timelines.
const largestReport = 512 << 20

// readReport reads a saved report.
func (p *program) readReport(path string) (*analyzer.Diagnosis, error) {
	in := p.stdin
	if path != "-" {
		if err := loader.CheckSource(path); err != nil {
			return nil, err
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	d := &analyzer.Diagnosis{}
	data, err := io.ReadAll(io.LimitReader(in, largestReport+1))
	if err == nil && len(data) > largestReport {
		return nil, fmt.Errorf("reading %s: it is larger than %s, the limit", path, view.Bytes(largestReport))
	}
	if err == nil {
		err = json.Unmarshal(data, d)
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) || err == nil && d.Schema != analyzer.Schema {
		return nil, fmt.Errorf("reading %s: it is not a report in JSON of schema %s", path, analyzer.Schema)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return d, nil
}
