package rules

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var dependencyUnreachable = &Rule{
	ID:    "dependency/unreachable",
	Title: "Application ends because it cannot reach another service",
	Doc: `The container ended by itself, and the end of its output says that another host does not resolve, refuses
connections or does not answer. The fault is then with that host, with the name in the application's configuration, or with
the network between; restarting the application does not help.

How it is told apart: the line must name a host other than itself. A line of a log is a witness, not a proof, so this is
never more than likely. Where the name is one of a Service in this cluster, its existence and its ready Pods are looked up.

What to do: repair the other side first. An application that ends while a dependency is away should retry instead.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, e := range c.ended(shaky, readItself) {
			w := c.lastLinesOf(e.pod, e.ct)
			if e.exit.ExitCode == 0 || !c.blamesOther(e.pod, w) {
				continue
			}
			out = append(out, c.unreachable(e, w))
		}
		return out
	},
}

// blamesOther reports whether the lines say that another host could not be reached. The word of the program alone, without an
// error of the system or the resolver, counts where it names a Service of the cluster.
func (c *Context) blamesOther(p *Pod, w lastLines) bool {
	if w.Fault == message.LogConnect {
		_, found := c.serviceAt(p.Namespace, w.Host)
		return w.Remote() && found != nil
	}
	return w.Remote()
}

func (c *Context) unreachable(e ended, w lastLines) Finding {
	f := c.crash(e, "exits")
	host, _, _ := strings.Cut(w.Host, ".svc.")
	f.Title = "cannot reach " + host
	if w.Fault == message.LogLookup {
		f.Title = "cannot resolve " + host
	}
	f.Confidence = Likely
	f.Cause = fmt.Sprintf("%s met %s and ended with exit code %d%s%s.%s", e.ct.name(), w.Fault.Words(), e.exit.ExitCode, e.after(),
		e.ct.restarts(), w.says())
	service, found := c.serviceAt(e.pod.Namespace, w.Host)
	if service.Name == "" {
		f.Unknown = append(f.Unknown, "whether "+w.Host+" is up: it is not a Service of this dump")
		return f
	}
	if found == nil {
		if c.tellAbsent(service, &f) {
			f.Culprit = Culprit{Ref: service}
		}
		return f
	}
	f.Culprit = Culprit{Ref: loader.RefOf("Service", found)}
	pods, ready := c.backends(found)
	f.Evidence = append(f.Evidence, c.Field("Service", found, "spec.selector", fmt.Sprintf("%d of %d Pods that Service %s selects are ready",
		ready, len(pods), found.Name)))
	if len(found.Spec.Selector) > 0 && ready == 0 {
		f.Cause += fmt.Sprintf(" Service %s/%s has no ready Pod.", found.Namespace, found.Name)
	} else if len(found.Spec.Selector) > 0 {
		f.Note = fmt.Sprintf("Service %s/%s has %d ready Pods at capture time.", found.Namespace, found.Name, ready)
	}
	f.Next = append(f.Next, Step{Kind: Check, Text: "what stands behind the Service",
		Command: Kubectl(found.Namespace, "get endpointslices -l kubernetes.io/service-name=%s", found.Name)})
	return f
}

// tellAbsent says that the cluster has no such Service, if the dump shows that.
func (c *Context) tellAbsent(service loader.Ref, f *Finding) bool {
	if c.Snapshot.Lookup(service) != loader.Absent {
		return false
	}
	f.Cause += fmt.Sprintf(" The cluster has no Service %s.", service.Path())
	f.Next = append(f.Next, Step{Kind: Check, Text: "is the name in the application's configuration right, and was the Service ever made?",
		Command: Kubectl(service.Namespace, "get service")})
	return true
}

// serviceAt reads a host as a Service: svc, svc.ns, svc.ns.svc, svc.ns.svc.cluster.local, or a cluster IP. The Ref is empty
// for hosts that cannot be one.
func (c *Context) serviceAt(namespace, host string) (loader.Ref, *corev1.Service) {
	if strings.Trim(host, "0123456789.") == "" || strings.Contains(host, ":") {
		if s := c.backed().byIP[host]; s != nil {
			return loader.RefOf("Service", s), s
		}
		return loader.Ref{}, nil
	}
	parts := strings.Split(host, ".")
	r := loader.Ref{Kind: "Service", Namespace: namespace, Name: parts[0]}
	switch {
	case len(parts) == 1:
	case len(parts) == 2, parts[2] == "svc":
		r.Namespace = parts[1]
	default:
		return loader.Ref{}, nil
	}
	s, _ := c.Snapshot.Find(r).(*corev1.Service)
	if s == nil && len(parts) == 2 {
		return loader.Ref{}, nil // as likely a host of the world
	}
	return r, s
}
