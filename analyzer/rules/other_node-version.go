package rules

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/loader"
)

var nodeVersion = &Rule{
	ID:    "other/node-version",
	Title: "Kubelet's version does not go with the API server's",
	Doc: `A kubelet may be up to three minor versions older than the API server (two, where the API server is older than 1.28) and never newer. Outside of that Pods may fail in ways that nobody tests: fields that
are dropped, features that one side does not know. Nodes of different versions within that are normal, most of all during an upgrade.

How it is told apart: the API server's version is read from the image of its static Pod. Where the dump does not hold one, as on hosted control planes, nodes are compared with each other: two that are more
than three versions apart cannot both be right.

What to do: upgrade the nodes, or finish the upgrade of the control plane.`,
	Detect: detectNodeVersion,
}

// minorVersion reads v1.34.2, v1.34.2-gke.1 and v1.34.2+k3s1.
var minorVersion = regexp.MustCompile(`^v1\.(\d+)\.\d+([-+].*)?$`)

// minorOf is the minor version in the text, or -1.
func minorOf(version string) int {
	m := minorVersion.FindStringSubmatch(version)
	if m == nil {
		return -1
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

func detectNodeVersion(c *Context) []Finding {
	api, pod := c.apiServerVersion()
	newest, peer := -1, (*corev1.Node)(nil)
	for _, n := range c.Snapshot.Nodes {
		if v := minorOf(n.Status.NodeInfo.KubeletVersion); v > newest {
			newest, peer = v, n
		}
	}
	var out []Finding
	for _, n := range c.Snapshot.Nodes {
		kubelet := minorOf(n.Status.NodeInfo.KubeletVersion)
		if kubelet < 0 {
			continue
		}
		version := n.Status.NodeInfo.KubeletVersion
		ev := []Evidence{c.Field("Node", n, "status.nodeInfo.kubeletVersion", version)}
		switch {
		case pod != nil && (kubelet > api || api-kubelet > allowedSkew(api)):
			ev = append(ev, c.PodField(pod, "tag of spec.containers["+pod.Spec.Containers[0].Name+"].image", imageTag(pod.Spec.Containers[0].Image)))
			out = append(out, c.oddVersion(n, fmt.Sprintf("The kubelet of node %s is %s and the API server v1.%d: %s.",
				n.Name, version, api, skewWords(kubelet, api)), ev, Confirmed))
		case pod == nil && newest-kubelet > 3:
			ev = append(ev, c.Field("Node", peer, "status.nodeInfo.kubeletVersion", peer.Status.NodeInfo.KubeletVersion))
			out = append(out, c.oddVersion(n, fmt.Sprintf("The kubelet of node %s is %s and that of node %s is %s: "+
				"one of them is out of the range that any API server supports.", n.Name, version, peer.Name,
				peer.Status.NodeInfo.KubeletVersion), ev, Likely))
		}
	}
	return out
}

func (c *Context) oddVersion(n *corev1.Node, cause string, evidence []Evidence, sure Confidence) Finding {
	f := c.nodeFinding(n, "its kubelet is of an unsupported version", cause, evidence)
	f.Severity, f.Confidence, f.Culprit.Field, f.Group = Info, sure, "status.nodeInfo.kubeletVersion",
		"kubelet version "+n.Status.NodeInfo.KubeletVersion
	return f
}

func allowedSkew(api int) int {
	if api < 28 {
		return 2
	}
	return 3
}

func skewWords(kubelet, api int) string {
	if kubelet > api {
		return "a kubelet must not be newer"
	}
	return fmt.Sprintf("%d minor versions behind, and %d are supported", api-kubelet, allowedSkew(api))
}

// apiServerVersion is the newest minor version of an API server that runs as a Pod, and the Pod; nil without one.
func (c *Context) apiServerVersion() (int, *Pod) {
	found, of := -1, (*Pod)(nil)
	for _, raw := range c.Snapshot.PodsIn("kube-system") {
		if raw.Labels["component"] != "kube-apiserver" || len(raw.Spec.Containers) == 0 {
			continue
		}
		if v := minorOf(imageTag(raw.Spec.Containers[0].Image)); v > found {
			found, of = v, c.Pod(loader.RefOf("Pod", raw))
		}
	}
	return found, of
}

// imageTag is what stands behind the last colon of an image reference, without a digest.
func imageTag(image string) string {
	image, _, _ = strings.Cut(image, "@")
	return image[strings.LastIndexByte(image, ':')+1:]
}
