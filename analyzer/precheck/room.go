package precheck

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	helper "k8s.io/component-helpers/resource"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/scheduling"
)

// room places the Pods of the rollout's first step, one by one, by the scheduler's filters. Where Pods are removed first,
// what they hold is free.
func (w *workload) room() Check {
	s := w.c.Snapshot
	switch {
	case w.replicas == 0:
		return Check{Name: "room", Answer: Yes, Text: "no Pod is to be placed"}
	case len(s.Nodes) == 0:
		return Check{Name: "room", Answer: Unknown, Text: "Nodes are not in the dump; they would tell whether a new Pod fits"}
	case w.ref.Kind == "DaemonSet":
		return Check{Name: "room", Answer: Yes, Text: "each new Pod takes the place of the old one on its node"}
	}
	cluster, first := w.c.Cluster(), w.firstStep()
	for _, p := range w.outgoing() {
		cluster.Release(p.Pod, p.Spec.NodeName)
		defer cluster.Assume(p.Pod, p.Spec.NodeName)
	}
	var placed []string
	for i := range min(first, w.replicas, most) {
		p := w.pod(i)
		r := cluster.Check(p)
		fits := r.Fits()
		if len(fits) == 0 {
			return w.noRoom(r, i, first)
		}
		if len(r.Unknown) > 0 {
			return Check{Name: "room", Answer: Unknown,
				Text: "node " + fits[0] + " would take the next Pod as far as can be told; not in the dump: " + strings.Join(r.Unknown, "; ")}
		}
		node := roomiest(r)
		cluster.Assume(p, node)
		defer cluster.Release(p, node)
		placed = append(placed, node)
	}
	if !s.Coverage.Collected("Pod", "") && !s.Coverage.Collected("Pod", "kube-system") {
		return Check{Name: "room", Answer: Unknown,
			Text: "there is room as far as the dump shows, but it lacks the Pods of other namespaces, which may have taken it"}
	}
	node := cluster.Node(placed[0])
	return Check{Name: "room", Answer: Yes, Text: fmt.Sprintf("%s would take the %s", enumerate(placed), words(len(placed), "new Pod")),
		Evidence: []rules.Evidence{w.c.Field("Node", node.Node, "status.allocatable", freeText(node))}}
}

// firstStep is how many Pods the rollout makes at once.
func (w *workload) firstStep() int {
	if w.surge == 0 {
		return w.removed
	}
	return max(w.surge, min(1, w.replicas))
}

// most is how many Pods are placed: a rollout that finds room for so many is not short of it.
const most = 100

// outgoing are the Pods that the rollout removes before it adds any.
func (w *workload) outgoing() []*rules.Pod {
	if w.surge > 0 {
		return nil
	}
	var out []*rules.Pod
	for _, p := range w.pods {
		if p.Spec.NodeName != "" && p.Status.Phase != corev1.PodFailed && len(out) < w.removed {
			out = append(out, p)
		}
	}
	return out
}

// pod is a new Pod of the template.
func (w *workload) pod(i int) *corev1.Pod {
	p := &corev1.Pod{ObjectMeta: *w.template.ObjectMeta.DeepCopy(), Spec: *w.template.Spec.DeepCopy()}
	p.Namespace, p.Name, p.UID = w.ref.Namespace, w.ref.Name+"-(new "+strconv.Itoa(i+1)+")", ""
	return p
}

// roomiest is the node with the most cpu left among those that fit, as the scheduler's default scores prefer.
func roomiest(r *scheduling.Report) string {
	best := ""
	var free int64
	for _, v := range r.Verdicts {
		if f := v.Node.Free[corev1.ResourceCPU]; len(v.Failures) == 0 && (best == "" || f > free) {
			best, free = v.Node.Name, f
		}
	}
	return best
}

// shown is how many nodes are quoted.
const shown = 5

func (w *workload) noRoom(r *scheduling.Report, i, first int) Check {
	c := Check{Name: "room", Answer: No, Text: fmt.Sprintf("no node takes new Pod %d of %d", i+1, first)}
	for _, f := range r.Whole {
		c.Text += "; " + f.Text
		if o := w.c.Snapshot.Find(f.Object); o != nil {
			c.Evidence = append(c.Evidence, w.c.Field(f.Object.Kind, o, "metadata.name", f.Text))
		}
	}
	list := slices.Clone(r.Verdicts)
	slices.SortStableFunc(list, func(a, b scheduling.Verdict) int { return cmp.Compare(a.Distance(), b.Distance()) })
	for _, v := range list[:min(len(list), shown)] {
		var texts []string
		for _, f := range v.Failures {
			texts = append(texts, f.Text)
		}
		if len(texts) > 0 {
			c.Evidence = append(c.Evidence, w.c.Field("Node", v.Node.Node, "status.allocatable", strings.Join(texts, "; ")))
		}
	}
	if len(list) > shown {
		c.Text += fmt.Sprintf("; the %d nearest of %d nodes are shown", shown, len(list))
	}
	return c
}

func freeText(n *scheduling.Node) string {
	return "free: " + scheduling.Amount(corev1.ResourceCPU, n.Free[corev1.ResourceCPU]) + " cpu, " +
		scheduling.Amount(corev1.ResourceMemory, n.Free[corev1.ResourceMemory]) + " memory"
}

// quota adds the surge Pods to what each ResourceQuota of the namespace has used.
func (w *workload) quota() Check {
	s := w.c.Snapshot
	if !s.Coverage.Collected("ResourceQuota", w.ref.Namespace) &&
		!slices.ContainsFunc(s.ResourceQuotas, func(q *corev1.ResourceQuota) bool { return q.Namespace == w.ref.Namespace }) {
		return Check{Name: "quota", Answer: Unknown, Text: "ResourceQuotas are not in the dump; they would tell whether a new Pod is allowed"}
	}
	c := Check{Name: "quota", Answer: Yes, Text: "no ResourceQuota is in the way"}
	for _, q := range s.ResourceQuotas {
		if q.Namespace != w.ref.Namespace {
			continue
		}
		if len(q.Spec.Scopes) > 0 || q.Spec.ScopeSelector != nil {
			if c.Answer == Yes {
				c.Answer, c.Text = Unknown, "ResourceQuota "+q.Name+" applies to some Pods only (scopes), which is not worked out here"
			}
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(q.Status.Hard)) {
			hard, used := q.Status.Hard[name], q.Status.Used[name]
			need := w.needs(name)
			total := used.DeepCopy()
			total.Add(need)
			if total.Cmp(hard) <= 0 || need.IsZero() {
				continue
			}
			text := fmt.Sprintf("ResourceQuota %s has %s of %s %s used, the first step needs %s more",
				q.Name, used.String(), hard.String(), name, need.String())
			if c.Answer == No {
				text = c.Text + "; " + text
			}
			c.Answer, c.Text = No, text
			c.Evidence = append(c.Evidence, w.c.Field("ResourceQuota", q, "status.used."+string(name), used.String()+" of "+hard.String()))
		}
	}
	return c
}

// needs is what the surge Pods ask of a quota's resource.
func (w *workload) needs(name corev1.ResourceName) resource.Quantity {
	p := w.pod(0)
	var one resource.Quantity
	switch text := string(name); {
	case text == "pods" || text == "count/pods":
		one = resource.MustParse("1")
	case strings.HasPrefix(text, "limits."):
		one = helper.PodLimits(p, helper.PodResourcesOptions{})[corev1.ResourceName(strings.TrimPrefix(text, "limits."))]
	default:
		one = helper.PodRequests(p, helper.PodResourcesOptions{})[corev1.ResourceName(strings.TrimPrefix(text, "requests."))]
	}
	sum := one.DeepCopy()
	if !sum.Mul(int64(max(0, min(w.surge, w.replicas)))) {
		return *resource.NewQuantity(math.MaxInt64, one.Format)
	}
	return sum
}

// budget looks at the PodDisruptionBudgets. A rollout does not ask them; a drain at the same time does.
func (w *workload) budget() Check {
	s := w.c.Snapshot
	c := Check{Name: "budget", Answer: Yes, Text: "no PodDisruptionBudget selects its Pods"}
	if len(s.PodDisruptionBudgets) == 0 && !s.Coverage.Collected("PodDisruptionBudget", w.ref.Namespace) {
		return Check{Name: "budget", Answer: Unknown,
			Text: "PodDisruptionBudgets are not in the dump; they would tell only whether a drain meanwhile is held up, no answer about the rollout"}
	}
	for _, b := range w.c.BudgetsFor(w.ref.Namespace, w.template.Labels) {
		c.Text = fmt.Sprintf("PodDisruptionBudget %s allows %s; a rollout does not ask it, a drain meanwhile would",
			b.Name, rules.Count(int(b.Status.DisruptionsAllowed), "disruption"))
		c.Evidence = append(c.Evidence, w.c.Field("PodDisruptionBudget", b, "status.disruptionsAllowed",
			strconv.Itoa(int(b.Status.DisruptionsAllowed))))
	}
	return c
}

func words(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// enumerate names each node once, with how many Pods it takes.
func enumerate(nodes []string) string {
	n := map[string]int{}
	var order []string
	for _, name := range nodes {
		if n[name] == 0 {
			order = append(order, name)
		}
		n[name]++
	}
	for i, name := range order {
		if n[name] > 1 {
			order[i] = fmt.Sprintf("%s (%d)", name, n[name])
		}
	}
	if len(order) > shown {
		return strings.Join(order[:shown], ", ") + fmt.Sprintf(" and %d more", len(order)-shown)
	}
	return strings.Join(order, ", ")
}
