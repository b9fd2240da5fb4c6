package redact

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Fake secrets: none of them was ever valid.
const (
	pw     = "labFakeHunter2Pw"
	bearer = "labFakeBearer.0123456789abcdef0123456789"
	b64    = "bGFidXNlcjpsYWJGYWtlRG9ja2VyUHc1"
	der    = "MIILabFakePrivateKeyBody0123456789abcdefghijklmnopqrstuvwxyz0123"
)

// TestSecrets lists texts in which [ and ] of the fake language « » mark what must go, all the rest must stay.
func TestSecrets(t *testing.T) {
	for _, marked := range []string{
		"password=«" + pw + "»",
		"db password: «" + pw + "», retrying",
		`the config says "api-key": «0a1b2c3d4e5f», which is wrong`,
		`config "api-key": «0a1b2c3d4e5f6789»`,
		`image: {"api-key": "«labFake»", "x": 1}`,
		`- "api-key": «ErrLab»`,
		`{"image": "x", "db-password": «ErrLab»}`,
		`{"password":"«` + pw + `»","user":"app"}`,
		`{\"password\":\"«` + pw + `»\",\"user\":\"app\"}`,
		"DB_PASSWORD=«" + pw + "» DB_HOST=db-0",
		"PGPASSWORD=«x»",
		"spring.datasource.password=«hunter»",
		"dbPassword: «hunter2»",
		"login with password «Hx7dKa29» failed",
		`message: "user root with passwd «Hx7dKa29»"`,
		"password: «hunter»",
		"  - password: '«two words»'",
		"PASSWORD is set, password='«two words»' and more",
		"api-key=«0123456789abcdef»",
		"apiKey: «a1b2c3d4e5»",
		"X-Api-Key: «a1b2c3d4e5»",
		"--db-password «" + pw + "» --db-host db-0",
		`["--password", "«` + pw + `»", "--host", "db-0"]`,
		"--token=«" + bearer + "»",
		`["curl","-u","lab:«` + pw + `»","http://x/"]`,
		"curl -s -u lab:«" + pw + "» http://x/",
		"mysql -h db -p«" + pw + "» -e x",
		"redis-cli -a «" + pw + "» ping",
		"Authorization: Bearer «" + bearer + "»",
		"authorization: Basic «" + b64 + "»",
		"got header Bearer «" + bearer + "» from client",
		"postgres://app:«lab@Fake/Pw»@db.shop:5432/app?sslmode=disable",
		"https://user:«" + pw + "»@registry.example/v2/",
		"https://«ab12cd34ef56ab12cd34»@git.example/x.git",
		"app:«" + pw + "»@tcp(db:3306)/shop",
		"https://x.blob.example/a?sv=2020&sig=«abc%2Fdef1»&se=2027",
		"https://hooks.slack.com/x and «hooks.slack.com/services/T000/B000/labFakeHookXyz0123456789»",
		"AccountName=lab;AccountKey=«LabFakeAzureKey0123456789abc+/XYZ01==»;EndpointSuffix=x",
		"Server=db;Password=«hun;ter2»",
		"token «ghp_LabFakeToken0123456789abcdefABCDEF01» refused",
		"«eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJsYWItZmFrZS1zdWJqZWN0In0.bGFiLWZha2Utc2lnbmF0dXJlLTAwMDAwMDAw»",
		"«AKIAZLABFAKEKEY23456» is not authorized",
		"«glpat-LabFake0123456789abc», «xoxb-1234567890-labfake», «npm_LabFakeNpmToken0123456789abcdefABCD»",
		"«sk_live_LabFake0123456789», «AIzaLabFake0123456789abcdefghijklmnopq»",
		"before «-----BEGIN RSA PRIVATE KEY-----\n" + der + "\n-----END RSA PRIVATE KEY-----» after",
		"«-----BEGIN PRIVATE KEY-----\n" + der + "»",
		"«" + der + "»",
		"2026-11-18T09:00:00Z «" + der + "»",
		"«ull4MWDW5xR9QqonTaQo3bA=»",
		`"private_key": "«-----BEGIN PRIVATE KEY-----\n` + der + `\n-----END PRIVATE KEY-----\n»"`,
		`{"auths": {"registry.example": {"auth": "«` + b64 + `»"}}}`,
		`kubectl.kubernetes.io/last-applied-configuration: «{"apiVersion":"v1","env":[{"value":"x"}]}»`,
		`[{"name":"DB_HOST","value":"«db-0.internal»"}]`,
		"Set-Cookie: «session=a1b2c3d4; Path=/»",
		"<password>«hunter2»</password>",
		"password: |\n«  two\n  lines\n»user: x",
		"client-key-data: «LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ==»",
		`"/prod/db/password": "«` + pw + `»"`,
		`"/prod/db/password": «` + pw + `»`,
		`"secret/db/password": «hunter»`,
		"https://db.example/password=«" + pw + "»",
		"failed to connect to `host=db user=app password=«" + pw + "»`",
	} {
		check(t, marked)
	}
}

// TestHiddenCharacters holds that what a reader cannot see does not hide a secret.
func TestHiddenCharacters(t *testing.T) {
	for _, in := range []string{
		"pass\x1b[31mword\x1b[0m=" + pw,
		"pass\u200bword=" + pw,
		`pass\x1b[31mword\x1b[0m=` + pw,
		`pass\u200bword=` + pw,
		"password\x00=" + pw,
		"password=\u202e" + pw,
		"ghp_LabFake\x1b[1mToken0123456789abcdefABCDEF01",
		"AKIAZ\u200bLABFAKEKEY23456",
		"AKIAZ\u00adLABFAKEKEY23456",
		"\x1b]0;title\x07password=" + pw,
		"pass\xffword=" + pw,
	} {
		got := New(Default).Text(in)
		plain := skeletonOf(got, sequences(got)).text + skeletonOf(got, hidden(got)).text
		for _, secret := range []string{pw, "LABFAKEKEY23456", "Token0123456789"} {
			if strings.Contains(plain, secret) {
				t.Errorf("Text(%q) = %q keeps %s", in, got, secret)
			}
		}
	}
}

// TestKeeps lists texts of components that look a little like secrets and are the evidence itself.
func TestKeeps(t *testing.T) {
	for _, in := range []string{
		"failed to authorize: failed to fetch oauth token: unexpected status: 401 Unauthorized",
		"failed to authorize: failed to fetch anonymous token: Get \"https://auth.docker.io/token?scope=repository%3Alibrary%2Fx%3Apull&service=registry.docker.io\": dial tcp: lookup auth.docker.io: no such host",
		"pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed",
		"couldn't find key password in Secret shop/db",
		`secret "regcred" not found`,
		`Error: secret "db-password" not found`,
		`MountVolume.SetUp failed for volume "db-secret" : secret "db-secret" not found`,
		`password authentication failed for user "app"`,
		"password SCRAM-SHA-256 wanted, password Base64 read, password file/Name12 missing",
		`Back-off pulling image "shop-api-key": ErrImagePull: Error response from daemon: pull access denied`,
		`Back-off pulling image "registry.example/x/db-password": ErrImagePull: rpc error`,
		`failed to resolve image \"x-api-key\": ErrImageNeverPull: Container image`,
		`couldn't find volume 'tls-token': FailedMount: it is not there`,
		"Unable to retrieve some image pull secrets (regcred); attempting to pull the image may not succeed.",
		"invalid token: expired",
		"token: x509: certificate signed by unknown authority",
		"secretName: regcred",
		"CreateContainerConfigError",
		"ProcessLiveness2Failed",
		"sha1=",
		"tokenExpirationSeconds: 3607",
		"--token-file=/var/run/secrets/kubernetes.io/serviceaccount/token",
		"token=/var/run/secrets/token",
		"password=$(DB_PASSWORD)",
		"password=${DB_PASSWORD}",
		"max_tokens=4096",
		"kubectl -n shop get secret regcred -o jsonpath='{.type}{\"\\n\"}'",
		"registry.example:5000/shop/api@sha256:1f2d3c4b5a69788796a5b4c3d2e1f0a91f2d3c4b5a69788796a5b4c3d2e1f0a9",
		"containerd://4f5e6d7c8b9a4f5e6d7c8b9a4f5e6d7c8b9a4f5e6d7c8b9a4f5e6d7c8b9a4f5e",
		"/var/lib/kubelet/pods/5d1c0f0e-8a0b-4a53-9d3c-2f0c7e1b6a44/volumes/kubernetes.io~projected/kube-api-access-x2k4q",
		"payments-6c9f7d5b8-x2k4q_shop(5d1c0f0e-8a0b-4a53-9d3c-2f0c7e1b6a44)",
		"dial tcp 10.100.14.9:5432: connect: connection refused",
		"https://registry.example:5000/v2/shop/api/manifests/3.8.1@x",
		"at com.example.payments.infrastructure.KubernetesClusterAutoscalerManagerImpl.run(KubernetesClusterAutoscalerManagerImpl.java:42)",
		`WWW-Authenticate: Bearer realm="https://auth.example/token",service="registry.example"`,
		"Basic authentication failed",
		"auth: failed",
		"Authorization failed: 403",
		"bypass=true pass: 12 fail: 3",
		"Back-off restarting failed container payments",
		"secret: regcred",
		"journalctl -u kubelet --since '2026-11-18 09:35' --until '09:45'",
		"kubectl get pods -l app=web -n shop",
		`error mounting "/var/conf" to rootfs at "/etc/passwd": mount /var/conf:/etc/passwd (via /proc/self/fd/6), flags: 0x5001: not a directory`,
		`open "/var/run/app/token": permission denied`,
		`stat '/srv/x/password': no such file or directory`,
		"cat: /etc/passwd: Permission denied",
		"github.com/acme/payments/internal/token.go:42",
		"0/6 nodes are available: 3 Insufficient cpu, 3 node(s) had untolerated taint {dedicated: gpu}",
	} {
		if got := New(Default).Text(in); got != in {
			t.Errorf("Text(%q) = %q", in, got)
		}
	}
}

func check(t *testing.T, marked string) {
	t.Helper()
	in := strings.NewReplacer("«", "", "»", "").Replace(marked)
	got := New(Default).Text(in)
	rest := got
	for i, keep := range strings.FieldsFunc("\x00"+marked+"\x00", func(r rune) bool { return r == '«' || r == '»' }) {
		if i%2 == 1 {
			if strings.Contains(got, keep) && keep != "x" {
				t.Errorf("Text(%q) keeps %q: %q", in, keep, got)
			}
			continue
		}
		keep = strings.Trim(keep, "\x00")
		at := strings.Index(rest, keep)
		if at < 0 {
			t.Errorf("Text(%q) = %q lost %q", in, got, keep)
			return
		}
		rest = rest[at+len(keep):]
	}
	if again := New(Default).Text(got); again != got {
		t.Errorf("redacting %q again gives %q", got, again)
	}
}

func TestCounts(t *testing.T) {
	r := New(Default)
	for range 2 {
		r.Text("password=a1 and password=b2")
	}
	r.Text("AKIAZLABFAKEKEY23456")
	if got := r.Counts(); got["password"] != 4 || got["aws-key"] != 1 || len(got) != 2 {
		t.Errorf("Counts() = %v", got)
	}
}

func TestOff(t *testing.T) {
	if got := New(Off).Text("password=a1"); got != "password=a1" {
		t.Errorf("off changed it to %q", got)
	}
}

// TestAnyText: no text makes it panic, the rest of the text stays, and a secret in the middle goes wherever it stands.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"password", "=", ":", "\"", `\"`, " ", "\n", "token", "//", "@",
			"-----BEGIN ", "-----", "eyJ", "--", "value", "name", "last-applied-configuration", "\x1b[1m", `\u200b`, "[redacted:x]"}))
		s := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces"), "")
		New(Default).Text(s)
		if got := New(Default).Text(s + " password=" + pw); strings.Contains(got, pw) {
			t.Fatalf("%q keeps the password", got)
		}
		if got := New(Default).Text("ghp_LabFakeToken0123456789abcdefABCDEF01 " + s); strings.Contains(got, "LabFakeToken") {
			t.Fatalf("%q keeps the token", got)
		}
	})
}
