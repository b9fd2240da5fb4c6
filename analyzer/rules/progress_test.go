package rules

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader"
)

// TestProgressing: a container that was started again takes the same steps as one that starts, and is no sign that the Pod is on its way.
func TestProgressing(t *testing.T) {
	now := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name     string
		restarts int32
		at       time.Duration
		want     bool
	}{
		{"started just now", 0, 20 * time.Second, true},
		{"started long ago", 0, 5 * time.Minute, false},
		{"started again just now", 3, 20 * time.Second, false},
	} {
		raw := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{CreationTimestamp: metav1.NewTime(now.Add(-8 * time.Minute))},
			Status: corev1.PodStatus{Phase: corev1.PodPending}}
		p := &Pod{Pod: raw, Events: []*loader.Event{{Reason: "Started", First: now.Add(-c.at), Last: now.Add(-c.at)}},
			Containers: []Container{{Name: "proxy", Status: &corev1.ContainerStatus{RestartCount: c.restarts}}}}
		if got := progressing(p, now); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
