package rules

import (
	"cmp"
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeOptions = &Rule{
	ID:    "volume/mount-options",
	Title: "Mount options are not accepted",
	Doc: `The mount was refused for an option or argument that the file system does not know: ` +
		`mountOptions of the PersistentVolume or the StorageClass.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "mount options of the volume are not accepted"
		x.Cause = fmt.Sprintf("%s%s cannot be mounted%s with the options it names.", f.what(), f.kind(), onNode(f.pod))
		x.Culprit.Field = "spec.mountOptions"
		x.Next = append([]Step{{Kind: Ask, Text: "the options", Command: "kubectl get persistentvolume " + cmp.Or(f.Volume, "<volume>") +
			" -o jsonpath='{.spec.mountOptions}'"}}, f.volumeSteps()...)
	}, message.MountBadOptions),
}
