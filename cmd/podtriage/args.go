package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// The cli package stops reading flags at the first argument, without a word. So the command line is put in order before it is
// handed over: the command, its flags, "--", its arguments. Flags may stand anywhere, values may be joined: -ojson, -o=json,
// --output=json, -o json.

// commandLine is what the user typed, in order.
type commandLine struct {
	command       *cli.Command // nil if none of that name exists
	name          string       // as typed
	flags, args   []string
	help, version bool
}

// argv is the command line in the order that the cli package understands.
func (l commandLine) argv() []string {
	return slices.Concat([]string{"podtriage", l.command.Name}, l.flags, []string{"--"}, l.args)
}

// topic is the command that help is asked for: of "help analyze" it is analyze.
func (l commandLine) topic() string {
	if l.name == "help" && len(l.args) > 0 {
		return l.args[0]
	}
	return l.name
}

// parse sorts the arguments. Flags before the command are taken as the command's.
func parse(args []string, commands []*cli.Command) (commandLine, error) {
	l := commandLine{}
	known := flagsOf(commands...)
	var flags []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if takes, ok := known[a[:min(2, len(a))]]; ok && !takes && len(a) > 2 && a[1] != '-' && a[2] != '=' {
			a, args = a[:2], slices.Insert(slices.Clone(args), i+1, "-"+a[2:]) // -Aq is -A -q
		}
		switch {
		case a == "--":
			l.args = append(l.args, args[i+1:]...)
			i = len(args)
		case a == "-" || !strings.HasPrefix(a, "-") || a[1] >= '0' && a[1] <= '9': // -1073741819 is an exit code of Windows
			l.add(a, commands)
			if l.command != nil {
				known = flagsOf(l.command)
			}
		case a == "-h" || a == "--help":
			l.help = true
		case a == "--version" && l.name == "":
			l.version = true
		default:
			flag, used, err := flagOf(a, args[i+1:], known)
			if err != nil {
				return l, err
			}
			flags = append(flags, flag)
			i += used
		}
	}
	l.flags = flags
	l.help = l.help || l.name == "help" || l.name == "" && len(args) == 0
	return l, l.check()
}

// flagOf writes a flag with its value, and tells how many of the words after it were that.
func flagOf(a string, next []string, known map[string]bool) (string, int, error) {
	flag, value, err := split(a, known)
	if err != nil {
		return "", 0, err
	}
	used := 0
	if value == needed {
		if len(next) == 0 {
			return "", 0, usage("flag %s needs a value", flag)
		}
		value, used = next[0], 1
	}
	if value != "" || known[flag] {
		flag += "=" + value
	}
	return flag, used, nil
}

// add takes the first word as the command and the others as its arguments.
func (l *commandLine) add(word string, commands []*cli.Command) {
	if l.name != "" {
		l.args = append(l.args, word)
		return
	}
	l.name = word
	if i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(word) }); i >= 0 {
		l.command = commands[i]
	}
}

// check reports flags that were given before the command and are not its own.
func (l *commandLine) check() error {
	if l.command == nil {
		return nil
	}
	known := flagsOf(l.command)
	for _, f := range l.flags {
		name, _, _ := strings.Cut(f, "=")
		if _, ok := known[name]; !ok {
			return unknownFlag(name, known)
		}
	}
	return nil
}

// needed stands for a value that is the next argument.
const needed = "\x00"

// split takes a flag apart from a value that is joined to it.
func split(a string, known map[string]bool) (flag, value string, err error) {
	flag, value, joined := strings.Cut(a, "=")
	takes, ok := known[flag]
	if !ok && !strings.HasPrefix(a, "--") && len(a) > 2 {
		if known[a[:2]] {
			return a[:2], strings.TrimPrefix(a[2:], "="), nil
		}
	}
	switch {
	case !ok:
		return "", "", unknownFlag(flag, known)
	case joined:
		return flag, value, nil
	case takes:
		return flag, needed, nil
	}
	return flag, "", nil
}

// flagsOf maps each flag with its dashes to whether it takes a value.
func flagsOf(commands ...*cli.Command) map[string]bool {
	known := map[string]bool{}
	for _, c := range commands {
		for _, f := range c.Flags {
			for _, n := range f.Names() {
				known[dashed(n)] = f.(cli.DocGenerationFlag).TakesValue()
			}
		}
	}
	return known
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func unknownFlag(name string, known map[string]bool) *failure {
	f := usage("unknown flag %s", name)
	var names []string
	for n := range known {
		names = append(names, n)
	}
	if n := nearest(name, names); n != "" && len(name) > 2 {
		f.hint("did you mean %s?", n)
	}
	return f
}

var badFlagValue = regexp.MustCompile(`^invalid (?:boolean )?value "(.*)" for (?:flag )?-([a-z-]+): .*$`)

// badValue rewords what the cli package says about a value it cannot parse.
func badValue(err error) error {
	if m := badFlagValue.FindStringSubmatch(err.Error()); m != nil {
		return usage("invalid value %s for flag %s", fmt.Sprintf("%q", m[1]), dashed(m[2]))
	}
	return usage("%v", err)
}
