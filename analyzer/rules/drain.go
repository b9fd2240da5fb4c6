package rules

import (
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// drainRules are the rules about drains and the budgets that hold them up, most specific first. That a node was drained stands with the
// rules of nodes, before its cordon.
var drainRules = []*Rule{drainBlocked, budgetsOverlap, budgetBlocks, budgetSelectsNothing}

// drain is a node that takes no new Pods and that Pods were taken from since.
type drain struct {
	node    *corev1.Node
	since   time.Time // of the cordon; zero is unknown
	evicted []*Pod    // that the eviction API marked and that are still there
	stopped []*loader.Event
}

// drains lists the cordoned nodes that lost Pods in the way of a drain.
func (c *Context) drains() []drain {
	var out []drain
	for _, n := range c.Snapshot.Nodes {
		if !n.Spec.Unschedulable {
			continue
		}
		d := drain{node: n, since: c.cordonedAt(n), evicted: c.evictedByAPI(n.Name)}
		if !d.since.IsZero() {
			d.stopped = c.stoppedSince(n.Name, d.since)
		}
		if len(d.evicted) > 0 || len(d.stopped) > 1 {
			out = append(out, d)
		}
	}
	return out
}

// cordonedAt is when the node was cordoned, by its taint or by its Event; zero where neither tells.
func (c *Context) cordonedAt(n *corev1.Node) time.Time {
	for _, t := range n.Spec.Taints {
		if t.Key == corev1.TaintNodeUnschedulable && t.TimeAdded != nil {
			return realTime(t.TimeAdded.Time)
		}
	}
	for _, e := range slices.Backward(c.Snapshot.EventsOf(loader.RefOf("Node", n))) {
		if e.Reason == "NodeNotSchedulable" {
			return e.Last
		}
	}
	return time.Time{}
}

// evictedByAPI lists the Pods of the node that the eviction API marked, be they still there or about to go.
func (c *Context) evictedByAPI(node string) []*Pod {
	var out []*Pod
	for _, p := range c.podsOn(node) {
		if d := p.Condition(corev1.DisruptionTarget); d != nil && d.Status == corev1.ConditionTrue && d.Reason == "EvictionByEvictionAPI" {
			out = append(out, p)
		}
	}
	return out
}

// stoppedSince is one Event for each Pod that the node's kubelet stopped after the time and that is gone, other than by a probe.
func (c *Context) stoppedSince(node string, since time.Time) []*loader.Event {
	var out []*loader.Event
	seen := map[loader.Ref]bool{}
	for _, e := range c.Snapshot.Events {
		k := e.Object.Key()
		if k.Kind != "Pod" || e.Reason != "Killing" || e.Host != node || e.Last.Before(since) || seen[k] ||
			c.Snapshot.Lookup(k) != loader.Absent {
			continue
		}
		if strings.HasPrefix(e.Message, "Stopping container") {
			seen[k] = true
			out = append(out, e)
		}
	}
	return out
}

// budgetsOf lists the budgets that select the Pod.
func (c *Context) budgetsOf(p *Pod) []*policyv1.PodDisruptionBudget {
	return c.BudgetsFor(p.Namespace, p.Labels)
}

// BudgetsFor returns the budgets that select Pods of such labels.
func (c *Context) BudgetsFor(namespace string, podLabels map[string]string) []*policyv1.PodDisruptionBudget {
	all := c.known.budgets.get(func() map[string][]budgeted {
		out := map[string][]budgeted{}
		for _, b := range c.Snapshot.PodDisruptionBudgets {
			out[b.Namespace] = append(out[b.Namespace], budgeted{b, budgetSelector(b)})
		}
		return out
	})
	var out []*policyv1.PodDisruptionBudget
	for _, b := range all[namespace] {
		if b.Matches(labels.Set(podLabels)) {
			out = append(out, b.PodDisruptionBudget)
		}
	}
	return out
}

// budgeted is a budget and its selector.
type budgeted struct {
	*policyv1.PodDisruptionBudget
	labels.Selector
}

// budgetSelector is what the budget selects. An empty selector selects all Pods in policy/v1 and none in policy/v1beta1.
func budgetSelector(b *policyv1.PodDisruptionBudget) labels.Selector {
	sel, err := metav1.LabelSelectorAsSelector(b.Spec.Selector)
	if err != nil || sel.Empty() && b.APIVersion == "policy/v1beta1" {
		return labels.Nothing()
	}
	return sel
}

// blocks reports whether the budget refuses every eviction at capture time.
func blocks(b *policyv1.PodDisruptionBudget) bool {
	return b.Status.DisruptionsAllowed <= 0 && b.Status.ExpectedPods > 0
}

// drainable reports whether a drain would evict the Pod: it is not of a DaemonSet or static, and it has not ended.
func drainable(p *Pod) bool {
	return p.Workload.Kind != "DaemonSet" && !isStatic(p) && p.DeletionTimestamp == nil && !podstatus.Ended(p.Pod)
}

// blocking are the budgets that keep a drain from evicting the Pod.
func (c *Context) blocking(p *Pod) []*policyv1.PodDisruptionBudget {
	if !drainable(p) {
		return nil
	}
	var out []*policyv1.PodDisruptionBudget
	for _, b := range c.budgetsOf(p) {
		if blocks(b) {
			out = append(out, b)
		}
	}
	return out
}
