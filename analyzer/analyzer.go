// Package analyzer says what is wrong in a Snapshot. In goes the Snapshot, out comes one [Diagnosis], which holds all that any report
// needs.
//
// The steps, in order: find what was changed, rebuild the timelines, compute the Pods' rows, ask the rules, join their Findings to
// incidents, say what is missing, put first what the reader complains of, and list what no incident explains.
package analyzer

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

// Options change what is analyzed and shown.
type Options struct {
	Version string // of podtriage, for the report
	Focus   string // the object of a complaint; what explains it comes first
	Brief   bool   // leave out timelines, which only some reports draw
	Hygiene bool   // also tell what is not good practice
}

// Analyze finds what is wrong. The error is the context's, or says that Focus names nothing.
func Analyze(ctx context.Context, s *loader.Snapshot, opts Options) (*Diagnosis, error) {
	changes := change.Of(s)
	var timelines []timeline.Timeline
	if !opts.Brief {
		timelines = timeline.Build(s, changes)
	}
	c := rules.NewContext(s, timelines)
	c.Changes = changes
	findings, problems := rules.Run(c, rules.All())
	d := &Diagnosis{
		Schema: Schema, Tool: Tool{"podtriage", opts.Version}, Source: s.Source,
		Capture:  Capture{Time: s.Capture.Time, Earliest: s.Capture.Earliest, Basis: s.Capture.Basis, EventsSince: s.Capture.EventsSince},
		Coverage: coverage(s), Missing: missing(c),
		Problems: append(append([]loader.Problem{}, s.Problems...), problems...), Changes: changes, Timelines: timelines,
	}
	d.Incidents = incident.Group(c, findings)
	if opts.Hygiene {
		list, failed := hygiene(c)
		d.Hygiene, d.Problems = list, append(d.Problems, failed...)
	}
	if opts.Focus != "" {
		f, err := focus(c, opts.Focus, d.Incidents)
		if err != nil {
			return nil, err
		}
		d.Focus = f
	}
	explained := d.explained()
	d.Unexplained = unexplained(c, explained)
	d.SetAside = setAside(c, d.withEarlier(explained), d.told(c))
	d.addPods(c, explained)
	return d, ctx.Err()
}

func coverage(s *loader.Snapshot) Coverage {
	kubelets := map[string]bool{}
	for _, n := range s.Nodes {
		if v := n.Status.NodeInfo.KubeletVersion; v != "" {
			kubelets[v] = true
		}
	}
	return Coverage{Objects: s.Coverage.Objects, Namespaces: s.Coverage.Namespaces, NotCollected: s.Coverage.NotCollected,
		Logs: len(s.Logs), Kubelets: slices.SortedFunc(maps.Keys(kubelets), compareVersions)}
}

// waits are the categories whose Incidents explain a Pod even where they are for information only: it is as it is by design.
var waits = map[string]bool{"unschedulable": true, "stuck-terminating": true, "evicted": true, "node-lost": true, "job": true,
	"rollout": true, "init-failure": true, "app-crash": true}

// explained tells for each object which incident explains it. What is only worth knowing explains no Pod that is not well.
func (d *Diagnosis) explained() map[loader.Ref]string {
	in := map[loader.Ref]string{}
	for _, i := range d.Incidents {
		if i.Severity == rules.Info && !waits[i.Category] {
			continue
		}
		for _, r := range i.Affected {
			if in[r.Key()] == "" {
				in[r.Key()] = i.ID
			}
		}
	}
	return in
}

// withEarlier adds the Pods that are gone and belong to an incident.
func (d *Diagnosis) withEarlier(explained map[loader.Ref]string) map[loader.Ref]string {
	out := maps.Clone(explained)
	for _, i := range d.Incidents {
		for _, r := range i.Earlier {
			out[r] = cmp.Or(out[r], i.ID)
		}
	}
	return out
}

// addPods writes a row for every Pod and counts what is explained.
func (d *Diagnosis) addPods(c *rules.Context, in map[loader.Ref]string) {
	d.Pods = make([]Pod, 0, len(c.Pods))
	for _, p := range c.Pods {
		if p.Recalled {
			continue
		}
		row := Pod{
			Namespace: p.Namespace, Name: p.Name, UID: string(p.UID), Node: p.Spec.NodeName, Owner: p.Workload.Kind + "/" + p.Workload.Name,
			Ready: p.Row.Ready, Status: p.Row.Status, Restarts: p.Row.Restarts, Age: p.Row.Age,
			Phase: string(p.Status.Phase), Healthy: p.Healthy, Incident: in[p.Ref.Key()],
		}
		d.Pods = append(d.Pods, row)
	}
	d.Summary = summarize(d.Pods)
}

func summarize(pods []Pod) Summary {
	s := Summary{Pods: len(pods)}
	for _, p := range pods {
		switch {
		case p.Healthy:
			continue
		case p.Incident == "":
			s.Unexplained++
		default:
			s.Explained++
		}
		s.Unhealthy++
	}
	return s
}
