package podstatus

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestPhase(t *testing.T) {
	type row struct {
		ID, Name                         string
		PodIsTerminal, PodHasInitialized bool
		ContainerStatuses                []corev1.ContainerStatus
		ExpectedPhase                    corev1.PodPhase
		Pod                              *corev1.Pod
	}
	for _, c := range read[struct{ Cases []row }](t, "phase.json").Cases {
		if got := phase(c.Pod, c.ContainerStatuses, c.PodIsTerminal, c.PodHasInitialized); got != c.ExpectedPhase {
			t.Errorf("%s %s: want %s, got %s", c.ID, c.Name, c.ExpectedPhase, got)
		}
	}
}

func TestStale(t *testing.T) {
	exit := func(code int32) corev1.ContainerState {
		return corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: code}}
	}
	pod := func(phase corev1.PodPhase, state corev1.ContainerState) *corev1.Pod {
		return &corev1.Pod{
			Spec:   corev1.PodSpec{RestartPolicy: corev1.RestartPolicyNever, Containers: []corev1.Container{{Name: "app"}}},
			Status: corev1.PodStatus{Phase: phase, ContainerStatuses: []corev1.ContainerStatus{{Name: "app", State: state}}},
		}
	}
	deleted := pod(corev1.PodRunning, exit(1))
	deleted.DeletionTimestamp = &metav1.Time{}
	for name, c := range map[string]struct {
		pod  *corev1.Pod
		want bool
	}{
		"ended, not yet Failed":          {pod(corev1.PodRunning, exit(1)), true},
		"running, still Pending":         {pod(corev1.PodPending, corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}), true},
		"as it should be":                {pod(corev1.PodFailed, exit(1)), false},
		"a terminal phase is never left": {pod(corev1.PodFailed, corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}), false},
		"deletion holds the phase":       {deleted, false},
		"node lost, by old controllers":  {pod(corev1.PodUnknown, corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}), false},
		"no container statuses":          {&corev1.Pod{Status: corev1.PodStatus{Phase: corev1.PodPending}}, false},
	} {
		if got := Stale(c.pod); got != c.want {
			t.Errorf("%s: want %v, got %v", name, c.want, got)
		}
	}
}
