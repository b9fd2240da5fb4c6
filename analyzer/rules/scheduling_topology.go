package rules

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/analyzer/message"
)

var unschedulableAntiAffinity = &Rule{
	ID:    "unschedulable/anti-affinity",
	Title: "anti-affinity keeps the Pod off every node that fits",
	Doc: `Required anti-affinity says that two Pods must not share a node or a zone. It works both ways: the rule of a Pod that already runs keeps a new
one out too. With one Pod a node, the number of usable nodes is the largest number of replicas.

During a rolling update the older Pod may be the one in the way; that passes by itself. Otherwise add nodes, run fewer replicas, or make the
rule preferred instead of required.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeAntiAffinity, message.AntiAffinity) },
}

func describeAntiAffinity(c *Context, w *waiting, f *Finding) bool {
	f.Culprit = blame(w.Pod, "affinity.podAntiAffinity")
	f.Title = "anti-affinity keeps it off every node it fits"
	f.Cause = "Required anti-affinity forbids the Pod a place beside Pods that already run: " + w.refusedBy() + "."
	if fail, node := w.failing(message.AntiAffinity); node != nil {
		f.Cause += fmt.Sprintf(" Node %s %s.", node.Name, fail.Text)
		f.Evidence = append(f.Evidence, c.objectEvidence(fail.Object, "metadata.labels"))
	}
	if a := w.Spec.Affinity; a != nil && a.PodAntiAffinity != nil {
		f.Evidence = append(f.Evidence, c.PodField(w.Pod, "spec.affinity.podAntiAffinity",
			affinityText(a.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution)))
	}
	f.Next = append(f.Next, editWorkload(w.Pod, "run no more replicas than usable nodes, add nodes, or make the anti-affinity preferred"))
	return true
}

func affinityText(terms []corev1.PodAffinityTerm) string {
	var out []string
	for _, t := range terms {
		out = append(out, metav1.FormatLabelSelector(t.LabelSelector)+" by "+t.TopologyKey)
	}
	if len(out) == 0 {
		return "none required"
	}
	return strings.Join(out, "; ")
}

var unschedulableAffinity = &Rule{
	ID:    "unschedulable/affinity",
	Title: "the Pods that it must run beside are not there",
	Doc: `Required Pod affinity wants a Pod with certain labels on the same node or in the same zone. Either no such Pod runs, or it runs where the new Pod
does not fit for another reason.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeAffinity, message.Affinity) },
}

func describeAffinity(c *Context, w *waiting, f *Finding) bool {
	f.Culprit = blame(w.Pod, "affinity.podAffinity")
	f.Title = "no Pod runs that it must be beside"
	f.Cause = "Required Pod affinity is met on no node that the Pod fits: " + w.refusedBy() + "." + w.nearest()
	if a := w.Spec.Affinity; a != nil && a.PodAffinity != nil {
		f.Evidence = append(f.Evidence, c.PodField(w.Pod, "spec.affinity.podAffinity",
			affinityText(a.PodAffinity.RequiredDuringSchedulingIgnoredDuringExecution)))
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "whether the Pods that it looks for run, and where",
		Command: "kubectl get pods -A --show-labels -o wide"})
	return true
}

var unschedulableSpread = &Rule{
	ID:    "unschedulable/topology-spread",
	Title: "a topology spread constraint cannot be met",
	Doc: `A constraint with whenUnsatisfiable: DoNotSchedule allows a domain (a zone, a node) at most maxSkew more matching Pods than the domain with the fewest.
If the domain with the fewest cannot take Pods (full, tainted, cordoned), the others must not either. Nodes without the topology label are out
altogether: the message then adds "(missing required label)".`,
	Detect: func(c *Context) []Finding { return c.stuck(describeSpread, message.Spread, message.SpreadLabel) },
}

func describeSpread(c *Context, w *waiting, f *Finding) bool {
	f.Culprit = blame(w.Pod, "topologySpreadConstraints")
	f.Title = "cannot be spread as its constraint demands"
	for _, t := range w.Spec.TopologySpreadConstraints {
		f.Evidence = append(f.Evidence, c.PodField(w.Pod, "spec.topologySpreadConstraints", fmt.Sprintf("%s: maxSkew %d, %s, of %s",
			t.TopologyKey, t.MaxSkew, t.WhenUnsatisfiable, metav1.FormatLabelSelector(t.LabelSelector))))
	}
	if w.kind == message.SpreadLabel {
		f.Title = "nodes lack the label that it is to be spread by"
		if fail, node := w.failing(message.SpreadLabel); node != nil {
			f.Title = "nodes lack its spread label " + fail.Label
		}
		f.RuledOut = append(f.RuledOut, "an uneven spread: nodes without the label do not count as any domain")
	}
	f.Cause = "A hard topology spread constraint refuses the nodes: " + w.refusedBy() + "." + w.nearest()
	f.Next = append(f.Next, Step{Kind: Check, Text: "the domains that nodes are in", Command: "kubectl get nodes --show-labels"},
		editWorkload(w.Pod, "make room in the domain with the fewest Pods, correct topologyKey, or set whenUnsatisfiable: ScheduleAnyway"))
	return true
}
