package analyzer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// Focus is the answer to a complaint about one object.
type Focus struct {
	Asked     string       `json:"asked"`
	Objects   []loader.Ref `json:"objects"`   // what the name fits in the dump
	Incidents []string     `json:"incidents"` // ids of the incidents that explain it, most telling first; empty says that none does
}

// focus finds the objects that the complaint names ("ns/name", "kind/ns/name", "node/name") and puts the incidents that
// touch them, their Pods or their node first. The order of the others stays.
func focus(c *rules.Context, asked string, list []incident.Incident) (*Focus, error) {
	objects := named(c.Snapshot, asked)
	if len(objects) == 0 {
		return nil, fmt.Errorf("focus %q fits no object in the dump", asked)
	}
	near := neighbours(c, objects)
	touches := func(in *incident.Incident) bool {
		if near[in.Culprit.Key()] {
			return true
		}
		for _, r := range in.Affected {
			if near[r.Key()] {
				return true
			}
		}
		return slices.ContainsFunc(in.Effects, func(e incident.Effect) bool { return near[e.Object.Key()] })
	}
	f := &Focus{Asked: asked, Objects: objects, Incidents: []string{}}
	slices.SortStableFunc(list, func(a, b incident.Incident) int {
		switch x, y := touches(&a), touches(&b); {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return 0
	})
	incident.Number(list)
	for i := range list {
		if touches(&list[i]) {
			f.Incidents = append(f.Incidents, list[i].ID)
		}
	}
	return f, nil
}

// named lists the objects that a name fits, at most 20, ordered.
func named(s *loader.Snapshot, asked string) []loader.Ref {
	parts := strings.Split(asked, "/")
	kind, namespace, name := "", "", parts[len(parts)-1]
	switch {
	case len(parts) == 3:
		kind, namespace = parts[0], parts[1]
	case len(parts) == 2 && strings.EqualFold(parts[0], "node"):
		kind = "Node"
	case len(parts) == 2:
		namespace = parts[0]
	}
	var out []loader.Ref
	for r := range s.Objects() {
		if r.Name == name && (namespace == "" || r.Namespace == namespace) &&
			(kind == "" || strings.EqualFold(r.Kind, kind)) && r.Kind != "Event" {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, loader.Ref.Compare)
	return out[:min(20, len(out))]
}

// neighbours are the objects themselves, their Pods and workloads, and the Pods behind their Services.
func neighbours(c *rules.Context, objects []loader.Ref) map[loader.Ref]bool {
	near := map[loader.Ref]bool{}
	for _, r := range objects {
		near[r.Key()] = true
	}
	for _, p := range c.Pods {
		on := loader.Ref{Kind: "Node", Name: p.Spec.NodeName}
		if near[p.Workload.Key()] || near[on] {
			near[p.Ref.Key()] = true
		}
	}
	for _, s := range c.Snapshot.Services {
		if !near[loader.RefOf("Service", s).Key()] {
			continue
		}
		for _, p := range c.Behind(s) {
			near[p.Ref.Key()] = true
		}
	}
	return near
}
