package columns

import (
	admissionv1 "k8s.io/api/admissionregistration/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	networkingv1 "k8s.io/api/networking/v1"
	nodev1 "k8s.io/api/node/v1"
	resourcev1 "k8s.io/api/resource/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"

	"github.com/podtriage/podtriage/loader"
)

// other are the kinds that the cluster itself is configured by.
func other() []Kind {
	return []Kind{
		table("StorageClass", "storage.k8s.io/v1", "storageclasses sc",
			"NAME,PROVISIONER,RECLAIMPOLICY,VOLUMEBINDINGMODE,ALLOWVOLUMEEXPANSION,AGE",
			func(s *loader.Snapshot) []*storagev1.StorageClass { return s.StorageClasses }, storageClass),
		table("VolumeAttachment", "storage.k8s.io/v1", "volumeattachments", "NAME,ATTACHER,PV,NODE,ATTACHED,AGE",
			func(s *loader.Snapshot) []*storagev1.VolumeAttachment { return s.VolumeAttachments }, attachment),
		table("CSIDriver", "storage.k8s.io/v1", "csidrivers",
			"NAME,ATTACHREQUIRED,PODINFOONMOUNT,STORAGECAPACITY,TOKENREQUESTS,REQUIRESREPUBLISH,MODES,AGE",
			func(s *loader.Snapshot) []*storagev1.CSIDriver { return s.CSIDrivers }, csiDriver),
		table("CSINode", "storage.k8s.io/v1", "csinodes", "NAME,DRIVERS,AGE",
			func(s *loader.Snapshot) []*storagev1.CSINode { return s.CSINodes }, csiNode),
		table("PriorityClass", "scheduling.k8s.io/v1", "priorityclasses pc", "NAME,VALUE,GLOBAL-DEFAULT,AGE,PREEMPTIONPOLICY",
			func(s *loader.Snapshot) []*schedulingv1.PriorityClass { return s.PriorityClasses }, priorityClass),
		table("IngressClass", "networking.k8s.io/v1", "ingressclasses", "NAME,CONTROLLER,PARAMETERS,AGE",
			func(s *loader.Snapshot) []*networkingv1.IngressClass { return s.IngressClasses }, ingressClass),
		table("RuntimeClass", "node.k8s.io/v1", "runtimeclasses", "NAME,HANDLER,AGE",
			func(s *loader.Snapshot) []*nodev1.RuntimeClass { return s.RuntimeClasses }, runtimeClass),
		table("ResourceClaim", "resource.k8s.io/v1", "resourceclaims", "NAME,STATE,AGE",
			func(s *loader.Snapshot) []*resourcev1.ResourceClaim { return s.ResourceClaims }, resourceClaim),
		table("Lease", "coordination.k8s.io/v1", "leases", "NAME,HOLDER,AGE",
			func(s *loader.Snapshot) []*coordinationv1.Lease { return s.Leases }, lease),
		table("MutatingWebhookConfiguration", "admissionregistration.k8s.io/v1", "mutatingwebhookconfigurations", "NAME,WEBHOOKS,AGE",
			func(s *loader.Snapshot) []*admissionv1.MutatingWebhookConfiguration {
				return s.MutatingWebhookConfigurations
			}, mutatingWebhooks),
		table("ValidatingWebhookConfiguration", "admissionregistration.k8s.io/v1", "validatingwebhookconfigurations", "NAME,WEBHOOKS,AGE",
			func(s *loader.Snapshot) []*admissionv1.ValidatingWebhookConfiguration {
				return s.ValidatingWebhookConfigurations
			}, validatingWebhooks),
		table("CertificateSigningRequest", "certificates.k8s.io/v1", "certificatesigningrequests csr",
			"NAME,AGE,SIGNERNAME,REQUESTOR,REQUESTEDDURATION,CONDITION",
			func(s *loader.Snapshot) []*certificatesv1.CertificateSigningRequest {
				return s.CertificateSigningRequests
			}, signingRequest),
	}
}
