package incident

import (
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// down knows what of the cluster's own machinery incidents have down. It is found once: every incident asks for it.
type down struct {
	pods   []loudPod
	dns    *draft                // see dnsDown
	nodeOf map[loader.Ref]*draft // by Key of a workload: the incident of a lost node that holds a Pod of it
	byName map[string]*draft     // what ofDriver has answered
}

// loudPod is a Pod that an error or a warning explains.
type loudPod struct {
	*rules.Pod
	in *draft
}

func (g *grouper) findDown() {
	d := &g.down
	d.nodeOf, d.byName = map[loader.Ref]*draft{}, map[string]*draft{}
	for _, p := range g.c.Pods {
		if in := g.loudly(p.Ref); in != nil {
			d.pods = append(d.pods, loudPod{p, in})
		}
	}
	d.dns = g.dnsDown()
	for _, in := range g.list {
		if in.Category != "node-lost" || in.Severity == rules.Info {
			continue
		}
		for _, p := range g.pods(in) {
			if w := p.Workload.Key(); d.nodeOf[w] == nil {
				d.nodeOf[w] = in
			}
		}
	}
}

// dnsDown returns the incident that leaves the cluster's DNS without a Pod that serves, or nil.
func (g *grouper) dnsDown() *draft {
	var found *draft
	for _, p := range g.c.Pods {
		if !p.ServesDNS() {
			continue
		}
		if serves(p) {
			return nil
		}
		if in := g.loudly(p.Ref); in != nil {
			found = in
		}
	}
	return found
}

// ofDriver returns the incident of Pods that name the storage driver in their arguments or socket path, or nil.
func (d *down) ofDriver(name string) *draft {
	in, asked := d.byName[name]
	if !asked {
		in = d.findDriver(name)
		d.byName[name] = in
	}
	return in
}

func (d *down) findDriver(name string) *draft {
	for _, p := range d.pods {
		for _, v := range p.Spec.Volumes {
			if v.HostPath != nil && strings.Contains(v.HostPath.Path, "/plugins/"+name) {
				return p.in
			}
		}
		for _, c := range p.Spec.Containers {
			if slices.ContainsFunc(c.Args, func(arg string) bool { return strings.Contains(arg, name) }) {
				return p.in
			}
		}
	}
	return nil
}
