package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/redact"
	"github.com/podtriage/podtriage/report/view"
)

// program is one run: its streams, and what its flags say about them.
type program struct {
	name           string // podtriage, or kubectl podtriage
	stdin          io.Reader
	stdout, stderr io.Writer
	env            func(string) string
	quiet, verbose bool
	brief          bool // no output draws timelines
	redactor       *redact.Redactor
	ignore         []analyzer.Ignore // what the configuration says is known
	links          view.Links        // addresses that reports name
	progress       progress

	mu    sync.Mutex
	files []string // files being written, under their temporary names
}

// version is stamped by the linker in releases.
var version = "dev"

// commands lists what podtriage can do, in the order of its help.
func (p *program) commands() []*cli.Command {
	return []*cli.Command{
		p.analyzeCommand(),
		p.precheckCommand(),
		p.timelineCommand(),
		p.postmortemCommand(),
		p.diffCommand(),
		p.reportCommand(),
		p.inspectCommand(),
		p.getCommand(),
		p.eventsCommand(),
		p.catCommand(),
		p.explainCommand(),
		p.rulesCommand(),
		p.schemaCommand(),
		p.completionCommand(),
		p.manCommand(),
		p.versionCommand(),
	}
}

// command finds and runs the command that the arguments name.
func (p *program) command(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == completeName {
		return p.complete(args[1:])
	}
	commands := p.commands()
	line, err := parse(args, commands)
	if err != nil {
		return p.withHelpHint(err, line.command)
	}
	switch {
	case line.version:
		return p.printVersion()
	case line.help:
		return p.help(commands, line.topic())
	case line.command == nil:
		return p.withHelpHint(unknownCommand(line, commands), nil)
	}
	line.command.OnUsageError = func(_ *cli.Context, err error, _ bool) error { return badValue(err) }
	app := &cli.App{
		Name: "podtriage", Usage: "find out why Pods failed", Commands: []*cli.Command{line.command},
		Reader: p.stdin, Writer: p.stderr, ErrWriter: p.stderr,
		HideHelp: true, HideHelpCommand: true, HideVersion: true,
		ExitErrHandler: func(*cli.Context, error) {}, // run maps errors to statuses, the library must not exit
	}
	act := line.command.Action
	line.command.Action = func(c *cli.Context) error { return p.act(c, act) }
	return p.withHelpHint(app.RunContext(ctx, line.argv()), line.command)
}

// act does what all commands do before and after their own part.
func (p *program) act(c *cli.Context, own cli.ActionFunc) error {
	p.quiet, p.verbose = c.Bool("quiet"), c.Bool("verbose")
	if err := p.configure(c); err != nil {
		return err
	}
	if err := p.chooseRedaction(c); err != nil {
		return err
	}
	err := own(c)
	if f := (*failure)(nil); err != nil && !(errors.As(err, &f) && f.err == nil) {
		return err
	}
	return cmp.Or(p.writeMap(c), err) // a status alone comes with a report
}

func unknownCommand(l commandLine, commands []*cli.Command) error {
	if l.name == "" {
		return usage("no command given")
	}
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	f := usage("unknown command %q", l.name)
	if n := nearest(l.name, names); n != "" {
		f.hint("did you mean %q?", n)
	}
	return f
}

// withHelpHint adds to an error of usage where the right usage is written down.
func (p *program) withHelpHint(err error, c *cli.Command) error {
	f, ok := err.(*failure)
	if !ok || f.code != exitUsage {
		return err
	}
	if c != nil {
		return f.hint("see %q", p.name+" "+c.Name+" --help")
	}
	return f.hint("see %q", p.name+" --help")
}

// shown makes text safe to print within one line, whatever it quotes from a dump or a command line.
func (p *program) shown(s string) string {
	return escape.Line(p.redactor.Text(s))
}

// say prints a line on standard error, safe to show whatever it quotes.
func (p *program) say(format string, args ...any) {
	fmt.Fprintf(p.stderr, "podtriage: %s\n", p.shown(fmt.Sprintf(format, args...)))
}

// note prints a line on standard error unless --quiet is set.
func (p *program) note(format string, args ...any) {
	if !p.quiet {
		p.say(format, args...)
	}
}

// explain prints a line on standard error if --verbose is set.
func (p *program) explain(format string, args ...any) {
	if p.verbose {
		p.say(format, args...)
	}
}
