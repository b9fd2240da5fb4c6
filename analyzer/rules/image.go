package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
)

// imageRules are the rules of this family, most specific first.
var imageRules = []*Rule{
	imagePullSecret, imageInvalidName, imageNeverPull, imageRateLimit, imageSignature, imageShortName, imageKubeletLimit,
	imageUnauthorized, imageDenied, imagePlatform, imageOldManifest, imageDiskFull, imageUnknownAuthority, imageCertificate,
	imagePlainHTTP, imageProxy, imageDNS, imageRefused, imageServerError, imageUnreachable, imageRuntime, imageGone, imageCorrupt,
	imageNotFound, imageNoProgress, imageExpired, imageUnclassified, imageSlow, imageDrift,
}

// pullFailure is a container that waits for its image, and the answer that explains it.
type pullFailure struct {
	message.Pull
	pod       *Pod
	container Container
	evidence  []Evidence // the failure first, then what else tells of it
	earlier   []message.Pull
}

var pullReasons = []string{"ErrImagePull", "ImagePullBackOff", "ErrImageNeverPull", "InvalidImageName",
	"ImageInspectError", "RegistryUnavailable", "SignatureValidationFailed", "PullImageError", "ErrImagePullBackOff",
	"ErrRegistryUnavailable", "ErrImageInspect"}

// pullFailures lists the containers that wait for an image at capture time.
func (c *Context) pullFailures() []pullFailure {
	return c.known.pulls.get(func() []pullFailure { return ofContainers(c, c.pullFailure) })
}

// answer is a record about the image with what it says.
type answer struct {
	message.Pull
	record
}

// pullFailure reads the container's records. The cause is the newest record that names one; a back-off names none.
func (c *Context) pullFailure(p *Pod, ct Container) (pullFailure, bool) {
	f := pullFailure{pod: p, container: ct}
	reason, _ := ct.Waiting()
	waits := slices.Contains(pullReasons, reason)
	if !waits && (ct.Status.State.Running != nil || ct.Status.State.Terminated != nil) {
		return f, false
	}
	var answers []answer
	for _, r := range c.records(p, ct) {
		if isPullRecord(r) {
			answers = append(answers, answer{message.ParsePull(r.text), r})
		}
	}
	if len(answers) == 0 || !waits && !answers[0].at.After(newestEvent(p, ct.Name, "Pulled", "Created", "Started")) {
		return f, false // nothing failed, or it was pulled since
	}
	f.choose(answers)
	f.completeNames()
	return f, true
}

// choose takes the cause from the answer that says most, newest first, and the others as further evidence.
func (f *pullFailure) choose(answers []answer) {
	best := 0
	for i, a := range answers {
		if weight(a.Class) > weight(answers[best].Class) {
			best = i
		}
	}
	f.Pull = answers[best].Pull
	f.evidence = append(f.evidence, answers[best].ev)
	for i, a := range answers {
		if i == best {
			continue
		}
		if weight(a.Class) == 2 && a.Class != f.Class {
			f.earlier = append(f.earlier, a.Pull)
		}
		if len(f.evidence) < 4 && (a.Class != message.PullBackOff || a.state || f.Class == message.PullBackOff) {
			f.evidence = append(f.evidence, a.ev)
		}
	}
}

// isPullRecord reports whether the record is about the image, not about creating or running the container.
func isPullRecord(r record) bool {
	if slices.Contains(pullReasons, r.reason) || r.reason == "InspectFailed" {
		return true
	}
	text := message.Plain(r.text)
	for _, head := range []string{"Failed to pull image", "Back-off pulling image", "ErrImage", "ImagePull", "Failed to inspect image",
		"Failed to apply default image tag",
		"InvalidImageName", "ImageInspectError", "RegistryUnavailable", "SignatureValidationFailed", "Image pull failed", "image pull failed"} {
		if strings.HasPrefix(text, head) {
			return true
		}
	}
	return strings.HasPrefix(text, "image ") && strings.HasSuffix(text, " not found") // the waiting reason of Kubernetes 1.0
}

// weight orders what a record is worth as an explanation: 2 names a cause, 1 an outcome, 0 nothing.
func weight(c message.PullClass) int {
	switch c {
	case message.PullBackOff:
		return 0
	case message.PullUnclassified, message.PullCanceled:
		return 1
	}
	return 2
}

// completeNames fills image and registry from the spec where the text did not name them, and the class where the waiting
// reason says more than the text.
func (f *pullFailure) completeNames() {
	reason, _ := f.container.Waiting()
	if reason == "ImageInspectError" || strings.HasPrefix(message.Plain(f.evidence[0].Text), "Failed to inspect image") {
		f.Class = message.PullRuntimeDown
	}
	f.Image = f.container.Spec.Image
	registry := message.RegistryOf(f.Image)
	if f.Host == "" {
		f.Host = registry
	}
	f.Registry = registry
}

// mirror is the host that answered in the registry's place, a mirror or proxy of it; "" where the registry itself did.
func (f *pullFailure) mirror() string {
	own := strings.Contains(f.Text, `"`+f.Answered+"/") // the runtime completed a short name
	if f.Answered == "" || own || message.RegistryOf(f.Answered+"/") == f.Registry {
		return ""
	}
	return f.Answered
}

// answering is the host whose answer it is: a mirror, or the registry.
func (f *pullFailure) answering() string { return cmp.Or(f.mirror(), f.Registry) }

// standsIn says that the host which answered is a mirror; "" where the registry itself answered.
func (f *pullFailure) standsIn() string {
	if f.mirror() == "" {
		return ""
	}
	return fmt.Sprintf(" %s is what the runtime of the node asks in the place of %s: a mirror or proxy.", f.mirror(), f.Registry)
}

// askMirror checks the mirror, which is set on the nodes, not in the Pod.
func (f *pullFailure) askMirror(what string) Step {
	return Step{Kind: Check, Text: what + " at " + f.mirror() + ", a mirror or proxy of " + f.Registry +
		" that the runtime of the nodes is set to ask",
		Command: "ls /etc/containerd/certs.d/" + f.Registry}
}

// pullRule makes the Detect of a rule that explains pull failures of the given classes. Words fills in what is special.
func pullRule(words func(*Context, *pullFailure, *Finding), classes ...message.PullClass) func(*Context) []Finding {
	return pullRuleOf(func(*Context, *pullFailure) bool { return true }, words, classes...)
}

// pullRuleOf is pullRule for the failures that also satisfy a condition.
func pullRuleOf(when func(*Context, *pullFailure) bool, words func(*Context, *pullFailure, *Finding),
	classes ...message.PullClass) func(*Context) []Finding {
	fits := func(c *Context, f *pullFailure) bool { return slices.Contains(classes, f.Class) && when(c, f) }
	return familyRule((*Context).pullFailures, fits, (*pullFailure).finding, words)
}

// finding is what all pull failures have in common.
func (f *pullFailure) finding(c *Context) Finding {
	first, last := span(f.evidence)
	x := Finding{
		Severity: Error, Confidence: Confirmed, Subject: f.pod.Ref, Container: f.container.Name,
		Culprit: blame(f.pod, f.container.Path+".image"), Evidence: f.evidence, First: first, Last: last,
		Trigger: c.imageChange(f),
	}
	for _, e := range f.earlier {
		if x.Note == "" {
			x.Note = fmt.Sprintf("Earlier tries failed in another way (%s); the newest answer counts.", e.Class)
		}
	}
	if peer := c.sameImageRuns(f); peer != nil {
		x.RuledOut = append(x.RuledOut, fmt.Sprintf("the image as such: Pod %s%s runs %s", peer.Ref.Path(), onNode(peer), f.Image))
	}
	return x
}

// imageChange says that the container's image differs from that of the revision before.
func (c *Context) imageChange(f *pullFailure) string {
	old := c.previousReplicaSet(f.pod)
	if old == nil {
		return ""
	}
	was := containerOf(&old.Spec.Template.Spec, f.container.Name)
	if was == nil || was.Image == f.Image {
		return ""
	}
	own := c.replicaSetOf(f.pod)
	return fmt.Sprintf("Revision %d of %s, created %s, changed the image from %s to %s.", revision(own), f.pod.Workload,
		own.CreationTimestamp.UTC().Format(time.RFC3339), was.Image, f.Image)
}

// sameImageRuns returns a Pod that runs a container of the same image, or nil.
func (c *Context) sameImageRuns(f *pullFailure) *Pod {
	for _, p := range c.runningImages()[f.Image] {
		return p
	}
	return nil
}

// registryServes names a Pod that runs another image of the same registry, or nil.
func (c *Context) registryServes(f *pullFailure) *Pod { return c.runningNow().registries[f.Registry] }

// runningImages lists the Pods that run each image, in the Snapshot's order.
func (c *Context) runningImages() map[string][]*Pod { return c.runningNow().images }

// running is what containers run from.
type running struct {
	images     map[string][]*Pod // by image
	registries map[string]*Pod   // the first by registry
}

func (c *Context) runningNow() running {
	return c.known.running.get(func() running {
		out := running{map[string][]*Pod{}, map[string]*Pod{}}
		for _, p := range c.Pods {
			for _, ct := range p.Containers {
				if ct.Status.State.Running == nil {
					continue
				}
				out.images[ct.Spec.Image] = append(out.images[ct.Spec.Image], p)
				if r := message.RegistryOf(ct.Spec.Image); out.registries[r] == nil {
					out.registries[r] = p
				}
			}
		}
		return out
	})
}

// pullByHand checks the same pull on the Pod's node.
func (f *pullFailure) pullByHand() Step {
	if f.pod.Spec.NodeName == "" {
		return Step{Kind: Check, Text: "does the pull work on a node", Command: "crictl pull " + f.Image}
	}
	return Step{Kind: Check, Text: "does the pull work on node " + f.pod.Spec.NodeName + " itself", Command: "crictl pull " + f.Image}
}

// setImage is the fix that gives the container another image.
func (f *pullFailure) setImage() Step {
	w := f.pod.Workload
	if w.Kind == "Job" || w.Kind == "ReplicaSet" && f.pod.Labels[appsv1.DefaultDeploymentUniqueLabelKey] != "" ||
		w.Kind == "Pod" && f.pod.Status.Phase == corev1.PodFailed {
		return editWorkload(f.pod, "name an image that can be pulled")
	}
	text := "name an image that can be pulled (changes " + w.String() + "; new Pods get it)"
	if w.Kind == "Pod" {
		text = "name an image that can be pulled (changes " + w.String() + ")"
	}
	switch w.Kind {
	case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "CronJob", "Pod":
		return Step{Kind: Fix, Text: text, Command: Kubectl(f.pod.Namespace, "set image %s %s=<image>", handle(w), f.container.Name)}
	}
	return Step{Kind: Fix, Text: text, Command: Kubectl(f.pod.Namespace, "edit %s", handle(w))}
}
