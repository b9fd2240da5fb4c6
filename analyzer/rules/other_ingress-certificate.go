package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

var ingressTLS = &Rule{
	ID:    "other/ingress-certificate",
	Title: "the certificate of an Ingress does not exist",
	Doc: `spec.tls names a Secret that its namespace does not have, or that is not of a certificate (no tls.crt and tls.key), so the controller serves a certificate of its own, which clients refuse.

How it is told apart: Secrets of the namespace are in the dump. Their values are not, so whether the certificate fits the host or has expired is unknown.

What to do: create the Secret, or find out why cert-manager did not.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, in := range c.Snapshot.Ingresses {
			for i, tls := range in.Spec.TLS {
				ref := loader.Ref{Kind: "Secret", Namespace: in.Namespace, Name: tls.SecretName}
				if tls.SecretName == "" {
					continue
				}
				field, why := fmt.Sprintf("spec.tls[%d].secretName", i), ""
				if keys := KeysOf(c.Snapshot.Find(ref)); c.Snapshot.Lookup(ref) == loader.Absent {
					why = "does not exist"
				} else if len(keys) > 0 && !hasKeys(keys, "tls.crt", "tls.key") {
					why = "has no tls.crt and tls.key, only " + strings.Join(keys, ", ")
				}
				if why == "" {
					continue
				}
				out = append(out, c.ingressFinding(in, field, tls.SecretName, "its certificate Secret "+tls.SecretName+" is missing or unfit",
					fmt.Sprintf("Ingress %s takes its certificate for %s from Secret %s, which %s.",
						in.Name, cmp.Or(strings.Join(tls.Hosts, ", "), "all hosts"), tls.SecretName, why),
					Step{Kind: Check, Text: "the Secrets, and Certificates where there is cert-manager",
						Command: Kubectl(in.Namespace, "get secrets,certificates")}))
			}
		}
		return out
	},
}

func hasKeys(keys []string, want ...string) bool {
	for _, w := range want {
		found := false
		for _, k := range keys {
			found = found || k == w
		}
		if !found {
			return false
		}
	}
	return true
}
