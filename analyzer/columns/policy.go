package columns

import (
	"slices"
	"strings"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	nodev1 "k8s.io/api/node/v1"
	policyv1 "k8s.io/api/policy/v1"
	resourcev1 "k8s.io/api/resource/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"

	"github.com/podtriage/podtriage/analyzer/podstatus"
)

func budget(b *policyv1.PodDisruptionBudget, now time.Time) []string {
	least, most := "N/A", "N/A"
	if b.Spec.MinAvailable != nil {
		least = b.Spec.MinAvailable.String()
	}
	if b.Spec.MaxUnavailable != nil {
		most = b.Spec.MaxUnavailable.String()
	}
	return []string{b.Name, least, most, number(b.Status.DisruptionsAllowed), age(b, now)}
}

func priorityClass(c *schedulingv1.PriorityClass, now time.Time) []string {
	policy := string(corev1.PreemptLowerPriority)
	if c.PreemptionPolicy != nil {
		policy = string(*c.PreemptionPolicy)
	}
	return []string{c.Name, number(c.Value), lower(c.GlobalDefault), age(c, now), policy}
}

func runtimeClass(c *nodev1.RuntimeClass, now time.Time) []string {
	return []string{c.Name, c.Handler, age(c, now)}
}

func lease(l *coordinationv1.Lease, now time.Time) []string {
	return []string{l.Name, value(l.Spec.HolderIdentity), age(l, now)}
}

func mutatingWebhooks(c *admissionv1.MutatingWebhookConfiguration, now time.Time) []string {
	return []string{c.Name, number(len(c.Webhooks)), age(c, now)}
}

func validatingWebhooks(c *admissionv1.ValidatingWebhookConfiguration, now time.Time) []string {
	return []string{c.Name, number(len(c.Webhooks)), age(c, now)}
}

func resourceClaim(c *resourcev1.ResourceClaim, now time.Time) []string {
	var states []string
	if c.DeletionTimestamp != nil {
		states = append(states, "deleted")
	}
	if c.Status.Allocation == nil {
		states = append(states, "pending")
	} else {
		states = append(states, "allocated")
	}
	if len(c.Status.ReservedFor) > 0 {
		states = append(states, "reserved")
	}
	return []string{c.Name, strings.Join(states, ","), age(c, now)}
}

func signingRequest(r *certificatesv1.CertificateSigningRequest, now time.Time) []string {
	signer, span := none, none
	if r.Spec.SignerName != "" {
		signer = r.Spec.SignerName
	}
	if s := r.Spec.ExpirationSeconds; s != nil {
		span = podstatus.Duration(time.Duration(*s) * time.Second)
	}
	return []string{r.Name, age(r, now), signer, r.Spec.Username, span, requestStatus(r)}
}

func requestStatus(r *certificatesv1.CertificateSigningRequest) string {
	has := func(t certificatesv1.RequestConditionType) bool {
		return slices.ContainsFunc(r.Status.Conditions, func(c certificatesv1.CertificateSigningRequestCondition) bool { return c.Type == t })
	}
	status := "Pending"
	switch {
	case has(certificatesv1.CertificateDenied):
		status = "Denied"
	case has(certificatesv1.CertificateApproved):
		status = "Approved"
	}
	if has(certificatesv1.CertificateFailed) {
		status += ",Failed"
	}
	if len(r.Status.Certificate) > 0 {
		status += ",Issued"
	}
	return status
}
