package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var configNoObject = &Rule{
	ID:    "config-error/object-missing",
	Title: "ConfigMap or Secret of the environment does not exist",
	Doc: `The container takes environment variables from a ConfigMap or Secret that does not exist in the Pod's namespace: waiting reason
CreateContainerConfigError. The same lack in a volume leaves the Pod in ContainerCreating (volume/object-missing).

Look-alikes are named: the same name in another namespace, as the other kind, or one slip away. Create the object, or
correct the reference; "optional: true" lets the container start without it. The kubelet tries again by itself.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		r := f.object()
		x.Culprit, x.Group = Culprit{Ref: r}, r.String()
		x.Title = fmt.Sprintf("%s %q does not exist", f.Kind, f.Object)
		x.Cause = fmt.Sprintf("Container %q takes its environment from %s %s, which does not exist in namespace %s.",
			f.container.Name, f.Kind, f.Object, r.Namespace)
		c.addReference(f.pod, r, "", x)
		x.Next = c.missingObjectSteps(f.pod, r)
	}, message.ConfigNoObject),
}
