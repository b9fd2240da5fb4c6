package columns

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func node(n *corev1.Node, now time.Time) []string {
	i := n.Status.NodeInfo
	kernel := cmp.Or(i.KernelVersion, unknown)
	if i.Architecture != "" {
		kernel += " (" + i.Architecture + ")"
	}
	return []string{n.Name, nodeStatus(n), roles(n), age(n, now), i.KubeletVersion, address(n, corev1.NodeInternalIP),
		address(n, corev1.NodeExternalIP), cmp.Or(i.OSImage, unknown), kernel, cmp.Or(i.ContainerRuntimeVersion, unknown)}
}

func nodeStatus(n *corev1.Node) string {
	status := "Unknown"
	for _, c := range n.Status.Conditions {
		if c.Type == corev1.NodeReady {
			status = "NotReady"
			if c.Status == corev1.ConditionTrue {
				status = "Ready"
			}
		}
	}
	if n.Spec.Unschedulable {
		status += ",SchedulingDisabled"
	}
	return status
}

// roles are the ends of labels node-role.kubernetes.io/ROLE and the value of kubernetes.io/role.
func roles(n *corev1.Node) string {
	var list []string
	for k, v := range n.Labels {
		if role, ok := strings.CutPrefix(k, "node-role.kubernetes.io/"); ok && role != "" {
			list = append(list, role)
		} else if k == "kubernetes.io/role" && v != "" {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	return cmp.Or(strings.Join(slices.Compact(list), ","), none)
}

func address(n *corev1.Node, of corev1.NodeAddressType) string {
	for _, a := range n.Status.Addresses {
		if a.Type == of {
			return a.Address
		}
	}
	return none
}

func namespace(n *corev1.Namespace, now time.Time) []string {
	return []string{n.Name, string(n.Status.Phase), age(n, now)}
}

func configMap(c *corev1.ConfigMap, now time.Time) []string {
	return []string{c.Name, number(len(c.Data) + len(c.BinaryData)), age(c, now)}
}

func secret(s *corev1.Secret, now time.Time) []string {
	return []string{s.Name, string(s.Type), number(len(s.Data)), age(s, now)}
}

func nameAge[T metav1.Object](o T, now time.Time) []string { return []string{o.GetName(), age(o, now)} }

func limitRange(l *corev1.LimitRange, _ time.Time) []string {
	return []string{l.Name, l.CreationTimestamp.UTC().Format(time.RFC3339)}
}

// quota puts limits.* into LIMIT and all others into REQUEST.
func quota(q *corev1.ResourceQuota, now time.Time) []string {
	var request, limit []string
	for _, r := range sortedKeys(q.Status.Hard) {
		hard, used := q.Status.Hard[r], q.Status.Used[r]
		text := fmt.Sprintf("%s: %s/%s", r, used.String(), hard.String())
		if strings.HasPrefix(string(r), "limits.") {
			limit = append(limit, text)
		} else {
			request = append(request, text)
		}
	}
	return []string{q.Name, strings.Join(request, ", "), strings.Join(limit, ", "), age(q, now)}
}

// kindAndGroup is a kind as kubectl prints it before a name, such as daemonset.apps.
func kindAndGroup(kind, apiVersion string) string {
	kind = strings.ToLower(kind)
	if group, _, ok := strings.Cut(apiVersion, "/"); ok {
		return kind + "." + group
	}
	return kind
}
