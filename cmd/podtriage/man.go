package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

func (p *program) manCommand() *cli.Command {
	return &cli.Command{
		Name: "man", Category: "Other", Usage: "print the manual page",
		UsageText: "man > podtriage.1",
		Flags:     streamFlags(),
		Action: func(*cli.Context) error {
			return p.print(func(w io.Writer) error { return writeManual(w, p.commands()) })
		},
	}
}

// statuses are the exit statuses as the manual states them.
var statuses = [][2]string{
	{"0", "the dump was read and analyzed, whatever was found"}, {"1", "there are incidents at or above --fail-on"},
	{"2", "the command line is wrong, or a file could not be written"}, {"3", "the source holds nothing usable"},
	{"4", "analyzed, but the source was damaged: what is not reported may be missing"}, {"5", "a bug in podtriage"}, {"130", "interrupted"},
}

// writeManual writes all commands as one page of roff (man 7).
func writeManual(w io.Writer, list []*cli.Command) error {
	fmt.Fprint(w, ".TH PODTRIAGE 1\n.SH NAME\npodtriage \\- find out why Pods failed, from a saved cluster dump\n.SH SYNOPSIS\n"+
		".B podtriage\nCOMMAND [FLAGS] SOURCE...\n.SH DESCRIPTION\n"+
		"Reads saved Kubernetes cluster dumps offline. A SOURCE is a file, a directory, an archive, or \\- for standard input; "+
		"several are read as one dump. Nothing is sent anywhere.\n.SH COMMANDS\n")
	for _, c := range list {
		fmt.Fprintf(w, ".SS %s %s\n%s\n", c.Name, roff(c.ArgsUsage), roff(sentence(c.Usage)))
		if c.Description != "" {
			fmt.Fprintf(w, ".PP\n%s\n", roff(strings.ReplaceAll(c.Description, "\n", " ")))
		}
		for _, f := range c.Flags {
			value, text := placeholder(f.(cli.DocGenerationFlag).GetUsage())
			var names []string
			for _, n := range f.Names() {
				names = append(names, dashed(n))
			}
			slices.SortFunc(names, func(a, b string) int { return len(a) - len(b) })
			fmt.Fprintf(w, ".TP\n.B %s %s\n%s\n", roff(strings.Join(names, ", ")), roff(value), roff(text))
		}
	}
	fmt.Fprint(w, ".SH EXIT STATUS\n")
	for _, s := range statuses {
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", s[0], roff(s[1]))
	}
	_, err := fmt.Fprint(w, ".SH ENVIRONMENT\nNO_COLOR, CLICOLOR_FORCE, FORCE_COLOR and TERM decide about color where \\-\\-color "+
		"does not; COLUMNS about the width.\n")
	return err
}

// roff makes text safe for the formatter: no dash becomes a hyphen, no line a request.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
