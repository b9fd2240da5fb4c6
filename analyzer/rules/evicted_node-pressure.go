package rules

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/podtriage/podtriage/analyzer/message"
)

var evictedNodePressure = &Rule{
	ID:    "evicted/node-pressure",
	Title: "Pod was evicted because its node ran short",
	Doc: `The node ran short of memory, disk, inodes or process ids, and the kubelet evicted Pods until the signal was back above
its threshold: first those that use more than they request, then by priority. The evicted Pod need not be the one that filled
the node.

How it is told apart: the message starts with "The node was low on resource". It lists the containers that used more than they
requested (for memory and ephemeral-storage only); the largest of them is named here. Exit code 137 with ContainerStatusUnknown
is the kubelet's note for an evicted Pod, not an out-of-memory kill.

What to do: set requests to real use, so that the scheduler does not overfill nodes, and limits where use may grow. Evicted Pods
of a workload that has replaced them are leftovers.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, v := range c.evictions(message.EvictionPressure) {
			out = append(out, c.shortOf(v))
		}
		return out
	},
}

// pressureGroup joins what a node's shortage of one resource did: the Pods that were evicted, and those refused while it lasted.
func pressureGroup(p *Pod, resource string) string {
	if p.Spec.NodeName == "" || resource == "" {
		return ""
	}
	return "Node " + p.Spec.NodeName + ", " + resource
}

// resourceWords completes "its node was short of …".
var resourceWords = map[string]string{"memory": "memory", "ephemeral-storage": "disk space", "inodes": "inodes", "pids": "process ids"}

func (c *Context) shortOf(v evicted) Finding {
	f := c.evictionFinding(v)
	word := resourceWords[v.Resource]
	if word == "" {
		word = v.Resource
	}
	node := ""
	if n := v.pod.Spec.NodeName; n != "" {
		node = " " + n
	}
	f.Title = "evicted: its node was short of " + word
	f.Cause = fmt.Sprintf("The kubelet evicted the Pod because node%s was short of %s.", node, word)
	if v.Threshold != "" {
		f.Cause = fmt.Sprintf("The kubelet evicted the Pod because node%s was short of %s (%s available, threshold %s).",
			node, word, v.Available, v.Threshold)
	}
	if u, ok := largest(v.Usage); ok {
		f.Cause += fmt.Sprintf(" Container %q used most beyond its request: %s used, %s requested.", u.Name, u.Used, u.Request)
		f.Container = u.Name
		f.Culprit = blame(v.pod, "containers["+u.Name+"].resources.requests."+v.Resource)
	} else {
		f.Culprit = blameNode(v.pod, "status.conditions")
		f.Unknown = []string{"what used it up: the message names no container that was above its request"}
	}
	if v.pod.Node != nil {
		c.stillShort(v.pod.Node, &f)
	}
	f.Group = pressureGroup(v.pod, v.Resource)
	if v.pod.Recalled && v.pod.Workload.Kind == "Pod" && node != "" { // what made such Pods is not known: the node is what they share
		f.Title = "evicted: node" + node + " was short of " + word
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "what uses the node now", Command: "kubectl describe node" + node})
	if f.Container != "" {
		f.Next = append(f.Next, c.change(v.pod, f.Confidence,
			fmt.Sprintf("set resources.requests.%s of container %q to its real use, and a limit", v.Resource, f.Container)))
	}
	return f
}

// stillShort adds what the node reports to be short of in the dump.
func (c *Context) stillShort(n *corev1.Node, f *Finding) {
	for _, cond := range n.Status.Conditions {
		if bad, _, _ := message.JudgeCondition(string(cond.Type), string(cond.Status)); bad && strings.HasSuffix(string(cond.Type), "Pressure") {
			f.Evidence = append(f.Evidence, c.nodeCondition(n, cond))
			f.Cause += fmt.Sprintf(" The node still reports %s.", cond.Type)
		}
	}
}

// largest is the container that used most; of equals the first.
func largest(list []message.EvictionUsage) (message.EvictionUsage, bool) {
	var best message.EvictionUsage
	var most resource.Quantity
	found := false
	for _, u := range list {
		q, err := resource.ParseQuantity(u.Used)
		if !u.Pod && (!found || err == nil && q.Cmp(most) > 0) {
			best, most, found = u, q, true
		}
	}
	return best, found
}
