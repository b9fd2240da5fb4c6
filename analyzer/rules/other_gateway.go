package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

var addonGateway = &Rule{
	ID:    "other/gateway",
	Title: "a Gateway or a route of the Gateway API is not accepted",
	Doc: `A Gateway has Accepted or Programmed False, so it serves nothing; or the Gateway that a route names says of it Accepted False (no listener for its host name, namespace not allowed) or ResolvedRefs False (the Service or port
does not exist, or a reference into another namespace is not permitted by a ReferenceGrant): requests get 404 or 500.

How it is told apart: the condition's reason, such as NotAllowedByListeners, NoMatchingListenerHostname, BackendNotFound, RefNotPermitted.

What to do: correct the route or the listener as the message says.`,
	Detect: detectGateway,
}

const gatewayGroup = "gateway.networking.k8s.io"

// routeTable are the conditions by which a Gateway refuses a route.
var routeTable = []declared{{gatewayGroup, "HTTPRoute GRPCRoute TLSRoute TCPRoute UDPRoute", "Accepted ResolvedRefs", "False"}}

func detectGateway(c *Context) []Finding {
	var out []Finding
	for _, t := range c.troubles([]declared{{gatewayGroup, "Gateway GatewayClass", "Accepted Programmed", "False"}}) {
		out = append(out, t.finding(c, "is not "+strings.ToLower(t.cond.Type)+": "+t.cond.Reason))
	}
	for _, o := range c.Snapshot.Others {
		if o.DeletionTimestamp != nil || !slices.Contains(strings.Fields(routeTable[0].kinds), o.Kind) {
			continue
		}
		for _, parent := range o.Parents {
			cond := c.badCondition(o, parent.Conditions, routeTable)
			if cond == nil {
				continue
			}
			t := trouble{o, *cond}
			f := t.finding(c, "is refused by "+parent.Gateway.Name+": "+cond.Reason)
			f.Cause = fmt.Sprintf("%s %s is refused by %s %s: %s", o.Kind, o.Ref().Path(), parent.Gateway.Kind, parent.Gateway.Path(),
				sentence(oneLine(cmp.Or(cond.Message, cond.Reason))))
			f.Evidence[0].Field, f.Culprit.Field = "status.parents[].conditions["+cond.Type+"]", "spec"
			out = append(out, f)
			break
		}
	}
	return out
}
