package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer/precheck"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

func (p *program) precheckCommand() *cli.Command {
	return &cli.Command{
		Name: "precheck", Category: "Analyze", Usage: "would one more rollout find room and all it needs",
		ArgsUsage: "SOURCE... [WORKLOAD...]",
		Description: `Asks, before a change instead of after a failure, whether one more rollout of a workload would find room on the nodes, quota, and the objects
that its template names. Each question is answered yes, no or cannot tell, with what the answer rests on. Without a workload all Deployments,
StatefulSets and DaemonSets are checked.`,
		UsageText: `precheck dump.tar.gz shop/api
precheck dump.tar.gz -n shop
precheck dump.tar.gz deployment/shop/api -o json`,
		Flags: flags([]cli.Flag{
			outputFlag("text", "json"),
			&cli.StringFlag{Name: "fail-on", Usage: "exit with 1 if an answer is `ANSWER` or worse: never, no, unknown", Value: "never"},
		}, namespaceFlags(), redactFlags(), sourceFlags(), streamFlags()),
		Action: p.precheck,
	}
}

func (p *program) precheck(c *cli.Context) error {
	format, formatErr := oneOf(c, "output", "text", "json")
	failOn, failErr := oneOf(c, "fail-on", "never", "no", "unknown")
	width, widthErr := p.width(c)
	if err := cmp.Or(formatErr, failErr, widthErr); err != nil {
		return err
	}
	list, err := namespaces(c)
	if err != nil {
		return err
	}
	names, sources := splitSources(append([]string{""}, c.Args().Slice()...))
	s, err := p.load(c, sources)
	if err != nil {
		return err
	}
	refs, err := workloadsNamed(s, names[1:], list)
	if err != nil {
		return err
	}
	results := prechecks(s, refs)
	err = p.print(func(w io.Writer) error {
		switch {
		case format == "json":
			return encode(w, "json", results)
		case len(results) == 0:
			return p.nothingToCheck(w, list)
		}
		return p.writePrecheck(w, results, len(names) > 1, width)
	})
	if err != nil {
		return err
	}
	if anyFails(results, failOn) {
		return &failure{code: exitFindings}
	}
	return p.damage(s.Problems, false)
}

func anyFails(results []precheck.Result, failOn string) bool {
	return slices.ContainsFunc(results, func(r precheck.Result) bool { return failsCheck(r, failOn) })
}

// failsCheck reports whether --fail-on asks about the answer.
func failsCheck(r precheck.Result, failOn string) bool {
	return failOn != "never" && r.Answer == precheck.No || failOn == "unknown" && r.Answer == precheck.Unknown
}

// prechecks asks about each of the workloads; it is never nil.
func prechecks(s *loader.Snapshot, workloads []loader.Ref) []precheck.Result {
	ctx := rules.NewContext(s, nil)
	found, _ := rules.Run(ctx, rules.All())
	out := []precheck.Result{}
	for _, r := range workloads {
		if result, ok := precheck.Run(ctx, found, r); ok {
			out = append(out, result)
		}
	}
	return out
}

// workloadsNamed are the workloads that the words fit; without words all of the namespaces.
func workloadsNamed(s *loader.Snapshot, names, namespaces []string) ([]loader.Ref, error) {
	if len(names) == 0 {
		return slices.DeleteFunc(precheck.Workloads(s), func(r loader.Ref) bool { return !inNamespaces(namespaces, r) }), nil
	}
	var out []loader.Ref
	for _, name := range names {
		r, err := objectNamed(s, name, "Deployment", "StatefulSet", "DaemonSet")
		if err != nil {
			return nil, err
		}
		if s.Find(r) == nil {
			return nil, usage("the dump does not hold %s: only Events name it", r).hint("its template is asked for: %s",
				view.Shell([]string{"kubectl", "-n", r.Namespace, "get", strings.ToLower(r.Kind), r.Name, "-o", "json"}))
		}
		out = append(out, r)
	}
	return out, nil
}

func (p *program) nothingToCheck(w io.Writer, namespaces []string) error {
	where := ""
	if len(namespaces) > 0 {
		where = " in " + p.shown(strings.Join(namespaces, ", "))
	}
	_, err := fmt.Fprintln(w, "The dump holds no Deployment, StatefulSet or DaemonSet to check"+where+".")
	return err
}

// writePrecheck draws each workload that was asked for in full; of all workloads those that are well in one line.
func (p *program) writePrecheck(w io.Writer, results []precheck.Result, full bool, width int) error {
	well := 0
	for _, r := range results {
		if r.Answer == precheck.Yes && !full {
			well++
			continue
		}
		fmt.Fprintf(w, "%s  %s\n%s\n", p.shown(r.Workload.String()), r.Answer, hanging("  ", p.shown("the rollout "+r.Plan), width))
		for _, check := range r.Checks {
			if !full && check.Answer == precheck.Yes {
				continue
			}
			fmt.Fprintln(w, hanging(fmt.Sprintf("  %-13s %-12s ", check.Name, check.Answer), p.shown(check.Text), width))
			for _, e := range check.Evidence {
				about := strings.Join([]string{view.Place(e), e.Object, e.Field}, " ")
				fmt.Fprintln(w, hanging(strings.Repeat(" ", 18), p.shown(about+": "+e.Text), width))
			}
		}
		fmt.Fprintln(w)
	}
	if well > 0 {
		_, err := fmt.Fprintf(w, "%s would find all they need.\n", view.Count(well, "other workload"))
		return err
	}
	return nil
}

// hanging breaks the text at blanks so that no line is wider than the width, and sets what follows below the first line.
func hanging(head, text string, width int) string {
	lines := strings.ReplaceAll(fold(text, max(20, width-len(head))), "\n", "\n"+strings.Repeat(" ", len(head)))
	return head + lines
}
