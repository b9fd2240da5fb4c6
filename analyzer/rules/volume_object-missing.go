package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var volumeNoObject = &Rule{
	ID:    "volume/object-missing",
	Title: "ConfigMap or Secret of a volume does not exist",
	Doc: `A volume takes its files from a ConfigMap or Secret that the kubelet could not get: it does not exist in the Pod's namespace, or
(after a restart of the node or under strict rights) the kubelet may not read it. The Pod stays in ContainerCreating;
the same lack in an environment variable shows as CreateContainerConfigError (config-error/object-missing).

Create the object, or correct the name in the Pod's template. "optional: true" lets the Pod start without it.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		r := loader.Ref{Kind: f.Kind, Namespace: f.pod.Namespace, Name: f.Object}
		x.Culprit, x.Group = Culprit{Ref: r}, r.String()
		x.Title = fmt.Sprintf("%s %s of a volume is missing", f.Kind, f.Object)
		x.Cause = fmt.Sprintf("%s needs %s %s, which does not exist in namespace %s.", f.what(), f.Kind, f.Object, f.pod.Namespace)
		if contains(f.Text, "forbidden") {
			x.Title = fmt.Sprintf("kubelet may not read %s %s of a volume", f.Kind, f.Object)
			x.Cause = fmt.Sprintf("%s needs %s %s, which the API server does not let the kubelet read.", f.what(), f.Kind, f.Object)
		}
		c.addReference(f.pod, r, "volumes", x)
		x.Next = c.missingObjectSteps(f.pod, r)
	}, message.MountNoObject),
}
