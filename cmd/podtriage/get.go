package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer/columns"
	"github.com/podtriage/podtriage/loader"
)

func (p *program) getCommand() *cli.Command {
	return &cli.Command{
		Name: "get", Category: "Look", Usage: "kubectl-like tables, with ages as of the dump",
		ArgsUsage: "TYPE[,TYPE] [NAME...] SOURCE...",
		Description: `Prints what "kubectl get" would have printed when the dump was taken. In the table of Pods, the column "!" is the incident of
"analyze" that explains the Pod, or ? for an unhealthy Pod that nothing explains.`,
		UsageText: `get pods dump.tar.gz
get pods -n shop -o wide dump.tar.gz
get deploy,sts,ds dump.tar.gz
get pod/web-0 -o yaml dump.tar.gz`,
		Flags: flags([]cli.Flag{
			outputFlag("text", "wide", "json", "yaml", "name"),
			selectorFlag("only objects whose labels match `SELECTOR`, such as app=web,tier!=cache"),
			&cli.BoolFlag{Name: "no-headers", Usage: "leave out the line of column names"},
		}, namespaceFlags(), redactFlags(), sourceFlags(), streamFlags()),
		Action: p.get,
	}
}

// wantedObjects is what one TYPE of the command line asks for.
type wantedObjects struct {
	typed string
	kind  columns.Kind
	names []string
}

func (p *program) get(c *cli.Context) error {
	format, err := oneOf(c, "output", "text", "wide", "json", "yaml", "name")
	if err != nil {
		return err
	}
	q := columns.Query{}
	if q.Namespaces, err = namespaces(c); err != nil {
		return err
	}
	if q.Selector, err = selectorOf(c); err != nil {
		return err
	}
	if c.NArg() == 0 {
		return usage("get needs a type and a source").hint("types are pods, nodes, deployments, events and all others that kubectl knows")
	}
	names, sources := splitSources(c.Args().Slice())
	if len(names) == 0 {
		return usage("get needs a type before the source -")
	}
	if len(sources) == 0 {
		if err := p.withoutSource(names); err != nil {
			return err
		}
	}
	s, err := p.load(c, sources)
	if err != nil {
		return err
	}
	wanted, err := wantedOf(s, names)
	if err != nil {
		return err
	}
	g := getting{p, s, q, format, c.Bool("no-headers"), c}
	if err := g.print(wanted); err != nil {
		return err
	}
	return p.damage(s.Problems, false)
}

// withoutSource says what lacks where no word after the first is a source.
func (p *program) withoutSource(words []string) error {
	switch {
	case sourcesAmong(words)[0] && len(words) > 1:
		return usage("get needs a type before the source %s", words[0]).hint("%s get %s %s", p.name, strings.Join(words[1:], " "), words[0])
	case sourcesAmong(words)[0]:
		return usage("get needs a type before the source %s", words[0]).
			hint("types are pods, nodes, deployments, events and all others that kubectl knows")
	case len(words) > 1:
		return usage("get needs a source; none of %s is a file", strings.Join(words[1:], ", "))
	}
	return nil
}

// splitSources takes the arguments that exist as files, or are standard input, apart from the others.
func splitSources(args []string) (others, sources []string) {
	is := sourcesAmong(args)
	for i, a := range args {
		if a == "-" || is[i] && i > 0 {
			sources = append(sources, a)
		} else {
			others = append(others, a)
		}
	}
	return others, sources
}

// wantedOf reads TYPE[,TYPE] NAME... or TYPE/NAME...
func wantedOf(s *loader.Snapshot, words []string) ([]wantedObjects, error) {
	var out []wantedObjects
	add := func(typed string, names []string) error {
		if typed == "all" {
			for _, k := range columns.Workloads() {
				out = append(out, wantedObjects{typed, k, names})
			}
			return nil
		}
		if slices.Contains([]string{"events", "event", "ev"}, typed) {
			out = append(out, wantedObjects{typed: "events", names: names})
			return nil
		}
		k, ok := columns.FindIn(s, typed)
		if !ok {
			return unknownType(typed)
		}
		out = append(out, wantedObjects{typed, k, names})
		return nil
	}
	if strings.Contains(words[0], "/") {
		for _, w := range words {
			typed, name, ok := strings.Cut(w, "/")
			if !ok {
				return nil, usage("%q is not TYPE/NAME", w)
			}
			if err := add(typed, []string{name}); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	for _, typed := range strings.Split(words[0], ",") {
		if err := add(typed, words[1:]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func unknownType(typed string) error {
	f := usage("unknown type %q, and the dump holds no object of it", typed)
	var names []string
	for _, k := range columns.Kinds() {
		names = append(names, k.Plural)
	}
	if n := nearest(typed, names); n != "" {
		f.hint("did you mean %q?", n)
	}
	return f
}

// getting is one run of get.
type getting struct {
	p         *program
	s         *loader.Snapshot
	q         columns.Query
	format    string
	noHeaders bool
	c         *cli.Context
}

// print prints what is wanted in the format.
func (g getting) print(wanted []wantedObjects) error {
	switch g.format {
	case "name":
		return g.p.print(func(w io.Writer) error {
			for _, want := range wanted {
				for _, r := range g.rows(want) {
					fmt.Fprintln(w, g.p.shown(want.kind.Prefix()+r.Object.GetName()))
				}
			}
			return nil
		})
	case "json", "yaml":
		return g.objects(wanted)
	}
	return g.tables(wanted)
}

func (g getting) rows(want wantedObjects) []columns.Row {
	q := g.q
	q.Names = want.names
	return want.kind.Rows(g.s, q)
}
