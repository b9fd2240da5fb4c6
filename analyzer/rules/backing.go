package rules

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
)

// backing knows which Pods stand behind each Service, found by one look at each Pod's labels.
type backing struct {
	pods     map[*corev1.Service][]*Pod
	services map[*Pod][]*corev1.Service // in the Snapshot's order
	byIP     map[string]*corev1.Service // the first that has the cluster IP
}

// label is one label of a Pod, which is what a selector asks for.
type label struct{ namespace, key, value string }

func (c *Context) backed() *backing { return c.known.backing.get(c.findBacking) }

func (c *Context) findBacking() *backing {
	b := &backing{pods: map[*corev1.Service][]*Pod{}, services: map[*Pod][]*corev1.Service{}, byIP: map[string]*corev1.Service{}}
	byLabel := map[label][]*Pod{}
	for _, p := range c.Pods {
		for k, v := range p.Labels {
			l := label{p.Namespace, k, v}
			byLabel[l] = append(byLabel[l], p)
		}
	}
	for _, s := range c.Snapshot.Services {
		if ip := s.Spec.ClusterIP; ip != "" && b.byIP[ip] == nil {
			b.byIP[ip] = s
		}
		for _, p := range fewest(s, byLabel) {
			if selects(s.Spec.Selector, p.Labels) {
				b.pods[s] = append(b.pods[s], p)
				b.services[p] = append(b.services[p], s)
			}
		}
	}
	return b
}

// fewest are the Pods with that label of the Service's selector which the fewest have.
func fewest(s *corev1.Service, byLabel map[label][]*Pod) []*Pod {
	var best []*Pod
	first := true
	for k, v := range s.Spec.Selector {
		if pods := byLabel[label{s.Namespace, k, v}]; first || len(pods) < len(best) {
			best, first = pods, false
		}
	}
	return best
}

// Behind returns the Pods that a Service selects, be they ready or not.
func (c *Context) Behind(s *corev1.Service) []*Pod { return c.backed().pods[s] }

// ServicesOf returns the Services that select the Pod.
func (c *Context) ServicesOf(p *Pod) []*corev1.Service { return c.backed().services[p] }

// backends returns the Pods behind a Service that have not ended, and how many of them are ready.
func (c *Context) backends(svc *corev1.Service) (pods []*Pod, ready int) {
	for _, p := range c.Behind(svc) {
		if podstatus.Ended(p.Pod) {
			continue
		}
		pods = append(pods, p)
		if r := p.Condition(corev1.PodReady); r != nil && r.Status == corev1.ConditionTrue {
			ready++
		}
	}
	return pods, ready
}
