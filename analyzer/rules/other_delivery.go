package rules

import (
	"cmp"
	"strings"
)

var addonDelivery = &Rule{
	ID:    "other/delivery",
	Title: "a delivery tool cannot bring the cluster to what is wished",
	Doc: `Flux says Ready False of a Kustomization, HelmRelease or source, or Argo CD an error of an Application: what the repository holds is not what runs. A workload may be old, half upgraded or missing because of that, and a
change by hand is undone when it works again.

How it is told apart: the condition has been so for more than five minutes, and the object is not suspended. That an application is unhealthy, or out of step while nobody asked to synchronize it, is no failure of the delivery.

What to do: read the message: it names the object that was refused, the chart's error or the repository that was not reached.`,
	Detect: func(c *Context) []Finding {
		const flux = ".toolkit.fluxcd.io"
		var out []Finding
		for _, t := range c.troubles([]declared{
			{flux, "Kustomization HelmRelease GitRepository HelmRepository HelmChart OCIRepository Bucket", "Ready", "False"},
			{"argoproj.io", "Application", "SyncError ComparisonError InvalidSpecError DeletionError OperationError", ""},
		}) {
			if t.cond.Reason == "Progressing" || t.cond.Reason == "DependencyNotReady" && strings.HasSuffix(t.Group(), flux) {
				continue // it waits for another, which says why
			}
			out = append(out, t.finding(c, "is not delivered: "+cmp.Or(t.cond.Reason, t.cond.Type)))
		}
		return out
	},
}
