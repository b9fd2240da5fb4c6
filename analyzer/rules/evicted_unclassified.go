package rules

import (
	"github.com/podtriage/podtriage/analyzer/message"
)

var evictedUnclassified = &Rule{
	ID:    "evicted/unclassified",
	Title: "Pod was evicted, for a reason in words that are not known",
	Doc: `The Pod's status or an Event says Evicted, with a text that no known version of the kubelet writes. The text is quoted as
it stands.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, v := range c.evictions(message.EvictionOther) {
			f := c.evictionFinding(v)
			f.Title = "evicted, in words that are not known"
			f.Cause = "The Pod was evicted: " + oneLine(v.text)
			if v.text == "" {
				f.Cause = "The Pod was evicted; its status holds no message."
			}
			f.Unknown = []string{"the reason in terms of a resource: the text is unclassified"}
			f.Next = append(f.Next, describePod(v.pod))
			out = append(out, f)
		}
		return out
	},
}
