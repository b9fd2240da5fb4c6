package incident

import (
	"regexp"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// unresolved is how programs say that the resolver itself did not answer. "no such host" is not among them: it is an
// answer, and the name is wrong.
var unresolved = regexp.MustCompile(`(?i)temporary failure in name resolution|EAI_AGAIN|server misbehaving|lookup \S+( on \S+)?: (read udp .*)?(i/o timeout|connection refused)|` +
	`read udp .*:53: |dial udp .*:53: |could not resolve host|name resolution timed out`)

// resolver ties an incident whose Pods got no answer from DNS to the incident that has the cluster's DNS down.
func (g *grouper) resolver(in *draft) (edge, bool) {
	dns := g.down.dns
	if dns == nil || dns == in {
		return edge{}, false
	}
	tie := func(e rules.Evidence) (edge, bool) {
		return edge{in, dns, "got no answer from the cluster's DNS, which is down by this cause", rules.Likely, e}, true
	}
	for _, e := range in.Evidence {
		if unresolved.MatchString(e.Text) {
			return tie(e)
		}
	}
	for _, p := range g.pods(in) {
		for _, l := range p.Logs {
			if i := slices.IndexFunc(l.Kept, func(line loader.LogLine) bool { return unresolved.MatchString(line.Text) }); i >= 0 {
				return tie(g.c.LogEvidence(l, l.Kept[i]))
			}
		}
	}
	return edge{}, false
}

// lostNode is how a scheduler's message names a node that stopped reporting.
var lostNode = regexp.MustCompile(`node\.kubernetes\.io/(unreachable|not-ready)`)

// replacement ties a Pod that finds no place to the lost node that its workload ran on: the Pod is the replacement, and the
// scheduler says that the node it would fit is the lost one.
func (g *grouper) replacement(in *draft) (edge, bool) {
	if in.Category != "unschedulable" {
		return edge{}, false
	}
	lost := g.down.nodeOf[in.workload.Key()]
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

// sickNode ties a Pod that a node in trouble keeps away by its taint to the incident that says what ails the node. Where the node
// has a taint of somebody's decision, too, the Pod would not fit the healthy node either.
func (g *grouper) sickNode(in *draft) (edge, bool) {
	if in.Rule != "unschedulable/taint" {
		return edge{}, false
	}
	if in.Culprit.Kind != "Node" {
		return g.nodeInTrouble(in)
	}
	ill := g.loudly(in.Culprit.Ref)
	if ill == nil {
		return edge{}, false
	}
	node := in.Culprit.Ref.String()
	for _, e := range in.Evidence {
		if e.Object != node || e.Field != "spec.taints" {
			continue
		}
		if t := rules.TroubleTaints(e.Text); len(t) > 0 && len(t) == strings.Count(e.Text, "has taint ") {
			return edge{in, ill, "finds no node: the taint " + t[0] + " stands for this cause", rules.Likely, e}, true
		}
	}
	return edge{}, false
}

// nodeInTrouble ties a Pod whose scheduler says that a node is not ready to the only node of the dump that is not, although the node's
// taints do not show it: they were saved earlier or later, or not at all.
func (g *grouper) nodeInTrouble(in *draft) (edge, bool) {
	for _, e := range in.Evidence {
		if !lostNode.MatchString(e.Text) {
			continue
		}
		if said, ok := message.ParseScheduler(e.Text); !ok || said.Nodes != len(g.c.Snapshot.Nodes) {
			continue // the scheduler saw other nodes
		}
		if ill := g.onlyNotReady(); ill != nil {
			return edge{in, ill, "finds no node: the taint " + lostNode.FindString(e.Text) + " stands for this cause", rules.Likely, e}, true
		}
	}
	return edge{}, false
}

// onlyNotReady is the incident of the only node that is not ready, or nil.
func (g *grouper) onlyNotReady() *draft {
	var found *draft
	for _, n := range g.c.Snapshot.Nodes {
		if rules.NodeWell(n) {
			continue
		}
		if found != nil {
			return nil
		}
		if found = g.loudly(loader.RefOf("Node", n)); found == nil {
			return nil
		}
	}
	return found
}

// driver ties a claim or mount that waits for a storage driver to the incident that has the driver's Pods down.
func (g *grouper) driver(in *draft) (edge, bool) {
	if in.Category != "volume" && in.Category != "unschedulable" {
		return edge{}, false
	}
	for _, e := range in.Evidence {
		for _, name := range driverName.FindAllString(e.Text, 4) {
			if down := g.down.ofDriver(name); down != nil && down != in {
				return edge{in, down, "waits for the storage driver " + name + ", whose Pods are down by this cause", rules.Likely, e}, true
			}
		}
	}
	return edge{}, false
}

// driverName is the form of a CSI driver's name in messages.
var driverName = regexp.MustCompile(`\b[a-z0-9-]+(\.[a-z0-9-]+)*\.(csi|k8s|io|com|org)(\.[a-z0-9-]+)*\b`)
