package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

var addonOperator = &Rule{
	ID:    "other/operator",
	Title: "an operator is degraded or cannot be installed",
	Doc: `A ClusterOperator of OpenShift is Available False or Degraded True; or the Operator Lifecycle Manager cannot install or upgrade one: a ClusterServiceVersion or InstallPlan has Failed, a Subscription cannot be resolved
(ResolutionFailed, CatalogSourcesUnhealthy, InstallPlanFailed, BundleUnpackFailed), or a plan waits for somebody to approve it, which is only worth knowing.

How it is told apart: these conditions are judged by their own polarity. Progressing and Upgradeable tell nothing bad. An operator that is degraded often only repeats what ails Pods; then their incident has the cause.

What to do: read the message; it names the Pods, the catalogue or the dependency.`,
	Detect: detectOperator,
}

const olmGroup = "operators.coreos.com"

func detectOperator(c *Context) []Finding {
	var out []Finding
	for _, t := range c.troubles([]declared{
		{"config.openshift.io", "ClusterOperator", "Available", "False"},
		{"config.openshift.io", "ClusterOperator", "Degraded", "True"},
		{olmGroup, "Subscription", "ResolutionFailed CatalogSourcesUnhealthy InstallPlanFailed InstallPlanMissing BundleUnpackFailed", "True"},
	}) {
		title := t.cond.Type + ": " + t.cond.Reason
		if t.Kind == "ClusterOperator" {
			title = map[string]string{"Available": "is not available", "Degraded": "is degraded"}[t.cond.Type]
		}
		out = append(out, t.finding(c, title))
	}
	for _, o := range c.others(olmGroup, "ClusterServiceVersion", "InstallPlan") {
		if o.DeletionTimestamp != nil || o.Labels["olm.copiedFrom"] != "" { // copies repeat it in each namespace
			continue
		}
		switch {
		case o.Phase == "Failed":
			out = append(out, c.failedPhase(o, Warning, "has failed: "+cmp.Or(o.Reason, "no reason given"),
				cmp.Or(o.Message, conditionMessage(o))))
		case o.Phase == "RequiresApproval":
			out = append(out, c.failedPhase(o, Info, "waits for approval", "spec.approval is Manual and nobody has approved it"))
		}
	}
	return out
}

func (c *Context) failedPhase(o *loader.Other, severity Severity, title, why string) Finding {
	return Finding{Severity: severity, Confidence: Confirmed, Subject: o.Ref(),
		Culprit: Culprit{Ref: o.Ref(), Field: "status.phase"}, Title: title,
		Cause: fmt.Sprintf("%s %s is in phase %s: %s", o.Kind, o.Ref().Path(), o.Phase,
			sentence(oneLine(cmp.Or(why, "it does not say why")))),
		Evidence: []Evidence{c.Field(o.Kind, o, "status.phase", strings.TrimSuffix(o.Phase+": "+why, ": "))}, Next: []Step{describeAddon(o)}}
}

// conditionMessage is the message of the first condition that is False.
func conditionMessage(o *loader.Other) string {
	for _, cond := range o.Conditions {
		if cond.Status == "False" && cond.Message != "" {
			return cond.Message
		}
	}
	return ""
}
