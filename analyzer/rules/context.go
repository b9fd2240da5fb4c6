package rules

import (
	"cmp"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

// Context is what a rule may look at. It is read-only.
type Context struct {
	Snapshot  *loader.Snapshot
	Now       time.Time           // the capture time
	Pods      []*Pod              // in the Snapshot's order
	Timelines []timeline.Timeline // none where no report draws them
	Changes   []change.Change     // what was changed, by time; see change.Before for what came just before a failure

	byKey map[loader.Ref]*Pod
	known known
}

// Pod is one Pod with what rules keep asking about it.
type Pod struct {
	*corev1.Pod
	Ref        loader.Ref
	Row        podstatus.Row
	Workload   loader.Ref // what was deployed: Deployment, StatefulSet, CronJob …; the Pod itself if nothing controls it
	Node       *corev1.Node
	Events     []*loader.Event
	Logs       []*loader.Log
	Containers []Container // init containers in order, then the others, then ephemeral ones
	Healthy    bool        // see healthy
	Recalled   bool        // only Events know it; see recalled.go
	Collector  bool        // it is of the tool that took the dump, so its state is no finding
	Leftover   bool        // it failed, and its workload does well without it; then it counts as healthy
}

// Container is one container's wish and reality.
type Container struct {
	Name   string
	Role   Role
	Index  int    // among containers of its role's list
	Path   string // such as containers[app]; spec fields follow it
	Spec   *corev1.Container
	Status *corev1.ContainerStatus // never nil; the zero status when the kubelet has not written one
}

// Role is how a container takes part in its Pod.
type Role int

// The roles.
const (
	Main Role = iota
	Init
	Sidecar // an init container with restartPolicy Always
	Ephemeral
)

// NewContext prepares what rules look at. Timelines must be of the same Snapshot.
func NewContext(s *loader.Snapshot, timelines []timeline.Timeline) *Context {
	c := &Context{Snapshot: s, Now: s.Capture.Time, Timelines: timelines, byKey: make(map[loader.Ref]*Pod, len(s.Pods))}
	c.Pods = make([]*Pod, len(s.Pods))
	parallel(len(s.Pods), 64, func(i int) { c.Pods[i] = c.view(s.Pods[i]) })
	for _, v := range c.Pods {
		c.byKey[v.Ref.Key()] = v
	}
	c.recall()
	c.findLeftovers()
	return c
}

// Pod returns the view of a Pod by its Ref, or nil.
func (c *Context) Pod(r loader.Ref) *Pod { return c.byKey[r.Key()] }

// Cluster returns what the scheduler's filters ask about. It is made at the first call: most dumps have no Pod without a node.
func (c *Context) Cluster() *scheduling.Cluster {
	return c.known.cluster.get(func() *scheduling.Cluster { return scheduling.New(c.Snapshot) })
}

func (c *Context) view(p *corev1.Pod) *Pod {
	s := c.Snapshot
	v := &Pod{
		Pod: p, Ref: loader.RefOf("Pod", p), Row: podstatus.Of(p, c.Now), Workload: s.Workload("Pod", p),
		Logs: s.LogsOf(p.Namespace, p.Name), Containers: containers(p),
	}
	v.Events = s.EventsOf(v.Ref)
	v.Node, _ = s.Find(loader.Ref{Kind: "Node", Name: p.Spec.NodeName}).(*corev1.Node)
	v.Collector = isCollector(p)
	v.Healthy = v.Collector || c.healthy(v)
	return v
}

func containers(p *corev1.Pod) []Container {
	var out []Container
	add := func(list string, role Role, i int, spec *corev1.Container, statuses []corev1.ContainerStatus) {
		c := Container{Name: spec.Name, Role: role, Index: i, Path: list + "[" + spec.Name + "]", Spec: spec,
			Status: &corev1.ContainerStatus{Name: spec.Name}}
		for j := range statuses {
			if statuses[j].Name == spec.Name {
				c.Status = &statuses[j]
			}
		}
		out = append(out, c)
	}
	for i := range p.Spec.InitContainers {
		spec := &p.Spec.InitContainers[i]
		role := Init
		if podstatus.Sidecar(spec) {
			role = Sidecar
		}
		add("initContainers", role, i, spec, p.Status.InitContainerStatuses)
	}
	for i := range p.Spec.Containers {
		add("containers", Main, i, &p.Spec.Containers[i], p.Status.ContainerStatuses)
	}
	for i := range p.Spec.EphemeralContainers {
		spec := corev1.Container(p.Spec.EphemeralContainers[i].EphemeralContainerCommon)
		add("ephemeralContainers", Ephemeral, i, &spec, p.Status.EphemeralContainerStatuses)
	}
	return out
}

// StatusPath is the field path of the container's status, such as status.containerStatuses[app].
func (c Container) StatusPath() string {
	switch c.Role {
	case Init, Sidecar:
		return "status.initContainerStatuses[" + c.Name + "]"
	case Ephemeral:
		return "status.ephemeralContainerStatuses[" + c.Name + "]"
	}
	return "status.containerStatuses[" + c.Name + "]"
}

// LastExit returns the container's newest recorded end: of the current state, else of the state before it; nil if none.
// The second result is the field it stands in.
func (c Container) LastExit() (*corev1.ContainerStateTerminated, string) {
	if t := c.Status.State.Terminated; t != nil {
		return t, c.StatusPath() + ".state.terminated"
	}
	if t := c.Status.LastTerminationState.Terminated; t != nil {
		return t, c.StatusPath() + ".lastState.terminated"
	}
	return nil, ""
}

// Waiting returns the reason and message of a waiting container, or "". Kubelets up to 1.26 put what failed behind the reason
// of a failed post-start hook.
func (c Container) Waiting() (reason, message string) {
	w := c.Status.State.Waiting
	if w == nil {
		return "", ""
	}
	if said, ok := strings.CutPrefix(w.Reason, "PostStartHookError: "); ok {
		return "PostStartHookError", cmp.Or(w.Message, said)
	}
	return w.Reason, w.Message
}

// EventsOf returns the Pod's Events that name the container.
func (p *Pod) EventsOf(container string) []*loader.Event {
	var out []*loader.Event
	for _, e := range p.Events {
		if e.Container() == container {
			out = append(out, e)
		}
	}
	return out
}

// Condition returns the Pod's condition of that type, or nil.
func (p *Pod) Condition(t corev1.PodConditionType) *corev1.PodCondition {
	for i := range p.Status.Conditions {
		if p.Status.Conditions[i].Type == t {
			return &p.Status.Conditions[i]
		}
	}
	return nil
}
