package rules

import "fmt"

var meshProxy = &Rule{
	ID:    "readiness/mesh-proxy",
	Title: "Proxy of the service mesh is not ready and keeps its Pod out of traffic",
	Doc: `The mesh put its proxy into the Pod (istio-proxy, linkerd-proxy, consul-dataplane, kuma-sidecar), the proxy runs and is not ready, and all other containers are. The application is well; the Pod gets no traffic since all
containers must be ready. The proxy waits for its configuration or certificate from the mesh's control plane, or cannot apply it.

How it is told apart: no other container of the Pod is unready or ends. Where Pods of the control plane (istiod, linkerd-destination) are in the dump and none of them is ready, that is likely the cause.

What to do: the proxy's log says what it waits for; istioctl proxy-status or linkerd check for the mesh as a whole.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, u := range c.unreadies() {
			if plane, ok := meshes[u.ct.Name]; ok && othersReady(u.pod, u.ct.Name) {
				out = append(out, c.proxyNotReady(u, plane))
			}
		}
		return out
	},
}

// meshes are the names of proxies and the label values of the Pods that they get their configuration from.
var meshes = map[string]string{"istio-proxy": "istiod", "linkerd-proxy": "linkerd-destination", "consul-dataplane": "consul-server",
	"envoy-sidecar": "consul-server", "kuma-sidecar": "kuma-control-plane"}

// othersReady reports whether every container but one is ready or has done its work, and there is one.
func othersReady(p *Pod, but string) bool {
	n := 0
	for _, ct := range p.Containers {
		if ct.Name == but || ct.Role == Init || ct.Role == Ephemeral {
			continue
		}
		if n++; !ct.Status.Ready {
			return false
		}
	}
	return n > 0
}

func (c *Context) proxyNotReady(u unready, plane string) Finding {
	f := u.finding(c)
	f.Title, f.Symptom = "mesh proxy "+u.ct.Name+" is not ready, the rest of the Pod is", false
	f.Cause = fmt.Sprintf("The mesh's proxy %q is not ready, and every other container of the Pod is: it keeps the Pod out of traffic.",
		u.ct.Name)
	if u.event != nil {
		f.Cause += " Its probe: " + how(u.said, u.ct.Spec.ReadinessProbe) + "."
	}
	f.Next = []Step{currentLog(u.pod, u.ct, "what the proxy waits for")}
	ready, all := 0, 0
	for _, p := range c.Pods {
		if p.Labels["app"] != plane && p.Labels["linkerd.io/control-plane-component"] != "destination" && p.Labels["component"] != plane {
			continue
		}
		if all++; p.Healthy {
			ready++
		} else if len(f.Evidence) < alikeRecords+2 {
			f.Evidence = append(f.Evidence, c.StatusColumn(p))
		}
		f.Culprit = Culprit{Ref: p.Workload}
	}
	switch {
	case all > 0 && ready == 0:
		f.Confidence, f.Group = Likely, "mesh "+plane
		f.Cause += fmt.Sprintf(" No Pod of the mesh's control plane, %s, is ready (%s), so the proxy gets no configuration.",
			plane, Count(all, "Pod"))
	case all > 0:
		f.Culprit = blame(u.pod, u.ct.Path)
		f.RuledOut = append(f.RuledOut, fmt.Sprintf("that the mesh's control plane is down: %d of %d Pods of %s are well", ready, all, plane))
	default:
		f.Culprit = blame(u.pod, u.ct.Path)
		f.Unknown = append(f.Unknown, "whether the mesh's control plane is up: its Pods are not in the dump")
	}
	return f
}
