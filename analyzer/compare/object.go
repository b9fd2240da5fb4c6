package compare

import (
	"fmt"
	"strconv"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// podOf returns the Pod of that name.
func podOf(s *loader.Snapshot, r loader.Ref) (*corev1.Pod, bool) {
	p, ok := s.Find(r).(*corev1.Pod)
	return p, ok
}

// changed says what of an object a person would call changed: what was asked for, and how it fares.
func changed(old, now *loader.Snapshot, was, is metav1.Object) string {
	var t text
	switch n := is.(type) {
	case *corev1.Pod:
		o, ok := was.(*corev1.Pod)
		if !ok {
			return ""
		}
		before, after := podstatus.Of(o, old.Capture.Time), podstatus.Of(n, now.Capture.Time)
		t.from("STATUS", before.Status, after.Status)
		t.from("ready", before.Ready, after.Ready)
		for i := range n.Spec.Containers {
			if i < len(o.Spec.Containers) && o.Spec.Containers[i].Name == n.Spec.Containers[i].Name {
				t.from("image of "+n.Spec.Containers[i].Name, o.Spec.Containers[i].Image, n.Spec.Containers[i].Image)
			}
		}
	case *corev1.Node:
		if o, ok := was.(*corev1.Node); ok {
			t.node(o, n)
		}
	case *corev1.ConfigMap, *corev1.Secret:
		if written(was, is) {
			t.add("written")
		}
	case *batchv1.Job:
		if o, ok := was.(*batchv1.Job); ok {
			t.from("succeeded", strconv.Itoa(int(o.Status.Succeeded)), strconv.Itoa(int(n.Status.Succeeded)))
			t.from("failed", strconv.Itoa(int(o.Status.Failed)), strconv.Itoa(int(n.Status.Failed)))
		}
	default:
		t.workload(was, is)
	}
	return strings.Join(t, "; ")
}

// text gathers the parts of a sentence.
type text []string

func (t *text) add(s string) { *t = append(*t, s) }

func (t *text) from(what, old, now string) {
	if old != now {
		t.add(fmt.Sprintf("%s %s -> %s", what, old, now))
	}
}

func (t *text) node(old, now *corev1.Node) {
	t.from("Ready", readiness(old), readiness(now))
	t.from("cordoned", strconv.FormatBool(old.Spec.Unschedulable), strconv.FormatBool(now.Spec.Unschedulable))
	a, b := old.Status.NodeInfo, now.Status.NodeInfo
	t.from("kubelet", a.KubeletVersion, b.KubeletVersion)
	t.from("container runtime", a.ContainerRuntimeVersion, b.ContainerRuntimeVersion)
	t.from("kernel", a.KernelVersion, b.KernelVersion)
	if a.BootID != b.BootID {
		t.add("rebooted")
	}
}

func readiness(n *corev1.Node) string {
	for _, c := range n.Status.Conditions {
		if c.Type == corev1.NodeReady {
			return string(c.Status)
		}
	}
	return "not recorded"
}

// workload compares what has a pod template.
func (t *text) workload(was, is metav1.Object) {
	switch n := is.(type) {
	case *appsv1.Deployment:
		if o, ok := was.(*appsv1.Deployment); ok {
			t.from("revision", o.Annotations[change.RevisionAnnotation], n.Annotations[change.RevisionAnnotation])
			t.replicas(o.Spec.Replicas, n.Spec.Replicas, o.Status.ReadyReplicas, n.Status.ReadyReplicas)
			t.template(&o.Spec.Template, &n.Spec.Template)
		}
	case *appsv1.StatefulSet:
		if o, ok := was.(*appsv1.StatefulSet); ok {
			t.from("revision", o.Status.UpdateRevision, n.Status.UpdateRevision)
			t.replicas(o.Spec.Replicas, n.Spec.Replicas, o.Status.ReadyReplicas, n.Status.ReadyReplicas)
			t.template(&o.Spec.Template, &n.Spec.Template)
		}
	case *appsv1.DaemonSet:
		if o, ok := was.(*appsv1.DaemonSet); ok {
			t.from("ready pods", strconv.Itoa(int(o.Status.NumberReady)), strconv.Itoa(int(n.Status.NumberReady)))
			t.template(&o.Spec.Template, &n.Spec.Template)
		}
	case *batchv1.CronJob:
		if o, ok := was.(*batchv1.CronJob); ok {
			t.from("schedule", o.Spec.Schedule, n.Spec.Schedule)
			t.template(&o.Spec.JobTemplate.Spec.Template, &n.Spec.JobTemplate.Spec.Template)
		}
	}
}

func (t *text) replicas(old, now *int32, oldReady, nowReady int32) {
	if old != nil && now != nil {
		t.from("replicas", strconv.Itoa(int(*old)), strconv.Itoa(int(*now)))
	}
	t.from("ready replicas", strconv.Itoa(int(oldReady)), strconv.Itoa(int(nowReady)))
}

func (t *text) template(old, now *corev1.PodTemplateSpec) {
	if s := change.Templates(old, now); s != "" {
		t.add(s)
	}
}

// written reports whether the object was written between the dumps.
func written(was, is metav1.Object) bool { return was.GetResourceVersion() != is.GetResourceVersion() }
