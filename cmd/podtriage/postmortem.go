package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/report"
	"github.com/podtriage/podtriage/report/postmortem"
	"github.com/podtriage/podtriage/report/view"
)

func (p *program) postmortemCommand() *cli.Command {
	return &cli.Command{
		Name: "postmortem", Category: "Analyze", Usage: "a draft with the facts filled in and the rest left to people",
		ArgsUsage: "SOURCE...",
		Description: `Writes Markdown: what was recorded, when, what had changed before, each line with its source. What a dump cannot know is left blank and
marked [people]. Nobody is named and nothing is blamed.`,
		UsageText: `postmortem dump.tar.gz > postmortem.md
postmortem before.tar.gz after.tar.gz --since 09:00 > postmortem.md`,
		Flags:  flags(windowFlags(), reportRedactFlags(), sourceFlags(), streamFlags()),
		Action: p.postmortem,
	}
}

func (p *program) postmortem(c *cli.Context) error {
	out, err := p.drawing(c)
	if err != nil {
		return err
	}
	s, d, err := p.diagnose(c, c.Args().Slice(), "")
	if err != nil {
		return err
	}
	span, err := windowOf(c, s.Capture.Time)
	if err != nil {
		return err
	}
	d.Timelines = timeline.Clip(d.Timelines, span.from, span.to)
	v := view.New(report.New(d, out).Diagnosis())
	v.Program = p.name
	if err := p.print(func(w io.Writer) error { return postmortem.Write(w, v) }); err != nil {
		return err
	}
	return p.damage(d.Problems, false)
}
