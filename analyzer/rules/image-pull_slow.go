package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/podtriage/podtriage/loader"
)

var imageSlow = &Rule{
	ID:    "image-pull/slow",
	Title: "Image is being pulled for a long time",
	Doc: `The kubelet began to pull the image, and neither success nor failure was recorded since. Kubelets pull one image after the other unless
serializeImagePulls is off, so a big image can hold up others.`,
	Detect: detectSlowPull,
}

const slowPull = 5 * time.Minute

func detectSlowPull(c *Context) []Finding {
	var out []Finding
	for _, p := range c.Pods {
		if p.Healthy || c.Now.IsZero() || !unstarted(p) {
			continue
		}
		for _, ct := range p.Containers {
			pulling := c.longPull(p, ct)
			if pulling == nil {
				continue
			}
			since := pulling.Last
			out = append(out, Finding{
				Severity: Warning, Confidence: Likely, Subject: p.Ref, Container: ct.Name, Culprit: blame(p, ct.Path+".image"), Symptom: true,
				Title: "image is being pulled for more than 5 minutes",
				Cause: fmt.Sprintf("The pull of %s%s began at %s, and until the dump was taken neither success nor failure was recorded.",
					ct.Spec.Image, onNode(p), since.Format(time.RFC3339)),
				Evidence: []Evidence{c.EventEvidence(pulling)}, First: pulling.First, Last: pulling.Last,
				Unknown: []string{"how far the pull is: the kubelet does not record it"},
				Next: []Step{{Kind: Check, Text: "what the node is pulling",
					Command: "crictl images\n" + journalctl(unitRuntimes, window{since, c.Now})}, describePod(p)},
			})
		}
	}
	return out
}

// longPull returns the Event of a pull that began long ago and of which nothing was heard since, or nil.
func (c *Context) longPull(p *Pod, ct Container) *loader.Event {
	var pulling *loader.Event
	for _, e := range p.EventsOf(ct.Name) {
		if e.Reason == "Pulling" {
			pulling = e
		}
	}
	if pulling == nil || c.Now.Sub(pulling.Last) < slowPull ||
		newestEvent(p, ct.Name, "Pulled", "Failed", "Created", "Started", "BackOff").After(pulling.First) {
		return nil
	}
	return pulling
}

// pullsSlowly reports whether a container of the Pod is in such a pull.
func pullsSlowly(c *Context, p *Pod) bool {
	return slices.ContainsFunc(p.Containers, func(ct Container) bool { return c.longPull(p, ct) != nil })
}
