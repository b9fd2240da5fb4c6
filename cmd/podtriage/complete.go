package main

import (
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// kubectl completes its plugins by running kubectl_complete-podtriage with the words typed so far, the last one unfinished. It
// expects one candidate a line and then what else to offer: ":0" files, ":4" nothing (cobra's ShellCompDirective).
const completeName = "__complete"

func (p *program) complete(words []string) error {
	list, directive := candidates(p.commands(), words)
	return p.print(func(w io.Writer) error {
		for _, c := range list {
			io.WriteString(w, c+"\n")
		}
		_, err := io.WriteString(w, directive+"\n")
		return err
	})
}

// candidates are the words that may stand where the last one is being typed.
func candidates(commands []*cli.Command, words []string) (list []string, directive string) {
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
	}
	if len(words) < 2 {
		return starting(strings.Fields(commandNames(commands)), last), ":4"
	}
	i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(words[0]) })
	switch {
	case words[0] == "help":
		return starting(strings.Fields(commandNames(commands)), last), ":4"
	case i < 0:
		return nil, ":4"
	}
	c := commands[i]
	if values := flagValues(c, words[len(words)-2]); len(words) > 2 && values != nil {
		return starting(values, last), ":4"
	}
	if strings.HasPrefix(last, "-") {
		return starting(strings.Fields(flagNames(c)), last), ":4"
	}
	if words := strings.Split(c.ArgsUsage, "|"); len(words) > 1 {
		return starting(words, last), ":4"
	}
	return nil, ":0"
}

// flagValues are the words that the flag takes, where its usage lists them: `FORMAT`: text, json.
func flagValues(c *cli.Command, flag string) []string {
	for _, f := range c.Flags {
		if !slices.ContainsFunc(f.Names(), func(n string) bool { return dashed(n) == flag }) {
			continue
		}
		_, words, found := strings.Cut(f.(cli.DocGenerationFlag).GetUsage(), ": ")
		if list := strings.Split(words, ", "); found && !slices.ContainsFunc(list, func(w string) bool { return strings.ContainsAny(w, " (") }) {
			return list
		}
	}
	return nil
}

func starting(list []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return !strings.HasPrefix(s, prefix) })
}
