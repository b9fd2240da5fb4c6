package rules

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var unschedulableGated = &Rule{
	ID:    "unschedulable/gated",
	Title: "scheduling gates hold the Pod back",
	Doc: `While spec.schedulingGates is not empty the scheduler does not look at the Pod. Whoever set the gate must remove it: a queue such as Kueue admits the
workload when its quota allows, other controllers wait for a resource. Being gated is not a failure; a gate whose controller is gone is.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeGated, message.Gate) },
}

func describeGated(c *Context, w *waiting, f *Finding) bool {
	var gates []string
	for _, g := range w.Spec.SchedulingGates {
		gates = append(gates, g.Name)
	}
	if len(gates) == 0 && w.detail != "" {
		gates = strings.Fields(w.detail)
	}
	f.Severity = Info
	f.Culprit = Culprit{Ref: w.Ref, Field: "spec.schedulingGates"}
	f.Title, f.Cause = "held back by its scheduling gates", "The scheduler does not look at the Pod while it has scheduling gates"+
		w.sinceText()+"; their controllers have not removed them."
	if len(gates) > 0 {
		f.Title = "held back by scheduling gate " + Enumerate(gates, 2)
		f.Cause = fmt.Sprintf("The scheduler does not look at the Pod while scheduling gate %s is set%s; "+
			"the controller that owns the gate has not removed it.",
			Enumerate(gates, 4), w.sinceText())
		f.Evidence = append(f.Evidence, c.PodField(w.Pod, "spec.schedulingGates", strings.Join(gates, ", ")))
	}
	f.RuledOut = append(f.RuledOut, "a lack of room on the nodes: they have not been looked at")
	f.Unknown = append(f.Unknown, "what the gate's controller waits for")
	f.Next = append(f.Next, Step{Kind: Check, Text: "the controller that owns the gate, and its log", Command: "kubectl get pods -A"})
	return true
}

// noScheduler is the obstacle that no scheduler looks at the Pod.
const noScheduler message.ObstacleKind = "no scheduler"

var unschedulableNoScheduler = &Rule{
	ID:    "unschedulable/no-scheduler",
	Title: "no scheduler looks at the Pod",
	Doc: `The Pod is Pending, and there is neither a condition PodScheduled nor an Event about it: no scheduler has tried. Either spec.schedulerName names a scheduler
that does not run, or the scheduler itself is down. kubectl describe shows such a Pod without any Event.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeNoScheduler, noScheduler) },
}

func describeNoScheduler(c *Context, w *waiting, f *Finding) bool {
	name := w.Spec.SchedulerName
	f.Culprit = blame(w.Pod, "schedulerName")
	f.Title = "no scheduler named " + name + " looks at it"
	f.Cause = fmt.Sprintf("The Pod asks for scheduler %s, and nothing has tried to place it%s: "+
		"it has no condition PodScheduled and no Event.", name, w.sinceText())
	f.Evidence = append(f.Evidence, c.PodField(w.Pod, "spec.schedulerName", "schedulerName: "+name))
	pods := c.schedulers(name)
	for _, p := range pods {
		f.Evidence = append(f.Evidence, c.StatusColumn(p))
	}
	switch {
	case len(pods) > 0:
		f.Culprit = Culprit{Ref: pods[0].Ref}
		f.Cause += " Its Pod " + pods[0].Ref.Path() + " is " + pods[0].Row.Status + ", ready " + pods[0].Row.Ready + "."
	default:
		f.Unknown = append(f.Unknown, "whether a scheduler "+name+" runs: no Pod of the dump is named so")
	}
	f.RuledOut = append(f.RuledOut, "a lack of room on the nodes: no scheduler has looked at them")
	f.Next = append(f.Next, Step{Kind: Check, Text: "whether that scheduler runs", Command: "kubectl get pods -A | grep -i scheduler"})
	if name != corev1.DefaultSchedulerName {
		f.Next = append(f.Next, editWorkload(w.Pod, "start that scheduler, or use default-scheduler"))
	}
	return true
}

// schedulers returns the Pods that look like the scheduler of that name.
func (c *Context) schedulers(name string) []*Pod {
	if name == corev1.DefaultSchedulerName || name == "" {
		name = "kube-scheduler"
	}
	var out []*Pod
	for _, p := range c.Pods {
		if strings.Contains(p.Name, name) && len(out) < 3 {
			out = append(out, p)
		}
	}
	return out
}

// unheard reports whether no scheduler has looked at the Pod: it is another scheduler's, or the default one is down.
func (c *Context) unheard(p *Pod) bool {
	if p.Condition(corev1.PodScheduled) != nil || len(p.Events) > 0 || len(p.Spec.SchedulingGates) > 0 || p.Spec.SchedulerName == "" {
		return false
	}
	if p.Spec.SchedulerName != corev1.DefaultSchedulerName {
		return true
	}
	pods := c.schedulers(p.Spec.SchedulerName)
	return len(pods) > 0 && !slices.ContainsFunc(pods, func(s *Pod) bool { return s.Healthy })
}

var unschedulableDevice = &Rule{
	ID:    "unschedulable/resource-claim",
	Title: "a resource claim cannot be allocated",
	Doc: `Dynamic resource allocation: the Pod names a ResourceClaim that does not exist, that cannot be made of its template (Event
FailedResourceClaimCreation), that no driver can serve, or that no node can satisfy. Look at the claim, its
DeviceClass, the ResourceSlices that drivers publish, and the driver's Pods.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeDevice, message.Device) },
}

func describeDevice(c *Context, w *waiting, f *Finding) bool {
	f.Culprit = blame(w.Pod, "resourceClaims")
	f.Title = "its resource claim cannot be allocated"
	if ev := c.claimNotMade(w.Pod); len(ev) > 0 {
		f.Title, f.Confidence = "its resource claim cannot be made", Confirmed
		f.Cause = "The control plane cannot make the Pod's resource claim of its template: " + strings.TrimSuffix(ev[0].Text, ".") + "."
		f.Evidence = append(f.Evidence, ev...)
	} else {
		f.Cause = "The Pod's resource claim is not allocated: " + w.refusedBy() + "."
	}
	for _, rc := range w.Spec.ResourceClaims {
		if rc.ResourceClaimName != nil {
			ref := loader.Ref{Kind: "ResourceClaim", Namespace: w.Namespace, Name: *rc.ResourceClaimName}
			f.Culprit = Culprit{Ref: ref}
			f.Evidence = append(f.Evidence, c.PodField(w.Pod, "spec.resourceClaims["+rc.Name+"]", "resourceClaimName: "+ref.Name))
			if c.Snapshot.Lookup(ref) == loader.Absent {
				f.Cause += " No ResourceClaim " + ref.Name + " is in namespace " + w.Namespace + "."
			}
		}
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "the claims, classes and devices",
		Command: Kubectl(w.Namespace, "get resourceclaims,deviceclasses,resourceslices")})
	return true
}

// claimNotMade is the evidence that a ResourceClaim, which is to be made of a template for the Pod, is not; the newest first.
func (c *Context) claimNotMade(p *Pod) []Evidence {
	for _, rc := range p.Spec.ResourceClaims {
		made := slices.ContainsFunc(p.Status.ResourceClaimStatuses, func(s corev1.PodResourceClaimStatus) bool { return s.Name == rc.Name })
		if rc.ResourceClaimTemplateName != nil && !made {
			return c.objectEvents(p.Ref, "FailedResourceClaimCreation")
		}
	}
	return nil
}

var unschedulableNoNodes = &Rule{
	ID:    "unschedulable/no-nodes",
	Title: "the scheduler knows no nodes",
	Doc: `"no nodes available to schedule pods": the cluster has no nodes that the scheduler counts. The nodes have not joined yet, were all removed (a node group scaled to
zero), or the scheduler has just started.`,
	Detect: func(c *Context) []Finding { return c.stuck(describeNoNodes, message.NoNodes) },
}

func describeNoNodes(c *Context, w *waiting, f *Finding) bool {
	f.Title = "the scheduler has no nodes"
	f.Cause = "The scheduler knew no node at all when it looked: \"" + w.what + "\"."
	f.Group = "no nodes"
	if n := len(c.Snapshot.Nodes); n > 0 {
		f.Note = fmt.Sprintf("the dump holds %s: they joined later, or the scheduler had just started", Count(n, "node"))
	}
	c.addAutoscaler(w, f)
	f.Next = append(f.Next, Step{Kind: Check, Text: "whether nodes have joined", Command: "kubectl get nodes"})
	return true
}

var unschedulableOther = &Rule{
	ID:    "unschedulable/unclassified",
	Title: "the Pod has no node, for a reason that podtriage does not know",
	Doc: `The Pod waits for a node, and the scheduler's words are of no kind that podtriage can tell apart: an extender, a scheduler of another make, pod groups, or
no words at all. They are quoted as they are.`,
	Detect: func(c *Context) []Finding {
		return c.stuck(describeOther, message.OtherObstacle, message.Gang, message.Deleting)
	},
}

func describeOther(_ *Context, w *waiting, f *Finding) bool {
	f.Title = "has no node yet"
	f.Confidence = Possible
	switch {
	case w.kind == message.Gang:
		f.Title, f.Confidence = "waits for the other Pods of its group", Confirmed
		f.Cause = "The Pod is placed only together with its group: \"" + w.what + "\"."
	case w.text != "":
		f.Cause = "The scheduler has not placed the Pod, in words that are of no known kind: \"" + orElse(w.what, w.text) + "\"."
		f.Unknown = append(f.Unknown, "what this message means: it is quoted whole")
	default:
		f.Cause = "The Pod has no node" + w.sinceText() + ", and the dump holds no word of a scheduler about it: " +
			"its Events have expired or were not collected."
		f.Unknown = append(f.Unknown, "why no node was chosen")
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "what the scheduler says now",
		Command: Kubectl(w.Namespace, "get events --field-selector involvedObject.name=%s", w.Name)})
	return true
}
