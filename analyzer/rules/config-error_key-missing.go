package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

var configNoKey = &Rule{
	ID:    "config-error/key-missing",
	Title: "ConfigMap or Secret lacks a key that the environment asks for",
	Doc: `The ConfigMap or Secret exists and has no key of the name that the container asks for. Running containers keep their environment, so a key that was removed
or renamed long ago shows only when a Pod starts anew.

Add the key, correct the reference, or mark it optional.`,
	Detect: configRule(func(c *Context, f *configFailure, x *Finding) {
		r := f.object()
		x.Culprit, x.Group = Culprit{Ref: r, Field: "data." + f.Key}, r.String()
		x.Title = fmt.Sprintf("%s %s lacks key %q", f.Kind, f.Object, f.Key)
		x.Cause = fmt.Sprintf("Container %q needs key %q of %s, which has no such key.", f.container.Name, f.Key, r)
		if where := pathOf(loader.EnvReferences(f.container.Spec), r, f.Key); where != "" {
			x.Evidence = append(x.Evidence, c.PodField(f.pod, "spec."+f.container.Path+"."+where, "key: "+f.Key))
		}
		c.addKeys(r, f.Key, x)
		x.Next = c.missingKeySteps(f.pod, r, f.Key)
	}, message.ConfigNoKey),
}
