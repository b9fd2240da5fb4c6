package explain

// drains are the words about drains and budgets.
func drains() []Entry {
	const kind = "Event reason"
	return []Entry{
		{Kind: kind, Name: "NodeNotSchedulable", Also: []string{"cordon", "cordoned", "drain", "NodeSchedulable", "SchedulingDisabled"},
			Short: "a node was cordoned: it takes no new Pods",
			Means: "By kubectl cordon or drain, an upgrade, or an autoscaler that empties the node. What runs stays until it is evicted.",
			Look:  "whether Pods of the node were evicted after it; who did it stands in the API server's audit log only.",
			Rules: []string{"evicted/drained", "other/node-cordoned", "other/drain-blocked"}},
		{Kind: kind, Name: "MultiplePodDisruptionBudgets", Short: "two budgets select one Pod",
			Means: "The eviction API refuses such a Pod, whatever the budgets allow.", Look: "the selectors of the namespace's budgets.",
			Rules: []string{"other/disruption-budgets-overlap"}},
		{Kind: kind, Name: "FailedDraining", Also: []string{"FailedToDrain", "ScaleDownFailed", "DisruptionBlocked"},
			Short: "a tool waits to empty a node",
			Means: "Mostly a disruption budget that allows nothing, a Pod that no controller would make again, or one that does not end.",
			Look:  "the text; budgets with disruptionsAllowed 0.", Rules: []string{"other/drain-blocked"}},
		{Kind: kind, Name: "EvictedByVPA", Also: []string{"Descheduled", "ScaleDown"}, Short: "a tool evicts a Pod",
			Means: "The vertical autoscaler, the descheduler, or the cluster autoscaler asked the API to evict it, " +
				"within what budgets allow.", Look: "how often it happens to one workload.", Rules: []string{"evicted/by-api"}},
		{Kind: "Pod Disruption Budget condition", Name: "DisruptionAllowed", Also: []string{"InsufficientPods", "SufficientPods",
			"SyncFailed", "disruptionsAllowed", "PodDisruptionBudget", "PDB"}, Short: "whether a budget lets a Pod be evicted now",
			Means: "False with InsufficientPods: as many Pods are healthy as the budget demands, or fewer, so evictions are answered " +
				"with 429. SyncFailed: the controller cannot count, often since the Pods belong to a kind without scale.",
			Look: "status of the budget; the Pods that it counts.", Rules: []string{"other/disruption-budget", "other/drain-blocked",
				"other/disruption-budget-selects-nothing"}},
	}
}

// machinery are the words of the API's own parts and of what extends it.
func machinery() []Entry {
	const reason, condition = "Event reason", "condition"
	return []Entry{
		{Kind: condition, Name: "FailedDiscoveryCheck", Also: []string{"MissingEndpoints", "EndpointsNotFound", "ServiceNotFound",
			"ServicePortError", "APIService"}, Short: "why an APIService is not Available",
			Means: "FailedDiscoveryCheck: the API server cannot reach what should answer. MissingEndpoints: no Pod behind its Service is " +
				"ready. ServiceNotFound: the Service is gone, as after an add-on was removed.",
			Look: "the Pods behind the Service; network policies and firewalls from the API server to them.", Rules: []string{"other/api-service"}},
		{Kind: condition, Name: "Approved", Also: []string{"Denied", "CertificateSigningRequest", "CSR", "kubelet-serving",
			"kube-apiserver-client-kubelet"}, Short: "the answer to a request for a certificate",
			Means: "Without Approved or Denied a request is pending. Client certificates of kubelets are approved by the controller " +
				"manager, serving certificates by nobody unless something is installed for it.",
			Look: "kubectl get csr; whether the requesting node is one of yours.", Rules: []string{"other/certificate-request"}},
		{Kind: reason, Name: "LeaderElection", Also: []string{"became leader", "stopped leading"}, Short: "a component has a new leader",
			Means: "One is an upgrade or a restart. Several within an hour: the one before could not renew its lease, " +
				"mostly since the API server or etcd was slow.", Look: "etcd's disk; restarts of the component.",
			Rules: []string{"other/leader-changes"}},
		{Kind: "error text", Name: "mvcc: database space exceeded", Also: []string{"NOSPACE", "database space exceeded", "alarm:NOSPACE"},
			Short: "etcd is full and refuses every write",
			Means: "Its quota is reached (2 GiB by default). Reading still works; leases cannot be renewed, so nodes turn NotReady.",
			Look:  "etcdctl endpoint status and alarm list; what fills it.", Rules: []string{"other/api-storage", "admission/api-server"}},
		{Kind: reason, Name: "ClusterIPAlreadyAllocated", Also: []string{"ClusterIPOutOfRange", "ClusterIPNotValid", "PortAlreadyAllocated",
			"PortOutOfRange", "ServiceCIDRFull", "PortRangeFull"}, Short: "a Service's address is in conflict, out of range, or none is left",
			Means: "Found by the API server's own check, often after a restore or a changed range. The Service must be made again; " +
				"until then connections may reach another.",
			Look: "which Services share the address.", Rules: []string{"other/service-address"}},
		{Kind: reason, Name: "ClusterIPNotAllocated", Also: []string{"PortNotAllocated", "IPAddressNotAllocated", "IPAddressWrongReference"},
			Short: "the API server repairs its books", Means: "It noted an address that it had not on its list. Nothing is to be done.",
			Look: "whether it comes again and again."},
		{Kind: reason, Name: "SelectingAll", Also: []string{"UnknownStrategy", "UnknownCompletionMode", "FailedDelete", "FailedUpdate"},
			Short: "a controller does nothing with its object",
			Means: "SelectingAll: the selector is empty. The others: a field that this version does not know, " +
				"or writes that are refused. No condition tells it.", Look: "the text.", Rules: []string{"rollout/not-acted-on"}},
		{Kind: reason, Name: "CIDRNotAvailable", Also: []string{"CIDRAssignmentFailed"},
			Short: "no range of Pod addresses is left for a node",
			Means: "The cluster's range is used up by the nodes that there are. Network plugins that need the node's range cannot start.",
			Look:  "spec.podCIDR of the nodes; size of the cluster's range and of each node's.", Rules: []string{"other/node-without-pod-range"}},
		{Kind: reason, Name: "SpotInterruption", Also: []string{"SpotInterrupted", "PreemptScheduled", "TerminateScheduled",
			"RebootScheduled", "impending-node-termination"}, Short: "the provider takes the machine away",
			Means: "A spot or preemptible machine is called back, or maintenance is due: two minutes on AWS, 30 seconds on Azure and Google.",
			Look:  "which other Pods had to be on that kind of machine.", Rules: []string{"node-lost/interruption"}},
	}
}

// addons are the words of widely used add-ons.
func addons() []Entry {
	const condition = "condition of an add-on"
	return []Entry{
		{Kind: condition, Name: "DoesNotExist", Also: []string{"Issuing", "IncorrectIssuer", "SecretMismatch"},
			Short: "cert-manager has no certificate yet",
			Means: "Normal for a minute after a Certificate was made. For longer: the issuer, the order or the challenge fails.",
			Look:  "CertificateRequest, Order and Challenge, in this order.",
			Rules: []string{"other/certificate-not-ready", "other/certificate-expired"}},
		{Kind: condition, Name: "NotAllowedByListeners", Also: []string{"NoMatchingListenerHostname", "NoMatchingParent", "BackendNotFound",
			"RefNotPermitted", "AddressNotAssigned", "ResolvedRefs", "Programmed"},
			Short: "why a Gateway or a route of the Gateway API is not accepted",
			Means: "The listener does not take routes of this namespace or host, the Service does not exist, a reference into another " +
				"namespace lacks its ReferenceGrant, or the Gateway has no address.",
			Look: "status.parents of the route, status of the Gateway.", Rules: []string{"other/gateway"}},
		{Kind: condition, Name: "ResolutionFailed", Also: []string{"ConstraintsNotSatisfiable", "CatalogSourcesUnhealthy",
			"InstallPlanFailed", "BundleUnpackFailed", "InstallCheckFailed", "RequiresApproval", "ClusterOperator", "Degraded"},
			Short: "an operator is degraded or cannot be installed",
			Means: "Of the Operator Lifecycle Manager: no version fits, the catalogue is away, or the installation failed. " +
				"Degraded of a ClusterOperator: it works with loss.", Look: "the message; it names Pods, a catalogue or a dependency.",
			Rules: []string{"other/operator"}},
		{Kind: condition, Name: "UpgradeFailed", Also: []string{"InstallFailed", "BuildFailed", "ReconciliationFailed", "ArtifactFailed",
			"GitOperationFailed", "ComparisonError", "SyncError", "DependencyNotReady"},
			Short: "a delivery tool (Flux, Argo CD) cannot do its work",
			Means: "What the repository holds is not what runs. DependencyNotReady waits for another object, which says why.",
			Look:  "the message; the object that was refused.", Rules: []string{"other/delivery"}},
		{Kind: "term", Name: "service mesh", Also: []string{"istio-proxy", "linkerd-proxy", "istiod", "mesh", "sidecar injection"},
			Short: "a proxy in each Pod that carries its traffic",
			Means: "The Pod is ready only when its proxy is. A proxy that gets no configuration from the mesh's control plane keeps a " +
				"healthy application out of traffic.", Look: "the proxy's log; the Pods of the control plane.",
			Rules: []string{"readiness/mesh-proxy"}},
		{Kind: "term", Name: "network policy", Also: []string{"NetworkPolicy", "NetworkPolicies"}, Short: "which Pods may talk to which",
			Means: "A Pod that any policy selects is shut in that direction but for what some policy allows. " +
				"Dropped packets show as time-outs, not as refusals. DNS needs a rule of its own where egress is shut.",
			Look: "all policies that select either side.", Rules: []string{"dependency/network-policy"}},
		{Kind: "term", Name: "lease", Also: []string{"Lease", "renewTime", "heartbeat"}, Short: "a kubelet's sign of life",
			Means: "Renewed every 10 seconds; the control plane gives a node up 40 to 50 seconds after the last. " +
				"Heartbeats of conditions move every 5 minutes and prove less.", Look: "spec.renewTime in namespace kube-node-lease.",
			Rules: []string{"node-lost/stale", "node-lost/not-reporting"}},
		{Kind: "term", Name: "clock", Also: []string{"clock skew", "NTP", "chrony", "time synchronization"},
			Short: "each node dates its records by its own clock",
			Means: "The API server dates creation, kubelets date states and Events. A node whose clock is off finds certificates " +
				"and tokens expired, or not valid yet.", Look: "Events that are dated after they were stored.", Rules: []string{"other/node-clock"}},
		{Kind: "phase of a PersistentVolume", Name: "Released", Also: []string{"Retain"},
			Short: "the claim is gone, and the volume is kept for it",
			Means: "It binds to no other claim until somebody removes spec.claimRef, not even to a new one of the old name.",
			Look:  "spec.claimRef; what the data is.", Rules: []string{"volume/released", "hygiene/released-volume"}},
	}
}
