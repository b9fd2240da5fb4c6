package rules

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"

	"github.com/podtriage/podtriage/loader"
)

var certificateRequest = &Rule{
	ID:    "other/certificate-request",
	Title: "a certificate that a kubelet asked for is not given",
	Doc: `A kubelet asks for its certificates by a CertificateSigningRequest. One that is pending for long was approved by nobody: a client certificate (kube-apiserver-client-kubelet) keeps a new node out of the cluster, or
ends an old one's access when it expires; a serving certificate (kubelet-serving) is approved by nobody unless something is installed for it, and without it kubectl logs, exec and metrics of that node fail.
Denied and Failed requests say why.

How it is told apart: neither Approved nor Denied, and older than ten minutes. Requests that are approved and wait for the signer are named as such. Requests of other signers are for others to judge.

What to do: check that the request is of a node of yours, then approve it; on OpenShift this is the usual step after a cluster was off for long.`,
	Detect: detectRequests,
}

// approval is how long a request may wait before it is worth a word.
const approval = 10 * time.Minute

func detectRequests(c *Context) []Finding {
	var out []Finding
	at := map[string]int{}
	for _, r := range c.Snapshot.CertificateSigningRequests {
		word, ev := c.requestState(r)
		if word == "" || !strings.HasPrefix(r.Spec.SignerName, "kubernetes.io/") || !strings.Contains(r.Spec.SignerName, "kubelet") {
			continue
		}
		key := r.Spec.Username + " " + r.Spec.SignerName + " " + word
		if i, ok := at[key]; ok {
			if len(out[i].Evidence) < alikeRecords {
				out[i].Evidence = append(out[i].Evidence, ev)
			}
			out[i].First, out[i].Last = span(out[i].Evidence)
			continue
		}
		at[key] = len(out)
		out = append(out, c.refusedRequest(r, word, ev))
	}
	return out
}

func (c *Context) refusedRequest(r *certificatesv1.CertificateSigningRequest, word string, ev Evidence) Finding {
	ref := loader.RefOf("CertificateSigningRequest", r)
	kind := "client"
	if strings.HasSuffix(r.Spec.SignerName, "serving") {
		kind = "serving"
	}
	f := Finding{Severity: Warning, Confidence: Confirmed, Subject: ref, Culprit: Culprit{Ref: ref, Field: "status.conditions"},
		Group: "requests of " + r.Spec.Username + ", " + kind,
		Title: kind + " certificate of " + cmp.Or(nodeOfUser(r.Spec.Username), "a node") + " is " + word,
		Cause: fmt.Sprintf("%s asked for a %s certificate of the kubelet, and the request is %s.",
			cmp.Or(r.Spec.Username, "Somebody"), kind, word), Evidence: []Evidence{ev},
		Next: []Step{{Kind: Check, Text: "the requests, and whether the names are of your nodes", Command: "kubectl get csr"}}}
	if kind == "serving" {
		f.Cause += " kubectl logs and exec, and metrics of that node, fail without it."
	}
	if n := c.Snapshot.Find(loader.Ref{Kind: "Node", Name: nodeOfUser(r.Spec.Username)}); n != nil {
		f.Cause += " The node is in the cluster."
	}
	f.First, f.Last = span(f.Evidence)
	return f
}

// requestState is pending, denied, failed or approved and not signed, with its evidence; "" for a request that is well or young.
func (c *Context) requestState(r *certificatesv1.CertificateSigningRequest) (string, Evidence) {
	approved := false
	for _, cond := range r.Status.Conditions {
		switch cond.Type {
		case certificatesv1.CertificateDenied, certificatesv1.CertificateFailed:
			text := conditionText("True", cond.Reason, cond.Message)
			return strings.ToLower(string(cond.Type)), c.conditionEvidence("CertificateSigningRequest", r, string(cond.Type), text, cond.LastUpdateTime)
		case certificatesv1.CertificateApproved:
			approved = true
		}
	}
	if len(r.Status.Certificate) > 0 || c.Now.IsZero() || c.Now.Sub(r.CreationTimestamp.Time) < approval {
		return "", Evidence{}
	}
	word := "pending"
	if approved {
		word = "approved and not signed"
	}
	ev := c.Field("CertificateSigningRequest", r, "status", word+" since "+r.CreationTimestamp.UTC().Format(time.RFC3339))
	ev.At = realTime(r.CreationTimestamp.Time)
	return word, ev
}

// nodeOfUser is the node's name in the user name of a kubelet, or "".
func nodeOfUser(user string) string {
	name, ok := strings.CutPrefix(user, "system:node:")
	if !ok {
		return ""
	}
	return name
}
