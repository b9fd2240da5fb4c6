package rules

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

// known is what several rules of a family ask for, computed once for a Context. Rules run one after the other, so it needs
// no lock.
type known struct {
	pulls      []pullFailure
	pullsDone  bool
	images     map[string][]*Pod // running Pods by image
	registries map[string]*Pod   // a running Pod by the registry of its image

	sandboxes     []sandboxFailure
	sandboxesDone bool
	mounts        []mountFailure
	mountsDone    bool

	configs     []configFailure
	configsDone bool
	starts      []startTrouble
	startsDone  bool

	replicaSets map[loader.Ref][]*appsv1.ReplicaSet   // by Key of their workload
	said        map[*corev1.ContainerStatus]lastLines // see lastLinesOf
}
