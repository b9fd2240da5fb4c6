package rules

import (
	"cmp"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"time"

	"github.com/podtriage/podtriage/loader"
)

var certificateExpired = &Rule{
	ID:    "other/certificate-expired",
	Title: "a certificate that the API server trusts has expired",
	Doc: `The caBundle of a webhook or of an APIService is what the API server checks the other side's certificate against. All certificates in it had expired when the dump was taken, so no connection can succeed: a
webhook with failurePolicy Fail refuses everything that it is asked about, one with Ignore is left out without a word, an aggregated API is down.

How it is told apart: the validity is read from the certificate and compared with the time of the dump, never with today. A bundle with one certificate that is still valid says nothing. A Certificate of
cert-manager says its end in status.notAfter. Certificates in Secrets are never read: values of Secrets are dropped when a dump is loaded.

What to do: let whoever made the certificate make it again (cert-manager, the operator's own job, the chart), and see why it was not renewed.`,
	Detect: detectCertificates,
}

func detectCertificates(c *Context) []Finding {
	if c.Now.IsZero() {
		return nil
	}
	var out []Finding
	seen := map[loader.Ref]bool{}
	for _, w := range c.webhooks() {
		end, subject, ok := expiry(w.bundle)
		if !ok || !end.Before(c.Now) || seen[w.ref.Key()] {
			continue
		}
		seen[w.ref.Key()] = true
		f := c.expired(w.ref, "webhooks["+w.name+"].clientConfig.caBundle",
			c.Field(w.ref.Kind, w.obj, "webhooks["+w.name+"].clientConfig.caBundle", certificateText(subject, end)), end)
		f.Cause += " What the webhook is asked about is refused."
		if !w.fails {
			f.Severity, f.Cause = Info, f.Cause[:len(f.Cause)-len(" What the webhook is asked about is refused.")]+
				" The webhook is left out, since its failurePolicy is Ignore."
		}
		out = append(out, f)
	}
	for _, o := range c.others("apiregistration.k8s.io", "APIService") {
		if end, subject, ok := expiry(o.CABundle); ok && end.Before(c.Now) {
			out = append(out, c.expired(o.Ref(), "spec.caBundle", c.Field(o.Kind, o, "spec.caBundle", certificateText(subject, end)), end))
		}
	}
	for _, o := range c.others("cert-manager.io", "Certificate") {
		if !o.NotAfter.IsZero() && o.NotAfter.Before(c.Now) {
			f := c.expired(o.Ref(), "status.notAfter", c.Field(o.Kind, o, "status.notAfter", o.NotAfter.Format(time.RFC3339)), o.NotAfter)
			f.Title, f.Cause = "certificate has expired", fmt.Sprintf("Certificate %s expired at %s and was not renewed.",
				o.Name, o.NotAfter.Format(time.RFC3339))
			f.Next = []Step{{Kind: Check, Text: "why it was not renewed", Command: Kubectl(o.Namespace, "describe certificate,certificaterequest")}}
			out = append(out, f)
		}
	}
	return out
}

func (c *Context) expired(ref loader.Ref, field string, ev Evidence, end time.Time) Finding {
	return Finding{Severity: Warning, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: field},
		Title: "its certificate authority has expired",
		Cause: fmt.Sprintf("The certificates that the API server trusts for %s expired at %s, %s before the dump: "+
			"no connection can be verified.", ref, end.Format(time.RFC3339), ago(end, c.Now)),
		Evidence: []Evidence{ev}, First: end, Last: c.Now,
		Next: []Step{{Kind: Check, Text: "what makes this certificate, and why it did not make a new one",
			Command: "kubectl get " + handle(ref) + " -o yaml"}}}
}

func certificateText(subject string, end time.Time) string {
	return fmt.Sprintf("certificate %q, notAfter %s", subject, end.Format(time.RFC3339))
}

// maxBundle is how many certificates of a bundle are read; a bundle is rarely of more than a few.
const maxBundle = 64

// expiry returns when the last of the certificates in PEM ends and whom it is for; false where there is none, or one cannot be read.
func expiry(bundle []byte) (end time.Time, subject string, ok bool) {
	for range maxBundle {
		var block *pem.Block
		if block, bundle = pem.Decode(bundle); block == nil {
			return end.UTC(), subject, !end.IsZero()
		}
		if block.Type != "CERTIFICATE" {
			continue
		}
		cert, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return time.Time{}, "", false
		}
		if cert.NotAfter.After(end) {
			end, subject = cert.NotAfter, cmp.Or(cert.Subject.CommonName, cert.Subject.String())
		}
	}
	return time.Time{}, "", false
}
