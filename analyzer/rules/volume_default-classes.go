package rules

import (
	"fmt"
	"strings"

	storagev1 "k8s.io/api/storage/v1"

	"github.com/podtriage/podtriage/loader"
)

var volumeDefaults = &Rule{
	ID:    "volume/default-classes",
	Title: "more than one StorageClass is the default",
	Doc: `Two StorageClasses or more have the annotation storageclass.kubernetes.io/is-default-class. Claims without a class get the one that was created last; up to Kubernetes 1.25 they are refused: "2 default StorageClasses were
found". That no class is the default is said only where a claim waits for one.

What to do: take the annotation off all but one.`,
	Detect: func(c *Context) []Finding {
		list := c.defaultClasses()
		if len(list) < 2 {
			return nil
		}
		ref := loader.RefOf("StorageClass", list[0])
		var names []string
		var evidence []Evidence
		for _, sc := range list {
			names = append(names, sc.Name)
			evidence = append(evidence, c.Field("StorageClass", sc, "metadata.annotations[storageclass.kubernetes.io/is-default-class]", "true"))
		}
		return []Finding{{Severity: Info, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "metadata.annotations"},
			Title: fmt.Sprintf("is one of %d defaults", len(list)),
			Cause: fmt.Sprintf("StorageClasses %s are all the default: claims without a class get the newest of them, "+
				"and are refused up to Kubernetes 1.25.", strings.Join(names, ", ")), Evidence: evidence,
			Next: []Step{{Kind: Check, Text: "the classes", Command: "kubectl get storageclass"}}}}
	},
}

// defaultClasses are the StorageClasses that claims without one may get.
func (c *Context) defaultClasses() []*storagev1.StorageClass {
	var out []*storagev1.StorageClass
	for _, sc := range c.Snapshot.StorageClasses {
		if sc.Annotations["storageclass.kubernetes.io/is-default-class"] == "true" ||
			sc.Annotations["storageclass.beta.kubernetes.io/is-default-class"] == "true" {
			out = append(out, sc)
		}
	}
	return out
}

// withoutDefault says that no class is the default, where the dump holds the classes.
func (c *Context) withoutDefault() string {
	if n := len(c.Snapshot.StorageClasses); n > 0 && c.Snapshot.Coverage.Listed("StorageClass") && len(c.defaultClasses()) == 0 {
		return fmt.Sprintf(" None of the cluster's %s is the default.",
			strings.Replace(Count(n, "StorageClass"), "1 StorageClass", "StorageClasses", 1))
	}
	return ""
}
