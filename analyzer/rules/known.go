package rules

import (
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/scheduling"
	"github.com/podtriage/podtriage/loader"
)

// known is what several rules ask for. The first that asks has it made; rules run side by side.
type known struct {
	pulls     lazy[[]pullFailure]
	sandboxes lazy[[]sandboxFailure]
	mounts    lazy[[]mountFailure]
	configs   lazy[[]configFailure]
	starts    lazy[[]startTrouble]
	running   lazy[running]
	waiting   lazy[[]*waiting]
	refused   lazy[[]*refused]
	budgets   lazy[map[string][]budgeted] // by namespace
	preempted lazy[[]*loader.Event]
	cluster   lazy[*scheduling.Cluster]

	workloads   lazy[map[loader.Ref][]*Pod]               // by Key
	replicaSets lazy[map[loader.Ref][]*appsv1.ReplicaSet] // by Key of their workload
	made        lazy[map[loader.Ref][]*loader.Event]      // about Pods, by the ReplicaSet that made them

	backing    lazy[*backing]
	lookalikes memo[loader.Ref, []loader.Ref]
	said       memo[*corev1.ContainerStatus, lastLines]
	endings    memo[*corev1.ContainerStatus, *ending]
}

// lazy is a value that is made when it is first asked for. A panic in the making is that of every rule that asks.
type lazy[T any] struct {
	made  sync.Once
	value T
	panic any
}

func (o *lazy[T]) get(make func() T) T {
	o.made.Do(func() {
		defer func() { o.panic = recover() }()
		o.value = make()
	})
	if o.panic != nil {
		panic(o.panic)
	}
	return o.value
}

// memo holds a value for each key that was asked for. Making a value may ask for others.
type memo[K comparable, V any] struct {
	lock sync.Mutex
	made map[K]V
}

func (m *memo[K, V]) get(key K, make func() V) V {
	m.lock.Lock()
	v, ok := m.made[key]
	m.lock.Unlock()
	if ok {
		return v
	}
	v = make() // twice, if two ask at once: the same value
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.made == nil {
		m.made = map[K]V{}
	}
	m.made[key] = v
	return v
}

// ofContainers lists what read finds in the containers of Pods that are not well.
func ofContainers[T any](c *Context, read func(*Pod, Container) (T, bool)) []T {
	var out []T
	for _, p := range c.Pods {
		if p.Healthy {
			continue
		}
		for _, ct := range p.Containers {
			if t, ok := read(p, ct); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

// ofUnstarted lists what read finds in Pods that are not well and of which no container has started.
func ofUnstarted[T any](c *Context, read func(*Pod) (T, bool)) []T {
	var out []T
	for _, p := range c.Pods {
		if p.Healthy || !unstarted(p) {
			continue
		}
		if t, ok := read(p); ok {
			out = append(out, t)
		}
	}
	return out
}
