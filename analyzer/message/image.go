package message

import (
	"regexp"
	"strings"
)

// Pull is why an image could not be pulled.
type Pull struct {
	Class    PullClass
	Image    string // as the Pod wrote it, where the text names it
	Registry string // the host that was to be asked, from the reference: docker.io when it names none
	Host     string // the host the text blames, such as auth.docker.io or 10.0.0.5:5000; else Registry
	Answered string // the host that answered with an HTTP status, where the text names it: the registry or a mirror of it; else ""
	Phase    PullPhase
	Status   string // HTTP status, such as "429 Too Many Requests"
	Text     string // the runtime's own words, without wrapping
}

// PullClass is the kind of a pull failure.
type PullClass string

// The classes of pull failures.
const (
	PullInvalidName  PullClass = "invalid name"
	PullNever        PullClass = "never pull"
	PullRateLimit    PullClass = "rate limit"
	PullSignature    PullClass = "signature"
	PullShortName    PullClass = "short name"
	PullQPS          PullClass = "kubelet limit"
	PullDenied       PullClass = "denied or not found" // registries answer both the same way
	PullUnauthorized PullClass = "unauthorized"
	PullForbidden    PullClass = "forbidden"
	PullPlatform     PullClass = "platform"
	PullOldManifest  PullClass = "old manifest"
	PullDiskFull     PullClass = "disk full"
	PullUnknownCA    PullClass = "unknown authority"
	PullCertificate  PullClass = "bad certificate"
	PullPlainHTTP    PullClass = "plain http"
	PullProxy        PullClass = "proxy"
	PullDNS          PullClass = "dns"
	PullRefused      PullClass = "refused"
	PullServerError  PullClass = "server error"
	PullTimeout      PullClass = "timeout"
	PullReset        PullClass = "reset"
	PullNoRoute      PullClass = "no route"
	PullRuntimeDown  PullClass = "runtime down"
	PullCorrupt      PullClass = "corrupt"
	PullImageGone    PullClass = "image gone" // it was there and garbage collection took it
	PullNotFound     PullClass = "not found"
	PullCanceled     PullClass = "canceled" // the runtime gave up for lack of progress
	PullBackOff      PullClass = "back-off" // only the wait between tries, without a cause
	PullUnclassified PullClass = "unclassified"
)

// PullPhase is how far a pull came.
type PullPhase string

// The phases of a pull.
const (
	PullResolve PullPhase = "resolve" // asking the registry for the manifest
	PullCopy    PullPhase = "copy"    // fetching manifest or layers
	PullUnpack  PullPhase = "unpack"  // writing layers to the node's disk
)

// pullTable holds texts of containerd core/remotes/docker and internal/cri/server/images, containers/image
// docker_client.go and copy.go, docker's daemon. Order matters: "no match for platform in manifest: not found" is no lack
// of the tag, and a layer that does not fit on the disk is no broken layer.
var pullTable = []row[PullClass]{
	{PullInvalidName, []string{"couldn't parse image name", "couldn't parse image reference", "invalid reference format",
		"repository name must be lowercase", "must be lowercase", "failed to parse image reference", "invalidimagename",
		"failed to apply default image tag", "invalid repository name", "invalid tag name"}},
	{PullNever, []string{"not present with pull policy of never", "errimageneverpull"}},
	{PullRateLimit, []string{"toomanyrequests", "429 too many requests", "too many requests", "pull rate limit", "rate exceeded",
		"status code: 429", "statuscode: 429"}},
	{PullQPS, []string{"pull qps exceeded"}},
	{PullSignature, []string{"signaturevalidationfailed", "signature validation failed", "source image rejected",
		"a signature was required", "no signatures found", "no valid signature", "remote trust data does not exist"}},
	{PullShortName, []string{"short-name", "short name mode is enforcing", "ambiguous list"}},
	{PullPlatform, []string{"no match for platform", "no matching manifest for", "no image found in image index for architecture",
		"no image found in manifest list for architecture", "does not match the specified platform", "is incompatible with a * host",
		"image operating system * cannot be used on this platform", "container operating system does not match the host",
		"choosing an image from manifest list", "no windows/amd64 version"}},
	{PullOldManifest, []string{"manifest.v1+prettyjws", "schema 1", "schemaversion 1", "unsupported manifest type",
		"unsupported manifest media type", "unsupported media type"}},
	{PullDiskFull, []string{"no space left on device", "disk quota exceeded", "insufficient space"}},
	{PullUnknownCA, []string{"signed by unknown authority", "unable to get local issuer certificate", "self signed certificate",
		"self-signed certificate"}},
	{PullCertificate, []string{"x509: ", "tls: failed to verify certificate", "remote error: tls:", "tls: handshake failure",
		"tls: first record does not look like a tls handshake", "tls: protocol version",
		"tls: bad certificate", "tls: internal error"}},
	{PullPlainHTTP, []string{"server gave http response to https client", "malformed http response"}},
	{PullProxy, []string{"proxyconnect", "407 proxy authentication required", "proxy authentication required"}},
	{PullDNS, []string{"no such host", "server misbehaving", "temporary failure in name resolution", "name or service not known",
		"lookup * i/o timeout", "could not resolve host", "dial tcp: lookup * connection refused", "lookup * read: connection refused",
		"failed to resolve host"}},
	{PullRuntimeDown, []string{"dial unix", "containerd.sock", "crio.sock", "cri-dockerd.sock", "docker.sock",
		"cannot connect to the docker daemon", "error while dialing", "transport is closing"}},
	{PullRefused, []string{"connection refused", "actively refused", "registryunavailable", "the registry is unavailable"}},
	{PullServerError, []string{"500 internal server error", "502 bad gateway", "503 service unavailable", "504 gateway",
		"internal server error", "service unavailable", "bad gateway",
		"status code: 50", "statuscode: 50", "http status: 50", "status code 50", "response status code 5", "status code [* 50"}},
	{PullNoRoute, []string{"no route to host", "network is unreachable", "host is unreachable", "network is down"}},
	{PullTimeout, []string{"i/o timeout", "tls handshake timeout", "context deadline exceeded", "client.timeout", "deadlineexceeded",
		"deadline exceeded", "request canceled while waiting", "connection timed out", "timed out", "operation timed out", "timeout awaiting"}},
	{PullReset, []string{"connection reset", "unexpected eof", "broken pipe", "http2: server sent goaway", "use of closed network connection",
		"stream error", ": eof", "connection closed"}},
	{PullUnauthorized, []string{"no basic auth credentials"}},
	{PullDenied, []string{"pull access denied", "repository does not exist or may require", "insufficient_scope",
		"requested access to the resource is denied"}},
	{PullForbidden, []string{"403 forbidden", "denied: access forbidden", "access forbidden", "is not authorized to perform: ecr:",
		"status code: 403", "statuscode: 403", "permission \"artifactregistry",
		"does not have storage.objects", "denied: permission", "denied: unauthenticated request", "status code 403"}},
	{PullUnauthorized, []string{"401 unauthorized", "no basic auth credentials", "authorization failed", "authentication required",
		"unauthorized", "invalid username/password", "incorrect username or password", "failed to fetch oauth token",
		"failed to fetch anonymous token", "unable to retrieve auth token", "status code: 401", "statuscode: 401",
		"authentication is required", "authorization token has expired", "denied: ", "authenticationrequired",
		"access to the resource is denied", "not authorized"}},
	{PullImageGone, []string{"failed to resolve image", "no such image", "image not known"}},
	{PullCorrupt, []string{"wrong diff id", "failed size validation", "unexpected commit digest", "failed to extract layer",
		"digest did not match", "layer verification failed", "failed to register layer", "invalid tar header", "gzip: invalid",
		"committing the finished image", "failed commit on ref", "already exists", "failed to unpack image", "unexpected digest",
		"error creating overlay mount", "layer does not exist", "archive/tar", "mismatched image rootfs",
		"failed to prepare extraction snapshot", "content digest"}},
	{PullNotFound, []string{"manifest unknown", "not found", "name unknown", "status code 404", "code: 404", "notfound", "does not exist",
		"manifest_unknown", "name_unknown", "no such manifest"}},
	{PullCanceled, []string{"context canceled", "context cancelled", "code = canceled"}},
}

var (
	failedToPull = regexp.MustCompile(`(?s)^Failed to pull image "([^"]*)": (.*)$`)
	backOffPull  = regexp.MustCompile(`(?s)^Back-off pulling image "([^"]*)"(?:: (?:[A-Za-z]+: )?(.*))?$`)
	namedImage   = regexp.MustCompile(`(?i)image "([^"]+)"`)
	blamedHost   = regexp.MustCompile(`lookup ([^ :]+)|dial tcp ([^ ]+?:\d+)|pulling from host ([^ ]+)|https?://([^/"' ]+)`)
	answeredHost = regexp.MustCompile(`pulling from host ([^ ]+) failed with status`)
	httpStatus   = regexp.MustCompile(`(?:\[[^\]]*\]: |: |code: |status: |code )([45]\d\d(?: [A-Z][A-Za-z]*)*)`)
)

// ParsePull reads a waiting message or an Event about an image: `Failed to pull image "x": …`, `Back-off pulling image "x"`,
// and the runtime's error alone.
func ParsePull(text string) Pull {
	text = Plain(text)
	p := Pull{Text: text}
	if m := failedToPull.FindStringSubmatch(text); m != nil {
		p.Image, p.Text = m[1], m[2]
	} else if m := backOffPull.FindStringSubmatch(text); m != nil {
		p.Image, p.Text = m[1], m[2]
		if p.Text == "" {
			p.Text, p.Class = text, PullBackOff
		}
	}
	if p.Image == "" {
		p.Image = group(namedImage, text)
	}
	p.Registry = RegistryOf(p.Image)
	p.Host = p.Registry
	if p.Class == PullBackOff {
		return p
	}
	p.Class = pullClass(p.Text, p.Image)
	p.Phase = pullPhase(p.Text)
	p.Status = group(httpStatus, p.Text)
	p.Host = hostBlamed(p)
	p.Answered = group(answeredHost, p.Text)
	return p
}

// pullClass classifies the text without the image's own name, which may hold any word ("shop/not-found:404").
func pullClass(text, image string) PullClass {
	if image != "" {
		text = strings.ReplaceAll(text, image, "<image>")
	}
	switch strings.TrimSpace(text) {
	case "ErrImagePull", "ImagePullBackOff", "ErrImagePullBackOff":
		return PullBackOff
	}
	if c := classify(pullTable, text); c != "" {
		return c
	}
	return PullUnclassified
}

func pullPhase(text string) PullPhase {
	return classify([]row[PullPhase]{
		{PullUnpack, []string{"failed to extract", "failed to register layer", "failed to unpack image on", "writing blob", "adding layer",
			"failed commit", "extraction snapshot"}},
		{PullCopy, []string{"failed to copy", "copying blob", "reading blob", "httpreadseeker"}},
		{PullResolve, []string{"failed to resolve reference", "reading manifest", "pinging container registry", "manifest", "/v2/"}},
	}, text)
}

// hostBlamed returns the last host that the text names: the innermost error stands at the end.
func hostBlamed(p Pull) string {
	switch p.Class {
	case PullDNS, PullRefused, PullTimeout, PullReset, PullNoRoute, PullProxy, PullServerError, PullUnknownCA, PullCertificate, PullPlainHTTP:
	default:
		return p.Registry
	}
	host := p.Registry
	for _, m := range blamedHost.FindAllStringSubmatch(p.Text, -1) {
		switch {
		case m[1] != "":
			return m[1] // the name that does not resolve
		case m[3] != "" || m[4] != "":
			host = m[3] + m[4]
		case m[2] != "" && host == "":
			host = m[2]
		}
	}
	return host
}

// RegistryOf returns the registry's host in an image reference, docker.io where the reference names none, "" for no reference.
func RegistryOf(image string) string {
	if image == "" {
		return ""
	}
	first, _, ok := strings.Cut(image, "/")
	if !ok || !strings.ContainsAny(first, ".:") && first != "localhost" {
		return "docker.io"
	}
	if first == "index.docker.io" || first == "registry-1.docker.io" {
		return "docker.io"
	}
	return first
}

// SplitImage takes a reference apart: registry and repository, tag, digest. A missing tag is "latest" unless there is a digest.
func SplitImage(image string) (name, tag, digest string) {
	name, digest, _ = strings.Cut(image, "@")
	if i := strings.LastIndex(name, ":"); i > strings.LastIndex(name, "/") {
		name, tag = name[:i], name[i+1:]
	}
	if tag == "" && digest == "" {
		tag = "latest"
	}
	return name, tag, digest
}

var pullSecrets = regexp.MustCompile(`image pull secrets \(([^)]*)\)`)

// PullSecretsIn returns the names in `Unable to retrieve some image pull secrets (a, b); …`.
func PullSecretsIn(text string) []string {
	list := group(pullSecrets, text)
	if list == "" {
		return nil
	}
	var out []string
	for name := range strings.SplitSeq(list, ",") {
		out = append(out, strings.TrimSpace(name))
	}
	return out
}
