package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

var serviceAddress = &Rule{
	ID:    "other/service-address",
	Title: "the cluster IP or node port of a Service is in conflict",
	Doc: `The API server checks every few minutes that each Service's cluster IP and node port is in range and its own. It found one that is used twice, out of range or not valid, often after a restore, or a change of the
cluster's address range: connections may reach another Service. ServiceCIDRFull and PortRangeFull say that none is left.

How it is told apart: the Events ClusterIPAlreadyAllocated, ClusterIPOutOfRange, ClusterIPNotValid, PortAlreadyAllocated and PortOutOfRange ask for the Service to be made again. ClusterIPNotAllocated and
PortNotAllocated are repaired by the API server itself, and are not reported.

What to do: delete and create the Service again, so that it gets a new address.`,
	Detect: detectServiceAddress,
}

func detectServiceAddress(c *Context) []Finding {
	reasons := []string{"ClusterIPAlreadyAllocated", "ClusterIPOutOfRange", "ClusterIPNotValid", "ServiceCIDRFull", "PortAlreadyAllocated",
		"PortOutOfRange", "PortRangeFull"}
	var out []Finding
	seen := map[loader.Ref]bool{}
	for _, e := range c.Snapshot.Events {
		k := e.Object.Key()
		if k.Kind != "Service" || !slices.Contains(reasons, e.Reason) || seen[k] || c.Snapshot.Lookup(k) == loader.Absent {
			continue
		}
		seen[k] = true
		evidence := c.objectEvents(e.Object, reasons...)
		if len(evidence) == 0 {
			continue
		}
		field := "spec.clusterIP"
		if strings.HasPrefix(e.Reason, "Port") {
			field = "spec.ports[].nodePort"
		}
		f := Finding{Severity: Warning, Confidence: Confirmed, Subject: e.Object, Culprit: Culprit{Ref: e.Object, Field: field},
			Title: "its address is in conflict: " + e.Reason,
			Cause: fmt.Sprintf("The API server found the address of Service %s at fault: %s",
				k.Path(), sentence(evidence[0].Text)), Evidence: evidence,
			Next: []Step{{Kind: Check, Text: "which Services have the address or port", Command: "kubectl get services -A -o wide"}}}
		f.First, f.Last = span(evidence)
		out = append(out, f)
	}
	return out
}
