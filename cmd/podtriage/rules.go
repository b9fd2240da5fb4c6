package main

import (
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer/rules"
)

func (p *program) rulesCommand() *cli.Command {
	return &cli.Command{
		Name: "rules", Category: "Learn", Usage: "list all rules",
		ArgsUsage: "[WORD...]",
		Description: `Lists what podtriage recognizes, most specific first: of two rules that explain one container the earlier names ` +
			`the cause. With words, only rules that contain all of them.`,
		UsageText: `rules
rules oom
rules registry certificate -o json`,
		Flags:  flags([]cli.Flag{outputFlag("text", "json", "name")}, streamFlags()),
		Action: p.listRules,
	}
}

// beginsWord reports whether a word of the text begins so: oom finds OOMKilled, and no room.
func beginsWord(text, word string) bool {
	for at := 0; ; at++ {
		n := strings.Index(text[at:], word)
		if n < 0 {
			return false
		}
		if at += n; at == 0 || word == "" || !unicode.IsLetter(rune(text[at-1])) {
			return true
		}
	}
}

// ruleJSON is a rule as -o json prints it.
type ruleJSON struct {
	ID       string `json:"id"`
	Category string `json:"category"`
	Title    string `json:"title"`
	Doc      string `json:"doc"`
}

func (p *program) listRules(c *cli.Context) error {
	format, err := oneOf(c, "output", "text", "json", "name")
	if err != nil {
		return err
	}
	list := slices.DeleteFunc(slices.Clone(rules.Known()), func(r *rules.Rule) bool {
		text := strings.ToLower(r.ID + " " + r.Title + " " + r.Doc)
		return slices.ContainsFunc(c.Args().Slice(), func(word string) bool { return !beginsWord(text, strings.ToLower(word)) })
	})
	if len(list) == 0 {
		p.say("no rule holds %s", strings.Join(c.Args().Slice(), " and "))
	}
	return p.print(func(w io.Writer) error {
		switch format {
		case "json":
			out := []ruleJSON{}
			for _, r := range list {
				out = append(out, ruleJSON{r.ID, r.Category(), r.Title, r.Doc})
			}
			return encode(w, "json", out)
		case "name":
			for _, r := range list {
				io.WriteString(w, r.ID+"\n")
			}
			return nil
		}
		if len(list) == 0 {
			return nil
		}
		var rows [][]string
		for _, r := range list {
			rows = append(rows, []string{r.ID, r.Title})
		}
		return p.writeTable(w, []string{"RULE", "WHAT"}, rows)
	})
}
