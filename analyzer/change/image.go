package change

import (
	"cmp"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

// tagged is one container that runs an image by tag.
type tagged struct {
	tag, digest string
	start       time.Time
	container   string
	arch        string
	pos         loader.Position
}

// images finds tags that mean another image since some time: Pods of one workload run the same tag with different digests.
// Containers on nodes of different architectures are not compared.
func (f *finder) images() {
	byWorkload := map[loader.Ref][]tagged{}
	for _, p := range f.s.Pods {
		w := f.s.Workload("Pod", p)
		byWorkload[w] = append(byWorkload[w], f.tagged(p)...)
	}
	for w, list := range byWorkload {
		slices.SortFunc(list, func(x, y tagged) int {
			return cmp.Or(cmp.Compare(x.container, y.container), cmp.Compare(x.tag, y.tag), cmp.Compare(x.arch, y.arch), x.start.Compare(y.start),
				cmp.Compare(x.digest, y.digest), cmp.Compare(x.pos.File, y.pos.File), cmp.Compare(x.pos.Line, y.pos.Line))
		})
		for i := 1; i < len(list); i++ {
			old, now := list[i-1], list[i]
			if old.container == now.container && old.tag == now.tag && old.arch == now.arch && old.digest != now.digest {
				f.out = append(f.out, Change{
					Object: w, Kind: Image, At: old.start, Until: now.start, Positions: []loader.Position{now.pos, old.pos},
					Text: "tag " + now.tag + " of container " + now.container + " means another image: " + shortDigest(old.digest) +
						" -> " + shortDigest(now.digest),
					Fields: []Field{{"status.containerStatuses[" + now.container + "].imageID", old.digest, now.digest}},
				})
			}
		}
	}
}

func (f *finder) tagged(p *corev1.Pod) []tagged {
	arch := ""
	if n, ok := f.s.Find(loader.Ref{Kind: "Node", Name: p.Spec.NodeName}).(*corev1.Node); ok {
		arch = n.Status.NodeInfo.Architecture
	}
	images := map[string]string{}
	for i := range p.Spec.Containers {
		images[p.Spec.Containers[i].Name] = p.Spec.Containers[i].Image
	}
	var out []tagged
	for i := range p.Status.ContainerStatuses {
		cs := &p.Status.ContainerStatuses[i]
		image := images[cs.Name]
		if image == "" || strings.Contains(image, "@") || cs.State.Running == nil {
			continue
		}
		if _, digest, ok := strings.Cut(cs.ImageID, "@sha256:"); ok { // an ID without a repository is another kind of digest
			out = append(out, tagged{image, digest, cs.State.Running.StartedAt.UTC(), cs.Name, arch, f.s.Pos(p)})
		}
	}
	return out
}

func shortDigest(d string) string {
	if len(d) > 12 {
		d = d[:12]
	}
	return "sha256:" + d
}
