package redact

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStrict shows what is found to be a name, and what stays.
func TestStrict(t *testing.T) {
	learned := []struct{ kind, name string }{
		{"Pod", "payments-6c9f7d5b8-x2k4q"}, {"Namespace", "shop"}, {"Deployment", "payments"}, {"Node", "ip-10-0-3-17.ec2.internal"},
		{"Namespace", "kube-system"}, {"container", "app"}, {"Service", "payments-db"}, {"Deployment", "web"},
	}
	for _, c := range []struct{ in, want string }{
		{"shop/payments-6c9f7d5b8-x2k4q: exits with code 1", "ns-01/pod-001: exits with code 1"},
		{"PAYMENTS_DB_HOST is not set", "service-001_HOST is not set"},
		{"Payments cannot start", "deployment-001 cannot start"},
		{"payments-cache and repayments", "deployment-001-cache and repayments"},
		{"node ip-10-0-3-17.ec2.internal stopped", "node node-001 stopped"},
		{"kubectl -n shop logs payments-6c9f7d5b8-x2k4q -c app --previous", "kubectl -n ns-01 logs pod-001 -c app --previous"},
		{"kubectl -n kube-system get pods", "kubectl -n kube-system get pods"},
		{"dial tcp: lookup payments-db.shop.svc.cluster.local on 10.96.0.10:53: no such host",
			"dial tcp: lookup service-001.ns-01.svc.cluster.local on ip-001:53: no such host"},
		{"dial tcp 127.0.0.1:5432: connect: connection refused", "dial tcp 127.0.0.1:5432: connect: connection refused"},
		{"dial tcp [fd00:10:244::5]:80", "dial tcp [ip-001]:80"},
		{"started at 14:48:14, version 1.2.3", "started at 14:48:14, version 1.2.3"},
		{`Back-off pulling image "registry.acme.example/shop/api:1.2"`, `Back-off pulling image "image-001:1.2"`},
		{`failed to pull and unpack image "docker.io/acme/api:v3": not found`, `failed to pull and unpack image "image-001:v3": not found`},
		{`Head "https://registry.acme.example/v2/team/api/manifests/1.2": 403`, `Head "https://host-001/v2/image-001/manifests/1.2": 403`},
		{`secret "regcred" not found; regcred is needed`, `secret "secret-001" not found; secret-001 is needed`},
		{"GET https://api.partner.example:8443/v1/x mail ops@acme.example", "GET https://host-002:8443/v1/x mail email-001"},
		{"label app.kubernetes.io/name of web", "label app.kubernetes.io/name of deployment-002"},
		{"the API server of WEB", "the API server of WEB"},
		{"password=hunter2x for web", "password=[redacted:password] for deployment-002"},
	} {
		r := New(Strict)
		for _, l := range learned {
			r.Learn(l.kind, l.name)
		}
		r.LearnText(c.in)
		if got := r.Text(c.in); got != c.want {
			t.Errorf("Text(%q)\n  = %q\nwant %q", c.in, got, c.want)
		}
	}
}

// TestStrictNumbers holds that pseudonyms do not hang on the order of learning, and that none is a name of the cluster.
func TestStrictNumbers(t *testing.T) {
	list := []string{"alpha-1", "beta-1", "node-001", "gamma-1"}
	want := []pseudonym{{"node", "alpha-1", "node-002"}, {"node", "beta-1", "node-003"}, {"node", "gamma-1", "node-004"},
		{"node", "node-001", "node-005"}}
	for turn := range list {
		r := New(Strict)
		for i := range list {
			r.Learn("Node", list[(i+turn)%len(list)])
		}
		if diff := cmp.Diff(want, r.pseudonyms()); diff != "" {
			t.Errorf("pseudonyms (-want +got):\n%s", diff)
		}
		var b bytes.Buffer
		if err := r.WriteMap(&b); err != nil || !strings.Contains(b.String(), `{"kind":"node","original":"beta-1","pseudonym":"node-003"},`) {
			t.Errorf("map is %s, %v", b.String(), err)
		}
	}
}
