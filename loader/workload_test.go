package loader

import (
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestWorkloadByName follows owners that are not in the dump by what their names say.
func TestWorkloadByName(t *testing.T) {
	at := time.Date(2026, 11, 30, 14, 44, 3, 0, time.UTC)
	for _, tt := range []struct{ name, kind, owner, hash, want string }{
		{"a ReplicaSet whose hash the Pod carries", "ReplicaSet", "web-7d4b9c6f5", "7d4b9c6f5", "Deployment shop/web"},
		{"a ReplicaSet with another ending", "ReplicaSet", "web-7d4b9c6f5", "abc", "ReplicaSet shop/web-7d4b9c6f5"},
		{"a ReplicaSet of a Pod without a hash", "ReplicaSet", "web-1", "", "ReplicaSet shop/web-1"},
		{"a Job named after the minute it was due", "Job", "cleanup-29934164", "", "CronJob shop/cleanup"},
		{"a Job whose number is no time near its Pod", "Job", "import-20260101", "", "Job shop/import-20260101"},
		{"a Job with a short number", "Job", "import-7", "", "Job shop/import-7"},
		{"a StatefulSet", "StatefulSet", "db-12345678", "", "StatefulSet shop/db-12345678"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			yes := true
			pod := &metav1.ObjectMeta{Name: "p", Namespace: "shop", CreationTimestamp: metav1.NewTime(at),
				Labels:          map[string]string{"pod-template-hash": tt.hash},
				OwnerReferences: []metav1.OwnerReference{{Kind: tt.kind, Name: tt.owner, UID: "u", Controller: &yes}}}
			if got := (&Snapshot{}).Workload("Pod", pod); got.String() != tt.want {
				t.Errorf("Workload = %s, want %s", got, tt.want)
			}
		})
	}
}
