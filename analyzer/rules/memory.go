package rules

import "fmt"

// memoryRules are the rules of this family, most specific first.
var memoryRules = []*Rule{oomContainerLimit, oomNodeMemory, oomRuntimeHeap, oomSuspected, oomChild}

// nodeMemory is what the node says about its own memory: Events of kills outside the Pods' limits, and the pressure condition.
func (c *Context) nodeMemory(p *Pod) []Evidence {
	var out []Evidence
	for _, e := range c.Snapshot.EventsOf(nodeRef(p)) {
		if e.Reason == "SystemOOM" || e.Reason == "OOMKilling" {
			out = append(out, c.EventEvidence(e))
		}
	}
	if p.Node == nil {
		return out
	}
	for _, cond := range p.Node.Status.Conditions {
		if cond.Type == "MemoryPressure" && cond.Status == "True" {
			out = append(out, c.nodeCondition(p.Node, cond))
		}
	}
	return out
}

// notTheNode rules the node out as the one that ran short, where the dump has it.
func (c *Context) notTheNode(p *Pod) []string {
	if p.Node == nil || len(c.nodeMemory(p)) > 0 {
		return nil
	}
	return []string{fmt.Sprintf("the whole node out of memory: node %s reports no MemoryPressure, and no SystemOOM Event names it",
		p.Node.Name)}
}

// raiseLimit are the steps that follow a kill by a limit.
func (c *Context) raiseLimit(p *Pod, ct Container, confidence Confidence) []Step {
	return []Step{
		previousLog(p, ct),
		{Kind: Check, Text: fmt.Sprintf("in monitoring: does the memory of %q grow until the kill (a leak), or jump (one large task)?", ct.Name)},
		c.change(p, confidence, fmt.Sprintf("raise resources.limits.memory of container %q, or make it use less", ct.Name)),
	}
}
