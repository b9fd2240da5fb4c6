package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer/explain"
	"github.com/podtriage/podtriage/analyzer/rules"
)

func (p *program) explainCommand() *cli.Command {
	return &cli.Command{
		Name: "explain", Category: "Learn", Usage: "long text on a rule, a status, a reason, an exit code or a term",
		ArgsUsage: "WORD...",
		Description: `Says what a word means that a report or the cluster wrote down, how its causes are told apart, and what to look at. It needs no
dump.`,
		UsageText: `explain oom/container-limit
explain CrashLoopBackOff
explain exit code 137
explain MemoryPressure`,
		Flags:  streamFlags(),
		Action: p.explainWord,
	}
}

func (p *program) explainWord(c *cli.Context) error {
	word := strings.TrimSpace(strings.Join(c.Args().Slice(), " "))
	if word == "" {
		return usage("explain needs a word, such as CrashLoopBackOff, 137 or oom/container-limit")
	}
	width, err := p.width(c)
	if err != nil {
		return err
	}
	list := rulesOf(word)
	if i := slices.IndexFunc(list, func(r *rules.Rule) bool { return r.ID == word }); i >= 0 {
		return p.print(func(w io.Writer) error { return writeRule(w, list[i], width) })
	}
	entries := explain.Find(word)
	if len(list)+len(entries) == 0 {
		return unknownWord(word)
	}
	return p.print(func(w io.Writer) error {
		for i, e := range entries {
			if i > 0 {
				fmt.Fprintln(w)
			}
			writeEntry(w, e, width)
		}
		if len(list) > 0 {
			if len(entries) > 0 {
				fmt.Fprintln(w)
			}
			fmt.Fprintf(w, "%s\n", "category "+word)
			writeRuleList(w, list)
		}
		return nil
	})
}

// rulesOf lists the rules of that id or category.
func rulesOf(word string) (out []*rules.Rule) {
	for _, r := range rules.Known() {
		if r.ID == word || r.Category() == strings.ToLower(word) {
			out = append(out, r)
		}
	}
	return out
}

func unknownWord(word string) error {
	names := map[string]bool{}
	for _, r := range rules.Known() {
		names[r.ID], names[r.Category()] = true, true
	}
	for _, e := range explain.All() {
		names[e.Name] = true
		for _, n := range e.Also {
			names[n] = true
		}
	}
	f := usage("no explanation for %q", word)
	if n := nearest(word, slices.Sorted(maps.Keys(names))); n != "" {
		f.hint("did you mean %q?", n)
	}
	return f.hint("podtriage rules lists the rules; other words are statuses, reasons, exit codes and conditions as the cluster spells them")
}

// writeRule prints what a rule says of itself, and its neighbours.
func writeRule(w io.Writer, r *rules.Rule, width int) error {
	fmt.Fprintf(w, "%s\n%s\n\n%s\n", r.ID, r.Title, indent(foldDoc(r.Doc, width-2), 2))
	var others []*rules.Rule
	for _, o := range rulesOf(r.Category()) {
		if o.ID != r.ID {
			others = append(others, o)
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(w, "\nTold apart from\n")
		writeRuleList(w, others)
	}
	return nil
}

func writeEntry(w io.Writer, e explain.Entry, width int) {
	fmt.Fprintf(w, "%s (%s)\n%s\n", e.Name, e.Kind, e.Short)
	for _, part := range [][2]string{{"What it means", e.Means}, {"How its causes are told apart", e.Apart}, {"What to look at", e.Look}} {
		if part[1] != "" {
			fmt.Fprintf(w, "\n%s\n%s\n", part[0], indent(fold(strings.ReplaceAll(part[1], "\n", " "), width-2), 2))
		}
	}
	var list []*rules.Rule
	for _, name := range e.Rules {
		list = append(list, rulesOf(name)...)
	}
	if len(list) > 0 {
		fmt.Fprint(w, "\nRules that recognize the causes\n")
		writeRuleList(w, list)
	}
}

func writeRuleList(w io.Writer, list []*rules.Rule) {
	wide := 0
	for _, r := range list {
		wide = max(wide, len(r.ID))
	}
	for _, r := range list {
		fmt.Fprintf(w, "  %-*s  %s\n", wide, r.ID, r.Title)
	}
}

// foldDoc folds paragraphs to the width and leaves indented blocks as they are.
func foldDoc(doc string, width int) string {
	var out []string
	for _, paragraph := range strings.Split(strings.Trim(doc, "\n"), "\n\n") {
		if strings.HasPrefix(paragraph, "  ") || strings.HasPrefix(paragraph, "\t") {
			out = append(out, strings.ReplaceAll(paragraph, "\t", "  "))
			continue
		}
		out = append(out, fold(strings.ReplaceAll(paragraph, "\n", " "), width))
	}
	return strings.Join(out, "\n\n")
}
