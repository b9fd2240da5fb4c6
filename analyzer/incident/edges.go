package incident

import (
	"regexp"
	"strings"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// unresolved is how programs say that the resolver itself did not answer. "no such host" is not among them: it is an
// answer, and the name is wrong.
var unresolved = regexp.MustCompile(`(?i)temporary failure in name resolution|EAI_AGAIN|server misbehaving|lookup \S+( on \S+)?: (read udp .*)?(i/o timeout|connection refused)|` +
	`read udp .*:53: |dial udp .*:53: |could not resolve host|name resolution timed out`)

// resolver ties an incident whose Pods got no answer from DNS to the incident that has the cluster's DNS down.
func (g *grouper) resolver(in *draft) (edge, bool) {
	dns := g.dns()
	if dns == nil || dns == in {
		return edge{}, false
	}
	for _, e := range in.Evidence {
		if unresolved.MatchString(e.Text) {
			return edge{in, dns, "got no answer from the cluster's DNS, which is down by this cause", rules.Likely, e}, true
		}
	}
	for _, p := range g.pods(in) {
		for _, l := range p.Logs {
			for _, line := range l.Kept {
				if unresolved.MatchString(line.Text) {
					return edge{in, dns, "got no answer from the cluster's DNS, which is down by this cause", rules.Likely, g.c.LogEvidence(l, line)}, true
				}
			}
		}
	}
	return edge{}, false
}

// dns returns the incident that leaves the cluster's DNS without a Pod that serves, or nil.
func (g *grouper) dns() *draft {
	var found *draft
	for _, p := range g.c.Pods {
		if p.Labels["k8s-app"] != "kube-dns" && p.Labels["dns.operator.openshift.io/daemonset-dns"] == "" {
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

// lostNode is how a scheduler's message names a node that stopped reporting.
var lostNode = regexp.MustCompile(`node\.kubernetes\.io/(unreachable|not-ready)`)

// replacement ties a Pod that finds no place to the lost node that its workload ran on: the Pod is the replacement, and the
// scheduler says that the node it would fit is the lost one.
func (g *grouper) replacement(in *draft) (edge, bool) {
	if in.Category != "unschedulable" {
		return edge{}, false
	}
	lost := g.lostNodeOf(in.workload)
	if lost == nil {
		return edge{}, false
	}
	for _, e := range in.Evidence {
		if lostNode.MatchString(e.Text) {
			return edge{in, lost, "has a replacement that fits only the lost node", rules.Likely, e}, true
		}
	}
	return edge{}, false
}

// lostNodeOf returns the incident of a lost node that holds another Pod of the workload.
func (g *grouper) lostNodeOf(w loader.Ref) *draft {
	for _, other := range g.list {
		if other.Category != "node-lost" || other.Severity == rules.Info {
			continue
		}
		for _, p := range g.pods(other) {
			if p.Workload.Key() == w.Key() {
				return other
			}
		}
	}
	return nil
}

// driver ties a claim or mount that waits for a storage driver to the incident that has the driver's Pods down.
func (g *grouper) driver(in *draft) (edge, bool) {
	if in.Category != "volume" && in.Category != "unschedulable" {
		return edge{}, false
	}
	for _, e := range in.Evidence {
		for _, name := range driverName.FindAllString(e.Text, 4) {
			if down := g.driverDown(name); down != nil && down != in {
				return edge{in, down, "waits for the storage driver " + name + ", whose Pods are down by this cause", rules.Likely, e}, true
			}
		}
	}
	return edge{}, false
}

// driverName is the form of a CSI driver's name in messages.
var driverName = regexp.MustCompile(`\b[a-z0-9-]+(\.[a-z0-9-]+)*\.(csi|k8s|io|com|org)(\.[a-z0-9-]+)*\b`)

// driverDown returns the incident of Pods that name the driver in their arguments, environment or socket path.
func (g *grouper) driverDown(name string) *draft {
	for _, p := range g.c.Pods {
		in := g.loudly(p.Ref)
		if in == nil {
			continue
		}
		for _, v := range p.Spec.Volumes {
			if v.HostPath != nil && strings.Contains(v.HostPath.Path, "/plugins/"+name) {
				return in
			}
		}
		for _, c := range p.Spec.Containers {
			for _, arg := range c.Args {
				if strings.Contains(arg, name) {
					return in
				}
			}
		}
	}
	return nil
}
