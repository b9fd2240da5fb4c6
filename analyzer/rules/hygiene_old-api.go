package rules

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader"
)

var lintOldAPI = &Rule{
	ID:    "hygiene/old-api",
	Title: "objects are written through an API version that is removed in later Kubernetes",
	Doc: `managedFields of the object say that a tool wrote it through a version of the API that newer Kubernetes does not serve: ` +
		`after the upgrade that tool fails. Looked at only where the dump keeps managedFields (kubectl get --show-managed-fields).`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		look := func(kind string, o metav1.Object) {
			for _, m := range o.GetManagedFields() {
				if gone := removedIn[m.APIVersion]; gone != "" {
					out = append(out, lint(loader.RefOf(kind, o), fmt.Sprintf("%s writes it through %s, which Kubernetes %s removed",
						m.Manager, m.APIVersion, gone), c.Field(kind, o, "metadata.managedFields["+m.Manager+"].apiVersion", m.APIVersion)))
					return
				}
			}
		}
		for _, o := range c.Snapshot.Deployments {
			look("Deployment", o)
		}
		for _, o := range c.Snapshot.DaemonSets {
			look("DaemonSet", o)
		}
		for _, o := range c.Snapshot.StatefulSets {
			look("StatefulSet", o)
		}
		for _, o := range c.Snapshot.CronJobs {
			look("CronJob", o)
		}
		for _, o := range c.Snapshot.HorizontalPodAutoscalers {
			look("HorizontalPodAutoscaler", o)
		}
		return out
	},
}

// removedIn tells in which Kubernetes a version of the API went (the deprecated API migration guide of Kubernetes).
var removedIn = map[string]string{
	"extensions/v1beta1": "1.16 and 1.22", "apps/v1beta1": "1.16", "apps/v1beta2": "1.16", "batch/v1beta1": "1.25",
	"autoscaling/v2beta1": "1.25", "autoscaling/v2beta2": "1.26", "networking.k8s.io/v1beta1": "1.22", "policy/v1beta1": "1.25",
	"batch/v2alpha1": "1.21",
}
