package main

import (
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/report/redact"
)

// chooseRedaction reads the flags of redaction.
func (p *program) chooseRedaction(c *cli.Context) error {
	mode := c.String("redact")
	if mode == "" {
		return nil
	}
	modes := redactModes()
	hides := slices.Contains(flagValues(c.Command, "--redact"), string(redact.Strict))
	if mode == string(redact.Strict) && !hides {
		return usage("%s cannot hide names: --redact strict is for analyze, report, diff, timeline and postmortem", c.Command.Name)
	}
	if !hides {
		modes = slices.DeleteFunc(modes, func(m string) bool { return m == string(redact.Strict) })
	}
	if _, err := oneOf(c, "redact", modes...); err != nil {
		return err
	}
	if c.String("redact-map") != "" && mode != string(redact.Strict) {
		return usage("flag --redact-map needs --redact strict")
	}
	if path := c.String("redact-map"); path != "" {
		if err := notASource(path, c.Args().Slice()); err != nil {
			return err
		}
	}
	p.redactor = redact.New(redact.Mode(mode))
	return nil
}

// writeMap writes what stands for what into a file of the user's own.
func (p *program) writeMap(c *cli.Context) error {
	path := c.String("redact-map")
	if path == "" {
		return nil
	}
	if err := p.writePrivate(path, p.redactor.WriteMap); err != nil {
		return err
	}
	if dir := c.String("report-dir"); dir != "" && filepath.Dir(path) == filepath.Clean(dir) {
		p.note("warning: %s undoes the redaction of the reports beside it: do not share it with them", path)
	}
	return nil
}
