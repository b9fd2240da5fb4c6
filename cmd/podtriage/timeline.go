package main

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report"
	"github.com/podtriage/podtriage/report/escape"
)

func (p *program) timelineCommand() *cli.Command {
	return &cli.Command{
		Name: "timeline", Category: "Analyze", Usage: "what happened to one pod, workload, node or namespace, in order",
		ArgsUsage: "SOURCE... [OBJECT]",
		Description: `Rebuilds the past of an object from Events, states, conditions and revisions. Each line says where it was read; a span is a repeat
or a time that is only known to lie between two others; what was not recorded is said to be so.
Without an object: everything that changed or failed, in order.`,
		UsageText: `timeline dump.tar.gz shop/payments-6c9f7d5b8-x2k4q
timeline dump.tar.gz deployment/shop/payments --since -30m
timeline dump.tar.gz --around 09:40
timeline dump.tar.gz -n shop -w shop.txt -w shop.trace.json`,
		Flags: flags([]cli.Flag{
			outputFlag(report.TimelineFormats()...),
			&cli.StringFlag{Name: "for", Usage: "the `OBJECT`: namespace/name, kind/namespace/name, node/name, or namespace/"},
			selectorFlag("only objects whose labels match `SELECTOR`, such as app=web"),
			&cli.StringSliceFlag{Name: "write", Aliases: []string{"w"},
				Usage: "also write `FILE`: .txt, .json, or .trace.json for a trace viewer (repeatable)"},
		}, windowFlags(), namespaceFlags(), reportRedactFlags(), sourceFlags(), streamFlags()),
		Action: p.timeline,
	}
}

// historied are the kinds that an OBJECT of timeline may be.
var historied = []string{"Pod", "Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "ReplicationController", "Job",
	"CronJob", "Node", "Namespace", "HorizontalPodAutoscaler", "PersistentVolumeClaim"}

func (p *program) timeline(c *cli.Context) error {
	format, err := oneOf(c, "output", report.TimelineFormats()...)
	if err != nil {
		return err
	}
	out, err := p.drawing(c)
	if err != nil {
		return err
	}
	want, sources, err := choiceOf(c)
	if err != nil {
		return err
	}
	files, err := timelineFiles(c.StringSlice("write"), sources)
	if err != nil {
		return err
	}
	s, d, err := p.diagnose(c, sources, "")
	if err != nil {
		return err
	}
	span, err := windowOf(c, s.Capture.Time)
	if err != nil {
		return err
	}
	about, list, err := want.from(s, d.Timelines)
	if err != nil {
		return err
	}
	d.Timelines = timeline.Clip(list, span.from, span.to)
	if err := p.writeTimelines(report.New(d, out), about, files, format); err != nil {
		return err
	}
	return p.damage(d.Problems, false)
}

// writeTimelines writes the files, then the timelines on standard output.
func (p *program) writeTimelines(r *report.Report, about loader.Ref, files []outputFile, format string) error {
	for _, f := range files {
		if err := p.writeFile(f.path, func(w io.Writer) error { return r.WriteTimelines(w, f.format, about) }); err != nil {
			return err
		}
	}
	return p.print(func(w io.Writer) error { return r.WriteTimelines(w, format, about) })
}

// choice is which timelines the command line asks for.
type choice struct {
	object     string // "" is every object
	namespaces []string
	selector   labels.Selector
}

// choiceOf reads the arguments and flags; the second result are the sources.
func choiceOf(c *cli.Context) (want choice, sources []string, err error) {
	sources, want.object = objectLast(c.Args().Slice(), c.String("for"))
	if err := objectFirst(sources, want.object); err != nil {
		return want, nil, err
	}
	if want.namespaces, err = namespaces(c); err != nil {
		return want, nil, err
	}
	want.selector, err = selectorOf(c)
	return want, sources, err
}

// from takes the timelines that are wanted, and the one object that they are about, if one was named.
func (k choice) from(s *loader.Snapshot, all []timeline.Timeline) (about loader.Ref, list []timeline.Timeline, err error) {
	if k.object != "" {
		if about, err = objectNamed(s, k.object, historied...); err != nil {
			return about, nil, err
		}
		all = timeline.Select(all, about)
	}
	return about, slices.DeleteFunc(slices.Clone(all), func(t timeline.Timeline) bool {
		return !inNamespaces(k.namespaces, t.Object) || !labeled(s, t.Object, k.selector)
	}), nil
}

// timelineFiles are the files of --write, each in the format of its ending.
func timelineFiles(names, sources []string) (out []outputFile, err error) {
	for _, name := range names {
		format := ""
		for _, f := range [][2]string{{".txt", "text"}, {".json", "json"}, {".trace.json", "trace"}} { // of two that fit the later is longer
			if strings.HasSuffix(strings.ToLower(name), f[0]) {
				format = f[1]
			}
		}
		if format == "" {
			return nil, usage("%s: its ending names no format of timelines; endings are .txt .json .trace.json", escape.Line(name))
		}
		if err := notASource(name, sources); err != nil {
			return nil, err
		}
		out = append(out, outputFile{format, name})
	}
	return out, nil
}

// drawing reads the flags that choose how text is drawn.
func (p *program) drawing(c *cli.Context) (o report.Options, err error) {
	if o.Width, err = p.width(c); err != nil {
		return o, err
	}
	o.Color, err = p.colored(c)
	o.Redact = p.redactor
	return o, err
}

// objectLast takes the last argument as the object, unless a flag names one or it is a source itself.
func objectLast(args []string, named string) (sources []string, object string) {
	if named != "" || len(args) < 2 {
		return args, named
	}
	n := len(args) - 1
	if sourcesAmong(args)[n] {
		return args, ""
	}
	return args[:n], args[n]
}

// objectFirst says what would be right where the object stands before the source.
func objectFirst(sources []string, object string) error {
	if object != "" || len(sources) < 2 || sources[0] == "-" {
		return nil
	}
	if _, err := os.Stat(sources[0]); err == nil {
		return nil
	}
	return usage("no file %q", sources[0]).hint("the object comes last: podtriage timeline %s %s", strings.Join(sources[1:], " "), sources[0])
}
