package incident

import (
	"strings"

	"github.com/podtriage/podtriage/analyzer/rules"
)

// fullStorage ties what the API server refuses since etcd is full to the incident that says so.
func (g *grouper) fullStorage(in *draft) (edge, bool) {
	if in.Category != "admission" {
		return edge{}, false
	}
	for _, full := range g.list {
		if full.Rule != "other/api-storage" {
			continue
		}
		for _, e := range in.Evidence {
			if strings.Contains(e.Text, "database space exceeded") {
				return edge{in, full, "cannot create Pods: etcd is full", rules.Confirmed, e}, true
			}
		}
	}
	return edge{}, false
}

// mesh ties Pods whose mesh proxy gets no configuration to the incident that has the mesh's control plane down.
func (g *grouper) mesh(in *draft) (edge, bool) {
	if in.Rule != "readiness/mesh-proxy" || in.Confidence == rules.Confirmed || len(in.Evidence) == 0 {
		return edge{}, false
	}
	plane := g.loudly(in.Culprit.Ref)
	if plane == nil || plane == in {
		return edge{}, false
	}
	return edge{in, plane, "has a mesh proxy that gets no configuration from " + in.Culprit.Ref.String() + ", which is down by this cause",
		rules.Likely, in.Evidence[0]}, true
}
