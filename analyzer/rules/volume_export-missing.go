package rules

import (
	"fmt"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeNoExport = &Rule{
	ID:    "volume/export-missing",
	Title: "Storage server has no such path",
	Doc:   `The server answered that it does not export the path of the volume: a typing mistake, or the directory was removed on the server.`,
	Detect: mountRule(func(c *Context, f *mountFailure, x *Finding) {
		x.Title = "storage server has no such path"
		x.Cause = fmt.Sprintf("%s%s cannot be mounted%s: the server does not have the path that the volume names.",
			f.what(), f.kind(), onNode(f.pod))
		x.RuledOut = append(x.RuledOut, "the network: the server answered")
		x.Next = append([]Step{{Kind: Check, Text: "what the server exports", Command: "showmount -e <server>"}}, f.volumeSteps()...)
	}, message.MountServerNoPath),
}
