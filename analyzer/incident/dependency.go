package incident

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// addresses knows which names and IPs lead to Pods that are failing.
type addresses struct {
	g      *grouper
	byIP   map[string]target // clusterIP of a Service, IP of a Pod
	byName map[string]target // service.namespace, and pod.service.namespace of StatefulSet Pods
}

// target is what an address leads to.
type target struct {
	what  string // such as "Service shop/db"
	cause *draft
}

func newAddresses(g *grouper) *addresses {
	a := &addresses{g: g, byIP: map[string]target{}, byName: map[string]target{}}
	for _, s := range g.c.Snapshot.Services {
		in := a.behind(s)
		if in == nil {
			continue
		}
		t := target{"Service " + s.Namespace + "/" + s.Name, in}
		a.byName[s.Name+"."+s.Namespace] = t
		for _, ip := range append([]string{s.Spec.ClusterIP}, s.Spec.ClusterIPs...) {
			a.byIP[ip] = t
		}
	}
	delete(a.byIP, "")
	delete(a.byIP, corev1.ClusterIPNone)
	for _, p := range g.down.pods {
		if p.Spec.HostNetwork {
			continue
		}
		t := target{p.Ref.String(), p.in}
		if p.Status.PodIP != "" {
			a.byIP[p.Status.PodIP] = t
		}
		if p.Spec.Subdomain != "" && p.Spec.Hostname != "" {
			a.byName[p.Spec.Hostname+"."+p.Spec.Subdomain+"."+p.Namespace] = t
		}
	}
	return a
}

// behind returns the incident that leaves the Service without a ready Pod, or nil.
func (a *addresses) behind(s *corev1.Service) *draft {
	if in := a.g.loudly(loader.RefOf("Service", s)); in != nil {
		return in
	}
	if answered(a.g.c, s) {
		return nil
	}
	for _, p := range a.g.c.Behind(s) {
		if in := a.g.loudly(p.Ref); in != nil {
			return in
		}
	}
	return nil
}

// dependent are the categories whose cause may lie in another Pod: a process that ran and could not reach something.
var dependent = map[string]bool{"app-crash": true, "dependency": true, "init-failure": true, "readiness": true, "liveness": true,
	"startup-probe": true, "hook-failure": true, "job": true}

// refusals are how programs say that they could not reach another one, in lower case.
var refusals = []string{"refused", "timeout", "time out", "time-out", "timedout", "timed out", "timed-out", "no route to host",
	"unreachable", "no such host", "connection reset", "could not connect", "unable to connect", "not able to connect", "connection failed",
	"connection error", "connect failed", "connect error", "failed to connect", "cannot connect", "dial tcp", "dial udp", "enotfound",
	"not reachable", "service unavailable", "no healthy upstream", "waiting for", "bad address", "ehostunreach", "not known", "unknownhost",
	"could not resolve", "can't connect", "couldn't connect", "communications link failure", "not possible to connect", "getaddrinfo"}

func refusal(text string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc(refusals, func(r string) bool { return strings.Contains(low, r) })
}

// host finds what may be a host in a line: dotted names and IPs anywhere, single words only where the line shows that
// they are a host: before a port, after "://" or "@", or after lookup, host, resolve, for.
var host = regexp.MustCompile(`(?i)(?:(?:://|@|\b(?:lookup|host|resolve|resolving|address|for|to)\s+["']?))([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)|\b([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)\b|\b([a-z][a-z0-9-]*[a-z0-9]):\d{2,5}\b`)

// dependency ties an incident whose Pods could not reach an address to the incident that stands behind the address.
func (a *addresses) dependency(in *draft) (edge, bool) {
	if !dependent[in.Category] || len(a.byIP)+len(a.byName) == 0 {
		return edge{}, false
	}
	for _, p := range a.g.pods(in) {
		if e, ok := a.named(in, p); ok {
			return e, true
		}
	}
	return edge{}, false
}

// named looks where the Pod may name what it depends on: in its evidence, then in its kept log lines.
func (a *addresses) named(in *draft, p *rules.Pod) (edge, bool) {
	name := p.Ref.String()
	for _, e := range in.Evidence {
		if e.Object != name {
			continue
		}
		if found, ok := a.unreached(in, p, e.Text); ok {
			found.evidence = e
			return found, true
		}
		if found, ok := a.awaited(in, p, e); ok {
			return found, true
		}
	}
	for _, l := range p.Logs {
		for _, line := range l.Kept {
			if found, ok := a.unreached(in, p, line.Text); ok {
				found.evidence = a.g.c.LogEvidence(l, line)
				return found, true
			}
		}
	}
	return edge{}, false
}

// webhook ties Pods that the API server refuses since a webhook does not answer to the incident that has the webhook's Service
// down.
func (a *addresses) webhook(in *draft) (edge, bool) {
	if in.Category != "admission" {
		return edge{}, false
	}
	for _, e := range in.Evidence {
		if !refusal(e.Text) && !strings.Contains(e.Text, "no endpoints available") {
			continue
		}
		if t, name := a.lookup(e.Text, in.workload.Namespace); t.cause != nil && t.cause != in {
			text := fmt.Sprintf("cannot create Pods: the webhook at %s, %s, is down by this cause", name, t.what)
			return edge{in, t.cause, text, rules.Confirmed, e}, true
		}
	}
	return edge{}, false
}

// unreached reads a text of the Pod in which it could not reach a target that is down; the edge lacks its evidence.
func (a *addresses) unreached(in *draft, p *rules.Pod, text string) (edge, bool) {
	if !refusal(text) {
		return edge{}, false
	}
	t, name := a.lookup(text, p.Namespace)
	if t.cause == nil || t.cause == in {
		return edge{}, false
	}
	return edge{effect: in, cause: t.cause, text: fmt.Sprintf("could not reach %s, %s, which is down by this cause", name, t.what),
		confidence: rules.Likely}, true
}

// awaited reads the command of an init container that waits for a target that is down.
func (a *addresses) awaited(in *draft, p *rules.Pod, e rules.Evidence) (edge, bool) {
	name := message.AwaitedBy(e.Text)
	if name == "" || !strings.HasSuffix(e.Field, ".command") {
		return edge{}, false
	}
	t, _ := a.lookup("host "+name, p.Namespace)
	if t.cause == nil || t.cause == in {
		return edge{}, false
	}
	return edge{in, t.cause, fmt.Sprintf("waits for %s, %s, which is down by this cause", name, t.what), rules.Likely, e}, true
}

// lookup returns the first failing target that the text names, and the name.
func (a *addresses) lookup(text, namespace string) (target, string) {
	for _, m := range host.FindAllStringSubmatch(text, 16) {
		name := strings.ToLower(strings.TrimRight(m[1]+m[2]+m[3], "."))
		if _, err := netip.ParseAddr(name); err == nil {
			if t := a.byIP[name]; t.cause != nil {
				return t, name
			}
			continue
		}
		short, _, _ := strings.Cut(name, ".svc")
		for _, full := range []string{short, short + "." + namespace} {
			if t := a.byName[full]; t.cause != nil {
				return t, name
			}
		}
	}
	return target{}, ""
}
