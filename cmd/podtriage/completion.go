package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// shells are those that completion writes a script for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func (p *program) completionCommand() *cli.Command {
	return &cli.Command{
		Name: "completion", Category: "Other", Usage: "print a completion script for a shell",
		ArgsUsage: strings.Join(shells, "|"),
		UsageText: `completion bash > /etc/bash_completion.d/podtriage
completion fish > ~/.config/fish/completions/podtriage.fish`,
		Flags:  streamFlags(),
		Action: p.completion,
	}
}

func (p *program) completion(c *cli.Context) error {
	write := map[string]func(io.Writer, []*cli.Command) error{"bash": bash, "zsh": zsh, "fish": fish,
		"powershell": powershell}[c.Args().First()]
	if write == nil || c.NArg() != 1 {
		return usage("completion needs one of %s", strings.Join(shells, ", "))
	}
	return p.print(func(w io.Writer) error { return write(w, p.commands()) })
}

func commandNames(list []*cli.Command) string {
	names := []string{"help"}
	for _, c := range list {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// flagNames lists the command's flags with their dashes.
func flagNames(c *cli.Command) string {
	names := []string{"--help"}
	for name := range flagsOf(c) {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func bash(w io.Writer, list []*cli.Command) error {
	fmt.Fprintf(w, "# bash completion for podtriage\n_podtriage() {\n  local cur=${COMP_WORDS[COMP_CWORD]} flags=\n"+
		"  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"+
		"    COMPREPLY=($(compgen -W \"%s\" -- \"$cur\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n", commandNames(list))
	for _, c := range list {
		fmt.Fprintf(w, "  %s) flags=\"%s\" ;;\n", c.Name, flagNames(c))
	}
	_, err := fmt.Fprint(w, "  esac\n  case $cur in\n  -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$cur\")) ;;\n"+
		"  *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n  esac\n}\ncomplete -o filenames -F _podtriage podtriage\n")
	return err
}

func zsh(w io.Writer, list []*cli.Command) error {
	fmt.Fprint(w, "#compdef podtriage\n_podtriage() {\n  local -a names\n  if (( CURRENT == 2 )); then\n    names=(\n")
	for _, c := range list {
		fmt.Fprintf(w, "      '%s:%s'\n", c.Name, c.Usage)
	}
	fmt.Fprint(w, "    )\n    _describe command names\n    return\n  fi\n  case $words[2] in\n")
	for _, c := range list {
		fmt.Fprintf(w, "  %s) names=(%s) ;;\n", c.Name, flagNames(c))
	}
	_, err := fmt.Fprint(w, "  esac\n  if [[ $words[CURRENT] == -* ]]; then\n    compadd -a names\n  else\n    _files\n  fi\n}\n"+
		"compdef _podtriage podtriage\n")
	return err
}

func fish(w io.Writer, list []*cli.Command) error {
	for _, c := range list {
		fmt.Fprintf(w, "complete -c podtriage -n __fish_use_subcommand -f -a %s -d '%s'\n", c.Name, c.Usage)
		for _, name := range strings.Fields(flagNames(c)) {
			kind, word := "-l", strings.TrimPrefix(name, "--")
			if word == name {
				kind, word = "-s", strings.TrimPrefix(name, "-")
			}
			value := ""
			if flagsOf(c)[name] {
				value = " -r"
			}
			fmt.Fprintf(w, "complete -c podtriage -n '__fish_seen_subcommand_from %s' %s %s%s\n", c.Name, kind, word, value)
		}
	}
	return nil
}

func powershell(w io.Writer, list []*cli.Command) error {
	fmt.Fprint(w, "Register-ArgumentCompleter -Native -CommandName podtriage -ScriptBlock {\n  param($word, $ast, $position)\n  $flags = @{\n")
	for _, c := range list {
		fmt.Fprintf(w, "    '%s' = '%s'\n", c.Name, flagNames(c))
	}
	_, err := fmt.Fprintf(w, "  }\n  $typed = $ast.CommandElements\n  $names = '%s'\n"+
		"  if ($typed.Count -gt 1 -and $flags.ContainsKey(\"$($typed[1])\")) { $names = $flags[\"$($typed[1])\"] }\n"+
		"  $names -split ' ' | Where-Object { $_ -like \"$word*\" } | ForEach-Object { "+
		"[System.Management.Automation.CompletionResult]::new($_) }\n}\n", commandNames(list))
	return err
}
