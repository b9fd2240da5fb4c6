package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

var imageDrift = &Rule{
	ID:    "image-pull/drift",
	Title: "Pods of one revision run different builds of one tag",
	Doc: `The Pods have the same template and the same tag, but the registry gave them different image digests: the tag was moved between their
pulls. Two versions serve at once, and which one a new Pod gets depends on the node.

Pin the image by digest, or never reuse a tag.`,
	Detect: detectImageDrift,
}

func detectImageDrift(c *Context) []Finding {
	type key struct{ owner, container string }
	seen := map[key]*Pod{}
	ids := map[key]string{}
	told := map[key]bool{}
	var out []Finding
	for _, p := range c.Pods {
		owner, ok := loader.Controller(p.Pod)
		if !ok || p.Labels["pod-template-hash"] == "" {
			continue
		}
		for _, ct := range p.Containers {
			k := key{owner.String(), ct.Name}
			id := digestOf(ct.Status.ImageID)
			if ct.Status.State.Running == nil || id == "" || told[k] {
				continue
			}
			if ids[k] == "" {
				seen[k], ids[k] = p, id
				continue
			}
			if ids[k] == id || !samePlatform(seen[k], p) {
				continue
			}
			told[k] = true
			out = append(out, c.driftFinding(seen[k], p, ct))
		}
	}
	return out
}

// samePlatform is false for nodes of known and different architectures, whose digests differ by right.
func samePlatform(a, b *Pod) bool {
	x, y := platformOf(a), platformOf(b)
	return x == "" || y == "" || x == y
}

// digestOf is the digest in an imageID such as docker-pullable://repo@sha256:…; "" for a local image.
func digestOf(id string) string {
	_, digest, ok := strings.Cut(id, "@sha256:")
	if !ok {
		return ""
	}
	return digest
}

func (c *Context) driftFinding(a, b *Pod, ct Container) Finding {
	var evidence []Evidence
	for _, p := range []*Pod{a, b} {
		for _, x := range p.Containers {
			if x.Name == ct.Name {
				evidence = append(evidence, c.PodField(p, x.StatusPath()+".imageID", x.Status.ImageID))
			}
		}
	}
	return Finding{
		Severity: Info, Confidence: Confirmed, Subject: a.Workload, Container: ct.Name, Culprit: blame(a, ct.Path+".image"),
		Title: "Pods of one revision run different builds of one tag",
		Cause: fmt.Sprintf("Container %q of Pods %s and %s has the image %s in two builds: the tag was moved between their pulls.",
			ct.Name, a.Name, b.Name, ct.Spec.Image),
		Evidence: evidence,
		Next:     []Step{editWorkload(a, "pin the image by digest")},
	}
}
