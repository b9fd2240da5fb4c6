package rules

import "cmp"

var addonCertificate = &Rule{
	ID:    "other/certificate-not-ready",
	Title: "cert-manager cannot issue a certificate",
	Doc: `A Certificate, Issuer or ClusterIssuer of cert-manager has the condition Ready False for more than five minutes: its message says what is missing, such as the issuer, an order that failed, a DNS record. Pods that mount
the Secret wait for it, and an Ingress serves a wrong certificate.

How it is told apart: a certificate that is being issued has been so for less than five minutes. One whose end has passed is other/certificate-expired.

What to do: follow the chain Certificate, CertificateRequest, Order, Challenge; the first one that is not ready says why.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, t := range c.troubles([]declared{{"cert-manager.io", "Certificate Issuer ClusterIssuer", "Ready", "False"}}) {
			if t.Kind == "Certificate" && !t.NotAfter.IsZero() && t.NotAfter.Before(c.Now) {
				continue // said by other/certificate-expired
			}
			out = append(out, t.finding(c, "not ready: "+cmp.Or(t.cond.Reason, "no reason given")))
		}
		return out
	},
}
