package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeCredentials = &Rule{
	ID:    "volume/credentials",
	Title: "Storage refuses the credentials",
	Doc: `The cloud or the storage refused the driver's request for lack of rights: the role of the driver or node, a wrong key in the driver's secret, a vault that
does not know the Pod's ServiceAccount.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "storage refuses the driver's credentials"
		x.Cause = fmt.Sprintf("%s cannot be provided%s: the request of its driver was refused for lack of rights.", f.what(), onNode(f.pod))
		x.RuledOut = append(x.RuledOut, "the network: the storage answered")
		x.Next = append(f.volumeSteps(), f.driverLog())
	}, message.MountCredentials),
}
