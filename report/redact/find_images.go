package redact

import "strings"

const reference = `((?:[\w.-]+(?::\d+)?/)*[\w.-]+(?::[\w][\w.-]*)?(?:@sha256:[0-9a-f]+)?)`

// imagePlaces find what stands where only an image can.
var imagePlaces = []finder{
	pattern(`(?i)\bimages?:?[ =]\\?["'\x60]`+reference, "image"),
	pattern(`(?i)\b(?:image|reference|repository|manifest for|pulling|pull|artifact)[ :=]+["'\x60]?((?:[\w.-]+(?::\d+)?/)+[\w.-]+(?::[\w][\w.-]*)?(?:@sha256:[0-9a-f]+)?)`, "image", "reference", "repository", "manifest for", "pull", "artifact"),
	pattern(`(?i)\b(?:reference|repository|manifest for)[ :=]+\\?["'\x60]`+reference, "reference", "repository", "manifest for"),
	pattern(`\bimage[:=] ?([\w.-]+(?:/[\w.-]+)*:[\w][\w.-]*)`, "image"),
	pattern(`(?:^|[^/\w.:-])((?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?/[\w./-]*\w(?::[\w][\w.-]*|@sha256:[0-9a-f]+))`, "/"),
	pattern(`/v2/((?:[\w.-]+/)*[\w.-]+)/(?:manifests|blobs|tags)\b`, "/v2/"),
	pattern(`\brepository:([\w./-]+):(?:pull|push)`, "repository:"),
	pattern(`\brepository%3[Aa]([\w.%-]+)%3[Aa]pull`, "repository%3a"),
}

// learnImage learns an image by its repository, with and without the registry. A tag that is a version stays, any other one
// makes an image of its own.
func (n *names) learnImage(ref string) {
	ref = strings.ToLower(ref)
	if _, rest, ok := strings.Cut(ref, "://"); ok {
		ref = rest
	}
	ref, _, _ = strings.Cut(ref, "@")
	repo, tag := ref, ""
	if colon := strings.LastIndexByte(ref, ':'); colon > strings.LastIndexByte(ref, '/') {
		repo, tag = ref[:colon], ref[colon+1:]
	}
	registry, path, found := strings.Cut(repo, "/")
	switch {
	case !found || !strings.ContainsAny(registry, ".:") && registry != "localhost":
		path = repo
	case registry == "registry.k8s.io" || registry == "k8s.gcr.io" || strings.HasSuffix(registry, "kubernetes.io"):
		return
	default:
		host, _, _ := strings.Cut(registry, ":")
		n.learnHost(host)
	}
	path = strings.TrimPrefix(path, "library/")
	first, _, _ := strings.Cut(path, "/")
	ambiguous := n.kinds[first] == "ns" || shortKinds[first] != "" || kindPath[first] // shop/api is a Pod's path too
	if path == repo && ambiguous {
		return
	}
	n.add("image", repo)
	if path != repo && !ambiguous && (strings.Contains(path, "/") || strings.HasPrefix(registry, "docker.io")) {
		n.alias(path, repo)
	}
	if tag != "" && !versionTag(tag) {
		n.add("image", ref)
	}
}

// kindPath are kinds that kubectl puts before a slash.
var kindPath = set("deployment statefulset daemonset replicaset job cronjob pod")

// versionTag reports a tag that says only how old the image is.
func versionTag(tag string) bool {
	return harmless[tag] || strings.Trim(strings.TrimPrefix(tag, "v"), "0123456789.") == ""
}
