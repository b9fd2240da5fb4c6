package main

import (
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/report"
)

func (p *program) schemaCommand() *cli.Command {
	return &cli.Command{
		Name: "schema", Category: "Learn", Usage: "print the JSON Schema of a machine format",
		ArgsUsage: strings.Join(report.SchemaNames(), "|"),
		Description: `Prints the JSON Schema of what "analyze -o json" (report), "analyze -o ndjson" (a line of it: cause or unexplained), "timeline -o json"
(timeline) and "diff -o json" (diff) write. Within a version fields are only added.`,
		UsageText: `schema report > report.v1.json`,
		Flags:     streamFlags(),
		Action:    p.schema,
	}
}

func (p *program) schema(c *cli.Context) error {
	names := report.SchemaNames()
	if c.NArg() != 1 {
		return usage("schema needs one of %s", strings.Join(names, ", "))
	}
	data, err := report.Schema(c.Args().First())
	if err != nil {
		f := &failure{code: exitUsage, err: err}
		if n := nearest(c.Args().First(), names); n != "" {
			f.hint("did you mean %q?", n)
		}
		return f
	}
	return p.print(func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
