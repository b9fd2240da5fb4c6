package message

import "testing"

func TestParsePull(t *testing.T) {
	const image = "registry.example.com/shop/api:v9"
	head := `failed to pull and unpack image "` + image + `": failed to resolve reference "` + image + `": `
	for _, tt := range []struct {
		text  string
		class PullClass
		host  string
	}{
		{head + image + ": not found", PullNotFound, "registry.example.com"},
		{"manifest for " + image + " not found: manifest unknown: manifest unknown", PullNotFound, "registry.example.com"},
		{"reading manifest v9 in registry.example.com/shop/api: name unknown", PullNotFound, "registry.example.com"},
		{`failed to pull and unpack image "` + image + `": no match for platform in manifest: not found`, PullPlatform, "registry.example.com"},
		{`choosing an image from manifest list docker://x: no image found in image index for architecture "arm64", variant "v8", OS "linux"`,
			PullPlatform, "registry.example.com"},
		{"no matching manifest for linux/arm64/v8 in the manifest list entries", PullPlatform, "registry.example.com"},
		{head + "pulling from host 127.0.0.1:5000 failed with status code [manifests v9]: 401 Unauthorized", PullUnauthorized,
			"registry.example.com"},
		{head + "pulling from host 127.0.0.1:5000 failed with status code [manifests v9]: 403 Forbidden", PullForbidden, "registry.example.com"},
		{head + "pulling from host 127.0.0.1:5000 failed with status code [manifests v9]: 429 Too Many Requests", PullRateLimit,
			"registry.example.com"},
		{head + "pulling from host 127.0.0.1:5000 failed with status code [manifests v9]: 503 Service Unavailable",
			PullServerError, "127.0.0.1:5000"},
		{head + "failed to authorize: failed to fetch oauth token: unexpected status from POST request to https://auth.example.com/token: 401 Unauthorized", PullUnauthorized, "registry.example.com"},
		{head + `failed to authorize: failed to fetch anonymous token: Get "https://auth.example.com/token": dial tcp 10.1.2.3:443: i/o timeout`, PullTimeout, "auth.example.com"},
		{head + "pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed", PullDenied, "registry.example.com"},
		{head + "pull access denied, repository does not exist or may require authorization: authorization failed: no basic auth credentials",
			PullUnauthorized, "registry.example.com"},
		{"Error response from daemon: denied: access forbidden", PullForbidden, "registry.example.com"},
		{"unable to retrieve auth token: invalid username/password: unauthorized: incorrect username or password", PullUnauthorized,
			"registry.example.com"},
		{"reading manifest v9 in docker.io/shop/api: toomanyrequests: You have reached your pull rate limit.", PullRateLimit,
			"registry.example.com"},
		{head + `failed to do request: Head "https://registry.exmaple.com/v2/x": dial tcp: lookup registry.exmaple.com on 127.0.0.53:53: no such host`, PullDNS, "registry.exmaple.com"},
		{head + `failed to do request: Head "https://registry.example.com/v2/x": dial tcp: lookup registry.example.com on 10.0.0.2:53: read udp 10.0.0.7:1->10.0.0.2:53: i/o timeout`, PullDNS, "registry.example.com"},
		{head + `failed to do request: Head "https://registry.example.com/v2/x": dial tcp 10.1.2.3:443: connect: connection refused`,
			PullRefused, "registry.example.com"},
		{head + `failed to do request: Head "https://registry.example.com/v2/x": net/http: TLS handshake timeout`, PullTimeout,
			"registry.example.com"},
		{head + `failed to do request: Head "https://registry.example.com/v2/x": dial tcp 10.1.2.3:443: connect: no route to host`,
			PullNoRoute, "registry.example.com"},
		{"Error response from daemon: Get https://registry.corp.test/v2/: x509: certificate signed by unknown authority",
			PullUnknownCA, "registry.corp.test"},
		{"Get https://registry.corp.test/v2/: x509: certificate has expired or is not yet valid", PullCertificate, "registry.corp.test"},
		{"Get https://10.0.0.5:5000/v2/: http: server gave HTTP response to HTTPS client", PullPlainHTTP, "10.0.0.5:5000"},
		{head + "proxyconnect tcp: dial tcp 10.0.0.9:3128: connect: connection refused", PullProxy, "registry.example.com"},
		{"failed to extract layer sha256:9f: write /x: no space left on device: unknown", PullDiskFull, "registry.example.com"},
		{"failed to extract layer sha256:9f: wrong diff id calculated", PullCorrupt, "registry.example.com"},
		{"pull QPS exceeded", PullQPS, "registry.example.com"},
		{"failed to copy: httpReadSeeker: failed open: context canceled", PullCanceled, "registry.example.com"},
		{"SignatureValidationFailed: Source image rejected: A signature was required, but no signature exists", PullSignature,
			"registry.example.com"},
		{"short name mode is enforcing, but image name web returns ambiguous list", PullShortName, "registry.example.com"},
		{"it is raining", PullUnclassified, "registry.example.com"},
	} {
		for _, text := range []string{`Failed to pull image "` + image + `": ` + tt.text,
			`Back-off pulling image "` + image + `": ErrImagePull: ` + tt.text} {
			if got := ParsePull(text); got.Class != tt.class || got.Host != tt.host || got.Image != image {
				t.Errorf("ParsePull(%q) = %q at %q of %q; want %q at %q", text, got.Class, got.Host, got.Image, tt.class, tt.host)
			}
		}
	}
	if got := ParsePull(`Back-off pulling image "` + image + `"`); got.Class != PullBackOff {
		t.Errorf("a back-off alone is %q", got.Class)
	}
	if got := ParsePull(`Failed to pull image "shop/not-found:404": it is raining`); got.Class != PullUnclassified {
		t.Errorf("the image's own name was read as a cause: %q", got.Class)
	}
}

func TestReference(t *testing.T) {
	for _, tt := range []struct{ image, registry, name, tag, digest string }{
		{"nginx", "docker.io", "nginx", "latest", ""},
		{"acme/web:1", "docker.io", "acme/web", "1", ""},
		{"index.docker.io/acme/web", "docker.io", "index.docker.io/acme/web", "latest", ""},
		{"localhost/web", "localhost", "localhost/web", "latest", ""},
		{"10.0.0.5:5000/web", "10.0.0.5:5000", "10.0.0.5:5000/web", "latest", ""},
		{"ghcr.io/a/b:2@sha256:00", "ghcr.io", "ghcr.io/a/b", "2", "sha256:00"},
		{"ghcr.io/a/b@sha256:00", "ghcr.io", "ghcr.io/a/b", "", "sha256:00"},
	} {
		name, tag, digest := SplitImage(tt.image)
		if got := RegistryOf(tt.image); got != tt.registry || name != tt.name || tag != tt.tag || digest != tt.digest {
			t.Errorf("%s: registry %q, name %q, tag %q, digest %q", tt.image, got, name, tag, digest)
		}
	}
}

func TestParseSync(t *testing.T) {
	got := ParseSync(`Error syncing pod, skipping: [failed to "StartContainer" for "a" with ErrImagePull: "manifest for \"x\" not found", failed to "StartContainer" for "b" with CrashLoopBackOff: "Back-off 10s"]`)
	want := []Sync{{"a", "ErrImagePull", `manifest for "x" not found`}, {"b", "CrashLoopBackOff", "Back-off 10s"}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("ParseSync = %q, want %q", got, want)
	}
}
