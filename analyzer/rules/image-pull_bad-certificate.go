package rules

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

var imageCertificate = &Rule{
	ID:    "image-pull/bad-certificate",
	Title: "Registry's certificate is not valid",
	Doc: `The TLS handshake with the registry failed for another reason than an unknown authority: the certificate has expired, is not valid
yet (or the node's clock is wrong), is for another host name, has no IP address in it, or the server and the runtime
share no protocol version. The x509 text names which.

Renew or correct the registry's certificate; check the node's clock for "not yet valid".`,
	Detect: pullRule(func(c *Context, f *pullFailure, x *Finding) {
		x.Title = "registry's certificate is not valid"
		x.Cause = fmt.Sprintf("The TLS handshake with %s failed%s, so %s is not pulled.", f.Host, certificateFault(f.Text), f.Image)
		x.Culprit, x.Group = blame(f.pod, f.container.Path+".image"), "certificate of "+f.Host
		x.RuledOut = append(x.RuledOut, "a missing or wrong pull secret: the connection failed before credentials were sent")
		x.Next = []Step{
			{Kind: Check, Text: "dates and names in the certificate of " + f.Host,
				Command: "openssl s_client -connect " + hostPort(f.Host) + " </dev/null | openssl x509 -noout -dates -subject -ext subjectAltName"},
			{Kind: Check, Text: "the clock of the node", Command: "date -u"},
		}
	}, message.PullCertificate),
}

// certificateFault puts the well-known x509 texts in a few words.
func certificateFault(text string) string {
	for _, t := range [][2]string{
		{"has expired or is not yet valid", ": the certificate has expired or is not valid yet"},
		{"is valid for", ": the certificate is for other host names"},
		{"doesn't contain any IP SANs", ": the registry is addressed by IP and the certificate names no IP address"},
		{"legacy Common Name", ": the certificate names its host only in the Common Name, which is no longer accepted"},
		{"certificate is not valid for any names", ": the certificate names no host"},
	} {
		if strings.Contains(text, t[0]) {
			return t[1]
		}
	}
	return ""
}
