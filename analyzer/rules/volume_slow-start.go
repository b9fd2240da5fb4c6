package rules

import (
	"fmt"
	"time"

	"github.com/podtriage/podtriage/analyzer/message"
)

var volumeStale = &Rule{
	ID:    "volume/slow-start",
	Title: "Volume took very long to be ready",
	Doc: `The Pod runs now, and before it did the kubelet waited for its volumes longer than usual, several times. If the Pod sets fsGroup, the kubelet
changes owner and mode of every file at each mount, which takes half an hour for millions of files; every restart on
another node pays it again.

Set securityContext.fsGroupChangePolicy: OnRootMismatch.`,
	Detect: detectSlowVolume,
}

func detectSlowVolume(c *Context) []Finding {
	var out []Finding
	for _, p := range c.Pods {
		if !p.Healthy {
			continue
		}
		var evidence []Evidence
		times := 0
		for _, e := range mountEvents(p) {
			if m := message.ParseMount(e.Message); m.Class == message.MountTimeout && len(m.Unready) > 0 {
				evidence = append(evidence, c.EventEvidence(e))
				times += e.Count
			}
		}
		first, last := span(evidence)
		if times < 3 || last.Sub(first) < 5*time.Minute {
			continue
		}
		f := Finding{
			Severity: Info, Confidence: Possible, Subject: p.Ref, Culprit: blame(p, "volumes"), Evidence: evidence, First: first, Last: last,
			Title: "volume was very slow to be ready",
			Cause: fmt.Sprintf("The kubelet%s waited for the Pod's volumes from %s to %s; then the containers started.",
				onNode(p), first.Format(time.RFC3339), last.Format(time.RFC3339)),
			Unknown: []string{"what took so long: no record of the single operation is in the dump"},
		}
		if changesOwnership(p) {
			f.Confidence, f.Culprit = Likely, blame(p, "securityContext.fsGroupChangePolicy")
			f.Cause += fmt.Sprintf(" The Pod sets fsGroup %d without fsGroupChangePolicy, so the kubelet gives "+
				"every file to that group at each mount.", *p.Spec.SecurityContext.FSGroup)
			f.RuledOut = []string{"a failing attachment or mount: no such Event, and the Pod started without a change"}
			f.Next = []Step{editWorkload(p, "set securityContext.fsGroupChangePolicy: OnRootMismatch")}
		}
		out = append(out, f)
	}
	return out
}
