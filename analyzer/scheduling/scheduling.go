// Package scheduling replays the filters of kube-scheduler on a Snapshot: which node would take a Pod, and what each other
// node lacks.
//
// In goes a Snapshot, and a Pod that has no node. Out comes a [Report]: one [Verdict] a node, in the order of node names,
// and what holds the Pod back on every node. It follows the default profile of kube-scheduler v1.37
// (pkg/scheduler/framework/plugins); extenders, other schedulers and dynamic resource allocation are not replayed.
package scheduling

import (
	"cmp"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	nodeaffinity "k8s.io/component-helpers/scheduling/corev1/nodeaffinity"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// Cluster is what the filters ask about: the nodes, and what runs on them. It is not safe for concurrent use.
type Cluster struct {
	Snapshot *loader.Snapshot
	Nodes    []*Node

	byName  map[string]*Node
	lock    sync.Mutex         // of reports
	reports map[string]*Report // by class of Pods, see class
	repels  []repel            // required anti-affinity of Pods that run
}

// Node is one node with what its Pods take.
type Node struct {
	*corev1.Node
	Free map[corev1.ResourceName]int64 // allocatable less requests; milli for cpu, else units
	Pods []*corev1.Pod                 // that take room: bound and not finished
}

// Report is what every node says about one Pod.
type Report struct {
	Pod      *corev1.Pod
	Verdicts []Verdict // by node name
	Whole    []Failure // what holds the Pod back on every node
	Unknown  []string  // what the dump does not tell, so that a filter was left out
}

// Verdict is one node's answer. Without Failures the Pod fits.
type Verdict struct {
	Node     *Node
	Failures []Failure // in the scheduler's order of filters; the scheduler itself stops at the first
}

// Failure is one filter that the Pod does not pass.
type Failure struct {
	Kind     message.ObstacleKind
	Text     string // a clause with the node as its subject: "lacks 200m cpu (…)"
	Resource string // of Resource
	Short    int64  // how much of Resource is missing, in units of Node.Free
	TooBig   bool   // the request is more than the node has at all
	Taint    *corev1.Taint
	Label    string     // the label key that differs
	Object   loader.Ref // the Pod, claim or volume in the way
	Distance int        // how far the filter is from being passed: more is further
}

// New indexes a Snapshot.
func New(s *loader.Snapshot) *Cluster {
	c := &Cluster{Snapshot: s, byName: map[string]*Node{}, reports: map[string]*Report{}}
	for _, n := range s.Nodes {
		node := &Node{Node: n, Free: amounts(n.Status.Allocatable)}
		c.Nodes = append(c.Nodes, node)
		c.byName[n.Name] = node
	}
	for _, p := range s.Pods {
		if n := c.byName[p.Spec.NodeName]; n != nil && !podstatus.Ended(p) {
			n.add(p)
		}
	}
	c.repels = c.antiAffinities()
	return c
}

// add counts the Pod as one that runs on the node.
func (n *Node) add(p *corev1.Pod) {
	n.Pods = append(n.Pods, p)
	for r, v := range Requests(p) {
		n.Free[r] -= v
	}
}

// Assume counts the Pod as running on the node from now on, as if it had been scheduled there.
func (c *Cluster) Assume(p *corev1.Pod, node string) {
	n := c.byName[node]
	if n == nil {
		return
	}
	bound := p.DeepCopy()
	bound.Spec.NodeName = node
	n.add(bound)
	c.repels = append(c.repels, c.antiAffinityOf(bound)...)
	clear(c.reports)
}

// Release takes the Pod off its node again, or frees what a Pod of the dump holds, as if it had ended.
func (c *Cluster) Release(p *corev1.Pod, node string) {
	n := c.byName[node]
	if n == nil {
		return
	}
	i := slices.IndexFunc(n.Pods, func(o *corev1.Pod) bool { return o.Namespace == p.Namespace && o.Name == p.Name })
	if i < 0 {
		return
	}
	for r, v := range Requests(n.Pods[i]) {
		n.Free[r] += v
	}
	n.Pods = slices.Delete(n.Pods, i, i+1)
	c.repels = slices.DeleteFunc(c.repels, func(r repel) bool { return r.by.Namespace == p.Namespace && r.by.Name == p.Name })
	clear(c.reports)
}

// Node returns the node of that name, or nil.
func (c *Cluster) Node(name string) *Node { return c.byName[name] }

// Check asks every node; several may ask at once. Pods that no filter can tell apart share one Report.
func (c *Cluster) Check(p *corev1.Pod) *Report {
	c.lock.Lock()
	defer c.lock.Unlock()
	key := class(p)
	if r := c.reports[key]; r != nil {
		return r
	}
	r := &Report{Pod: p}
	k := c.newCheck(p, r)
	for _, n := range c.Nodes {
		r.Verdicts = append(r.Verdicts, Verdict{Node: n, Failures: k.node(n)})
	}
	slices.Sort(r.Unknown)
	r.Unknown = slices.Compact(r.Unknown)
	c.reports[key] = r
	return r
}

// check is one Pod's wishes, prepared once for all nodes.
type check struct {
	c        *Cluster
	pod      *corev1.Pod
	report   *Report
	requests map[corev1.ResourceName]int64
	names    []corev1.ResourceName // of requests, in order
	ports    []port
	required nodeaffinity.RequiredNodeAffinity
	claims   []claim
	spread   []spread
	affinity []term
	anti     []term
	repels   map[string]map[string]*corev1.Pod // topology key, value: a Pod that keeps this one out
}

func (c *Cluster) newCheck(p *corev1.Pod, r *Report) *check {
	k := &check{c: c, pod: p, report: r, requests: Requests(p), ports: ports(p), required: nodeaffinity.GetRequiredNodeAffinity(p)}
	for name, v := range k.requests {
		if v > 0 {
			k.names = append(k.names, name)
		}
	}
	slices.SortFunc(k.names, func(a, b corev1.ResourceName) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b)) })
	for _, g := range p.Spec.SchedulingGates {
		r.Whole = append(r.Whole, Failure{Kind: message.Gate, Text: "scheduling gate " + g.Name + " is set"})
	}
	if len(p.Spec.ResourceClaims) > 0 {
		r.Unknown = append(r.Unknown, "which node can serve the Pod's resource claims (dynamic resource allocation is not replayed)")
	}
	k.prepareClaims()
	k.prepareSpread()
	k.prepareAffinity()
	return k
}

func rank(r corev1.ResourceName) int {
	return slices.Index([]corev1.ResourceName{corev1.ResourceEphemeralStorage, corev1.ResourceMemory, corev1.ResourceCPU}, r) * -1
}

// node runs the filters in the order of the default profile.
func (k *check) node(n *Node) []Failure {
	var out []Failure
	for _, filter := range []func(*Node) []Failure{
		k.cordon, k.taints, k.selector, k.hostPorts, k.resources, k.volumes, k.topology, k.podAffinity,
	} {
		out = append(out, filter(n)...)
	}
	return out
}

// Fits returns the names of nodes that would take the Pod.
func (r *Report) Fits() []string {
	if len(r.Whole) > 0 {
		return nil
	}
	var out []string
	for _, v := range r.Verdicts {
		if len(v.Failures) == 0 {
			out = append(out, v.Node.Name)
		}
	}
	return out
}

// Nearest returns the verdict of the node that is nearest to taking the Pod; nil without nodes.
func (r *Report) Nearest() *Verdict {
	var best *Verdict
	for i := range r.Verdicts {
		if best == nil || r.Verdicts[i].Distance() < best.Distance() {
			best = &r.Verdicts[i]
		}
	}
	return best
}

// Distance is how far the node is from taking the Pod; 0 when it would.
func (v Verdict) Distance() int {
	d := 0
	for i, f := range v.Failures {
		if i == 0 || v.Failures[i-1].Kind != f.Kind || f.Kind == message.Resource { // several taints need one toleration more or less
			d += f.Distance
		}
	}
	return d
}

// class is the same for Pods that no filter can tell apart. Pods of one ReplicaSet are of one class.
func class(p *corev1.Pod) string {
	if o := metav1.GetControllerOfNoCopy(p); o != nil && o.UID != "" && (o.Kind == "ReplicaSet" || o.Kind == "ReplicationController") {
		return string(o.UID)
	}
	return p.Namespace + "/" + p.Name + "/" + string(p.UID)
}
