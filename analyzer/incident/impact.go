package incident

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// serves reports whether the Pod takes traffic and is not about to end again.
func serves(p *rules.Pod) bool { return p.Healthy && p.Ready() }

// measure writes the incident's impact and its weight. Only what the dump shows of the affected objects counts.
func (g *grouper) measure(in *draft) {
	workloads := g.workloads(in)
	namespaces := map[string]bool{}
	for _, w := range workloads {
		namespaces[w.Namespace] = true
		if core(w) {
			in.weight.core = 1
		}
	}
	in.weight.pods = len(g.pods(in))
	var short []shortage
	for _, w := range workloads {
		serve, want, ok := g.replicas(w, serves)
		switch {
		case !ok || serve >= want:
			continue
		case serve == 0:
			in.weight.down++
		default:
			in.weight.degraded++
		}
		ready, _, _ := g.replicas(w, (*rules.Pod).Ready)
		short = append(short, shortage{w, ready, want, g.containersReady(w), g.c.Snapshot.Find(w) != nil,
			g.c.Snapshot.Coverage.Collected("Pod", w.Namespace)})
	}
	if in.shared && len(workloads) > 1 {
		in.Title += fmt.Sprintf(" (%d workloads)", len(workloads))
	}
	services := g.silent(in)
	in.weight.services = len(services)
	in.Impact = impact(in, len(workloads), len(namespaces), short, services)
}

// core reports whether the workload is of the control plane or the cluster's DNS.
func core(w loader.Ref) bool {
	if w.Namespace != "kube-system" && !strings.HasPrefix(w.Namespace, "openshift-") {
		return false
	}
	for _, n := range []string{"coredns", "kube-dns", "kube-apiserver", "etcd", "kube-controller-manager", "kube-scheduler"} {
		if w.Name == n || strings.HasPrefix(w.Name, n+"-") && !strings.Contains(w.Name, "backup") {
			return true
		}
	}
	return false
}

// replicas returns how many Pods of the workload count and how many it should have; false for work that is to end.
func (g *grouper) replicas(w loader.Ref, counts func(*rules.Pod) bool) (ready, want int, ok bool) {
	pods := g.c.PodsOf(w)
	for _, p := range pods {
		if counts(p) {
			ready++
		}
		if p.DeletionTimestamp == nil && !podstatus.Ended(p.Pod) {
			want++
		}
	}
	switch w.Kind {
	case "Job", "CronJob":
		return 0, 0, false
	case "Pod":
		return ready, max(want, 1), len(pods) > 0 && !pods[0].Recalled
	}
	if said, asked, known := rules.ReplicasOf(g.c.Snapshot.Find(w)); known {
		want = asked
		if len(pods) == 0 && !g.c.Snapshot.Coverage.Collected("Pod", w.Namespace) {
			ready = said
		}
	}
	return ready, want, want > 0
}

// silent lists Services whose Pods are among the affected and of which none is ready, by name.
func (g *grouper) silent(in *draft) []string {
	var out []string
	asked := map[*corev1.Service]bool{}
	for _, p := range g.pods(in) {
		for _, s := range g.c.ServicesOf(p) {
			if !asked[s] && !slices.ContainsFunc(g.c.Behind(s), (*rules.Pod).Ready) {
				out = append(out, s.Namespace+"/"+s.Name)
			}
			asked[s] = true
		}
	}
	slices.Sort(out)
	return out
}

// answered reports whether a Pod that serves stands behind the Service.
func answered(c *rules.Context, s *corev1.Service) bool {
	return slices.ContainsFunc(c.Behind(s), serves)
}

// containersReady is how kubectl counts a Pod that nothing controls: "1 of 2"; "" for workloads.
func (g *grouper) containersReady(w loader.Ref) string {
	if w.Kind != "Pod" || len(g.c.PodsOf(w)) != 1 {
		return ""
	}
	return strings.Replace(g.c.PodsOf(w)[0].Row.Ready, "/", " of ", 1)
}

// shortage is a workload with fewer Pods that serve than it should have.
type shortage struct {
	workload    loader.Ref
	ready, want int
	containers  string // of a Pod that nothing controls: how many of them are ready, "1 of 2"; else ""
	inDump      bool   // else only its Pods tell of it, and want is how many of them the dump holds
	allPods     bool   // the Pods of its namespace were collected
}

// between reports whether its Pods count as ready only between two restarts.
func (s shortage) between() bool { return s.containers == "" && s.ready >= s.want }

// text says how short it is.
func (s shortage) text() string {
	switch {
	case s.between():
		return fmt.Sprintf("%s has %d of %d replicas ready, between restarts.", s.workload, s.ready, s.want)
	case s.containers != "":
		return fmt.Sprintf("%s has %s containers ready.", s.workload, s.containers)
	case s.inDump:
		return fmt.Sprintf("%s has %d of %d replicas ready.", s.workload, s.ready, s.want)
	case s.want == 1:
		return fmt.Sprintf("The only Pod of %s in this dump is not ready.", s.workload)
	}
	return fmt.Sprintf("%d of the %d Pods of %s in this dump are ready.", s.ready, s.want, s.workload)
}

// impact puts it in words: how wide, then what is down, then which Services are silent.
func impact(in *draft, workloads, namespaces int, short []shortage, services []string) string {
	var parts []string
	if in.weight.pods > 1 && workloads > 1 {
		where := ""
		if namespaces > 1 {
			where = fmt.Sprintf(" in %d namespaces", namespaces)
		}
		parts = append(parts, fmt.Sprintf("%d Pods of %d workloads%s.", in.weight.pods, workloads, where))
	}
	parts = append(parts, shortages(short)...)
	switch {
	case len(services) == 1:
		parts = append(parts, "Service "+services[0]+" has no ready Pod.")
	case len(services) > 1:
		parts = append(parts, "Services without a ready Pod: "+rules.Enumerate(services, mostNamed)+".")
	}
	if len(parts) == 0 && in.weight.pods > 0 {
		parts = append(parts, rules.Count(in.weight.pods, "Pod")+" affected.")
	}
	return strings.Join(parts, " ")
}

// shortages tells one or two workloads in full and lists more by name, those that are down first.
func shortages(short []shortage) []string {
	if len(short) <= 2 {
		var out []string
		for _, s := range short {
			out = append(out, s.text())
		}
		return out
	}
	var down, degraded, between []string
	none := "No Pod is ready in "
	for _, s := range short {
		if !s.inDump && !s.allPods {
			none = "No Pod of this dump is ready in "
		}
		switch {
		case s.between():
			between = append(between, s.workload.Path())
		case s.ready == 0:
			down = append(down, s.workload.Path())
		default:
			degraded = append(degraded, fmt.Sprintf("%s (%d of %d)", s.workload.Path(), s.ready, s.want))
		}
	}
	var out []string
	if len(down) > 0 {
		out = append(out, none+rules.Enumerate(down, mostNamed)+".")
	}
	if len(degraded) > 0 {
		out = append(out, "Short of replicas: "+rules.Enumerate(degraded, mostNamed)+".")
	}
	if len(between) > 0 {
		out = append(out, "Ready between restarts: "+rules.Enumerate(between, mostNamed)+".")
	}
	return out
}

// mostNamed is how many workloads or Services a sentence names.
const mostNamed = 5
