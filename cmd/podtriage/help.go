package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// summary opens the help of the program; the commands follow, by category.
const summary = `podtriage reads a saved Kubernetes cluster dump and says what went wrong.

Usage:
  podtriage analyze dump.tar.gz                       find the causes
  podtriage analyze dump.tar.gz --write ticket.md --write report.html
`

const ending = `
Every command takes files, directories, archives, or - for standard input;
several sources are read as one dump. Nothing is sent anywhere.
Use "podtriage COMMAND --help" for its flags.
`

// categories are the groups of commands, in the order of the help.
var categories = []string{"Analyze", "Look", "Learn", "Other"}

// help prints what the topic is about: a command, or the program.
func (p *program) help(commands []*cli.Command, topic string) error {
	if topic == "" || topic == "help" {
		return p.print(func(w io.Writer) error { return p.programHelp(w, commands) })
	}
	i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(topic) })
	if i < 0 {
		return p.withHelpHint(unknownCommand(commandLine{name: topic}, commands), nil)
	}
	return p.print(func(w io.Writer) error { return p.commandHelp(w, commands[i]) })
}

// command is how texts of our own name one of the program's commands.
var command = regexp.MustCompile(`\bpodtriage ([a-z]+|COMMAND)\b`)

// called replaces the program's name before a command by the name under which it was called.
func (p *program) called(text string) string {
	commands := p.commands()
	return command.ReplaceAllStringFunc(text, func(words string) string {
		_, name, _ := strings.Cut(words, " ")
		if name != "COMMAND" && !slices.ContainsFunc(commands, func(c *cli.Command) bool { return c.HasName(name) }) {
			return words
		}
		return p.name + " " + name
	})
}

func (p *program) programHelp(w io.Writer, commands []*cli.Command) error {
	fmt.Fprint(w, p.called(summary))
	for _, category := range categories {
		if !slices.ContainsFunc(commands, func(c *cli.Command) bool { return c.Category == category }) {
			continue
		}
		fmt.Fprintf(w, "\n%s\n", category)
		for _, c := range commands {
			if c.Category == category {
				fmt.Fprintf(w, "  %-11s %s\n", c.Name, c.Usage)
			}
		}
		if category == "Other" {
			fmt.Fprintf(w, "  %-11s %s\n", "help", "print this, or the help of a command")
		}
	}
	_, err := fmt.Fprint(w, p.called(ending))
	return err
}

func (p *program) commandHelp(w io.Writer, c *cli.Command) error {
	fmt.Fprintf(w, "%s\n\nUsage:\n  %s %s %s [flags]\n", sentence(c.Usage), p.name, c.Name, c.ArgsUsage)
	if c.Description != "" {
		fmt.Fprintf(w, "\n%s\n", fold(paragraphs(c.Description), 78))
	}
	if c.UsageText != "" {
		fmt.Fprint(w, "\nExamples:\n")
		for _, l := range strings.Split(c.UsageText, "\n") {
			fmt.Fprintf(w, "  %s %s\n", p.name, l)
		}
	}
	fmt.Fprint(w, "\nFlags:\n")
	for _, f := range c.Flags {
		writeFlag(w, f.(cli.DocGenerationFlag))
	}
	_, err := fmt.Fprintf(w, "  -h, --help\n        print this\n")
	return err
}

// writeFlag prints a flag and, below, what it does.
func writeFlag(w io.Writer, f cli.DocGenerationFlag) {
	var names []string
	for _, n := range f.(cli.Flag).Names() {
		names = append(names, dashed(n))
	}
	slices.SortFunc(names, func(a, b string) int { return len(a) - len(b) })
	value, text := placeholder(f.GetUsage())
	if value != "" {
		value = " " + value
	}
	if d := strings.Trim(f.GetDefaultText(), `"`); f.TakesValue() && d != "" && d != "0" {
		text += fmt.Sprintf(" (default %s)", d)
	}
	fmt.Fprintf(w, "  %s%s\n%s\n", strings.Join(names, ", "), value, indent(fold(text, 70), 8))
}

// placeholder takes the name of a flag's value, in backquotes, out of its text.
func placeholder(usage string) (value, text string) {
	before, rest, ok := strings.Cut(usage, "`")
	if !ok {
		return "", usage
	}
	value, after, _ := strings.Cut(rest, "`")
	return value, before + value + after
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." }

// paragraphs joins the lines of the source, but for those that end a sentence.
func paragraphs(text string) string {
	out := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if out += line; strings.HasSuffix(line, ".") {
			out += "\n"
		} else {
			out += " "
		}
	}
	return strings.TrimSpace(out)
}

// fold breaks lines at blanks so that none is wider than the width.
func fold(text string, width int) string {
	var out []string
	for _, l := range strings.Split(text, "\n") {
		row := ""
		for _, word := range strings.Fields(l) {
			if row != "" && len(row)+1+len(word) > width {
				out = append(out, row)
				row = ""
			}
			if row != "" {
				row += " "
			}
			row += word
		}
		out = append(out, row)
	}
	return strings.Join(out, "\n")
}

func indent(text string, n int) string {
	return strings.Repeat(" ", n) + strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", n))
}
