package rules

import (
	"fmt"
	"time"
)

var sandboxRecreated = &Rule{
	ID:    "sandbox-network/recreated",
	Title: "Pod's sandbox dies and is made again and again",
	Doc: `"Pod sandbox changed, it will be killed and re-created" once is what a restart of the node or runtime leaves. Many times within minutes means
that the sandbox itself dies: the pause process is killed (memory, cgroups), the network plugin takes it down, or runtime
and kernel do not fit. All containers of the Pod restart with it.`,
	Detect: detectSandboxRecreated,
}

const oftenRecreated = 5

func detectSandboxRecreated(c *Context) []Finding {
	var out []Finding
	for _, p := range c.Pods {
		for _, e := range p.Events {
			if e.Reason != "SandboxChanged" || e.Count < oftenRecreated || p.Healthy || !recent(c.Now, e.Last) {
				continue
			}
			out = append(out, Finding{
				Severity: Warning, Confidence: Likely, Subject: p.Ref, Culprit: blameNode(p, ""), Symptom: true,
				Title:    "the Pod's sandbox is made again and again",
				Cause:    fmt.Sprintf("The Pod's sandbox%s was found dead or changed %d times; its containers restart each time.", onNode(p), e.Count),
				Evidence: []Evidence{c.EventEvidence(e)}, First: e.First, Last: e.Last,
				Unknown: []string{"what ends the sandbox: neither kubelet nor runtime record it in an Event"},
				Next: []Step{{Kind: Check, Text: "the runtime's and kernel's log on the node",
					Command: journalctl(unitKubelet+" "+unitRuntimes, around(e.Last)) + "\n" + journalctl(kernel, around(e.Last))}, describePod(p)},
			})
		}
	}
	return out
}

// recent reports whether the time is at most 10 minutes before the dump, or cannot be judged.
func recent(now, t time.Time) bool { return now.IsZero() || now.Sub(t) <= 10*time.Minute }
