package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// pullSecret is a pull secret that a Pod uses, and what is wrong with it, if anything is.
type pullSecret struct {
	Name       string
	source     string // "Pod" or "ServiceAccount default"
	fault      string // "is missing"; empty when nothing is known to be wrong
	long       string // the same as part of a sentence
	confidence Confidence
	evidence   []Evidence
	unknown    []string
}

// pullSecrets lists the pull secrets that the Pod uses. The API server copies those of the ServiceAccount into the Pod; a
// Pod made before they were added has none.
func (c *Context) pullSecrets(p *Pod) []pullSecret {
	var out []pullSecret
	for _, s := range p.Spec.ImagePullSecrets {
		if s.Name != "" {
			out = append(out, pullSecret{Name: s.Name, source: "Pod"})
		}
	}
	return out
}

// badPullSecret returns the first pull secret of the Pod that is known to be missing or unusable, or nil.
func (c *Context) badPullSecret(p *Pod) *pullSecret {
	for _, s := range c.pullSecrets(p) {
		c.judge(p, &s)
		if s.fault != "" {
			return &s
		}
	}
	return nil
}

// judge says what is wrong with the secret: the kubelet's word first, then what the dump holds.
func (c *Context) judge(p *Pod, s *pullSecret) {
	ref := loader.Ref{Kind: "Secret", Namespace: p.Namespace, Name: s.Name}
	presence := c.Snapshot.Lookup(ref)
	s.confidence = Confirmed
	for _, e := range p.Events {
		if e.Reason == "FailedToRetrieveImagePullSecret" && slices.Contains(message.PullSecretsIn(e.Message), s.Name) {
			s.evidence = append(s.evidence, c.EventEvidence(e))
		}
	}
	if secret, ok := c.Snapshot.Find(ref).(*corev1.Secret); ok {
		if t := secret.Type; t != corev1.SecretTypeDockerConfigJson && t != corev1.SecretTypeDockercfg && t != "" {
			s.fault, s.long = "has the wrong type", fmt.Sprintf("is of type %s, which the kubelet does not use for pulls,", t)
			s.evidence = append(s.evidence, c.Field("Secret", secret, "type", string(t)))
		}
		return
	}
	switch {
	case presence == loader.Absent:
		s.fault, s.long = "is missing", "does not exist"
		s.evidence = append(s.evidence, c.PodField(p, "spec.imagePullSecrets", s.Name))
	case c.elsewhere(ref) != nil && len(s.evidence) == 0:
		other := c.elsewhere(ref)
		s.confidence = Likely
		s.fault, s.long = "is not in the Pod's namespace", fmt.Sprintf("is in namespace %s of this dump and not", other.Namespace)
		s.evidence = append(s.evidence, c.PodField(p, "spec.imagePullSecrets", s.Name),
			c.Field("Secret", other, "metadata.namespace", other.Namespace))
		s.unknown = []string{"whether all Secrets of namespace " + p.Namespace + " were collected"}
	case len(s.evidence) > 0:
		s.fault, s.long = "could not be read", "could not be read by the kubelet"
		s.evidence = append(s.evidence, c.PodField(p, "spec.imagePullSecrets", s.Name))
		s.unknown = []string{"whether the secret is absent, misnamed or not readable: Secrets of namespace " + p.Namespace +
			" are not in the dump"}
	}
}

// secretsNamed says in a sentence which pull secrets the Pod names.
func (c *Context) secretsNamed(f *pullFailure) string {
	list := c.pullSecrets(f.pod)
	if len(list) == 0 {
		return "The Pod names no pull secret, so the pull was anonymous unless the node has credentials of its own."
	}
	var names []string
	for _, s := range list {
		names = append(names, s.Name)
	}
	return "The Pod names the pull secret " + strings.Join(names, ", ") + "."
}

// secretSteps ask for, or create, the credentials of the pull.
func (c *Context) secretSteps(f *pullFailure) []Step {
	ns := f.pod.Namespace
	if list := c.pullSecrets(f.pod); len(list) > 0 {
		name := list[0].Name
		return []Step{
			{Kind: Ask, Text: "type of the pull secret, and whether it holds the host " + f.Registry + " (the value stays with you)",
				Command: Kubectl(ns, "get secret %s -o jsonpath='{.type}'", name)},
			{Kind: Fix, Text: "renew the pull secret with an account that may read this repository (replaces the Secret)",
				Command: Kubectl(ns, "create secret docker-registry %s --docker-server=%s --docker-username=<user> "+
					"--docker-password=<password> --dry-run=client -o yaml | kubectl apply -f -", name, f.Registry)},
		}
	}
	account := cmp.Or(f.pod.Spec.ServiceAccountName, "default")
	return []Step{
		{Kind: Ask, Text: "pull secrets of the ServiceAccount",
			Command: Kubectl(ns, "get serviceaccount %s -o jsonpath='{.imagePullSecrets}'", account)},
		editWorkload(f.pod, "name a pull secret for "+f.Registry+" under imagePullSecrets"),
	}
}

// secretsUnfit reports whether a pull secret of the Pod is known to be missing or unusable.
func secretsUnfit(c *Context, f *pullFailure) bool { return c.badPullSecret(f.pod) != nil }

func secretsFit(c *Context, f *pullFailure) bool { return !secretsUnfit(c, f) }

// elsewhere returns a Secret of the same name in another namespace, or nil.
func (c *Context) elsewhere(r loader.Ref) *corev1.Secret {
	for _, s := range c.Snapshot.Secrets {
		if s.Name == r.Name && s.Namespace != r.Namespace {
			return s
		}
	}
	return nil
}
