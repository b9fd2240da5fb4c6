package explain

// startEvents are reasons of Events of a kubelet that prepares a Pod.
func startEvents() []Entry {
	const kind = "Event reason"
	return []Entry{
		{Kind: kind, Name: "FailedPrepareDynamicResources", Short: "the devices of a resource claim are not made ready on the node",
			Means: "The claim is allocated and the Pod has its node. Either no driver of that name has registered with the kubelet, " +
				"or the driver answered with an error. Nothing of the Pod is made before it.",
			Look: "the text; the driver's Pod on that node.", Rules: []string{"create-error/device-not-prepared"}},
		{Kind: kind, Name: "FailedCreatePodContainer", Short: "the kubelet could not make the Pod's control group",
			Means: "The \"pod container\" of its text is the control group of the whole Pod, which comes before sandbox and containers. " +
				"\"no space left on device\" is the kernel's number of groups there, not a disk.",
			Look:  "the text; how many control groups the node has; the cgroup driver of kubelet and runtime.",
			Rules: []string{"sandbox-network/cgroup"}},
		{Kind: kind, Name: "FailedResourceClaimCreation", Short: "the ResourceClaim of a Pod could not be made of its template",
			Means: "From the control plane. The Pod waits for a node until the claim is there.",
			Look:  "the text; spec.resourceClaims; the ResourceClaimTemplate.", Rules: []string{"unschedulable/resource-claim"}},
		{Kind: kind, Name: "FailedToRetrieveImagePullSecret", Short: "an image pull secret of the Pod cannot be read",
			Means: "The kubelet pulls without it. A public image, or one that is on the node, starts all the same.",
			Look:  "imagePullSecrets of Pod and service account; whether the pull fails.", Rules: []string{"image-pull/pull-secret"}},
		{Kind: kind, Name: "InvalidEnvironmentVariableNames", Short: "keys of envFrom were left out",
			Means: "Up to Kubernetes 1.29: keys that are no names of variables are dropped, and the container starts without them.",
			Look:  "the keys in the text.", Rules: []string{"config-error/skipped-keys"}},
		{Kind: kind, Name: "DNSConfigForming", Also: []string{"CheckLimitsForResolvConf"},
			Short: "the node's resolv.conf has more than a Pod can take",
			Means: "Name servers beyond three, or search domains beyond the limit, are left out. Mostly noise, " +
				"unless the one that is needed was left out.", Look: "the applied line in the text."},
		{Kind: kind, Name: "MissingClusterDNS", Short: "the kubelet has no address of the cluster's DNS",
			Means: "Pods get the node's resolv.conf and find no Service by name. They start all the same.",
			Look:  "clusterDNS in the kubelet's configuration of that node."},
		{Kind: kind, Name: "FailedPodSandBoxStatus", Short: "the runtime does not tell the state of the Pod's sandbox",
			Means: "The sandbox is gone, or the runtime is not well.", Look: "the text; the runtime on that node.",
			Rules: []string{"sandbox-network"}},
		{Kind: kind, Name: "ExceededGracePeriod", Short: "a Pod was not ended within its grace period",
			Means: "The runtime took longer than one and a half times the grace period of an eviction.",
			Look:  "the runtime; processes that cannot be killed.", Rules: []string{"stuck-terminating/runtime"}},
		{Kind: kind, Name: "FailedNodeAllocatableEnforcement", Short: "the kubelet could not set its limits for all Pods of the node",
			Means: "The control group above all Pods keeps its old limits, or the kubelet does not start.",
			Look:  "the text; reserved resources in the kubelet's configuration."},
	}
}

// volumeEvents are reasons of Events about volumes beside FailedMount.
func volumeEvents() []Entry {
	const kind = "Event reason"
	return []Entry{
		{Kind: kind, Name: "FailedMapVolume", Also: []string{"FailedMapDevice"}, Short: "a raw block volume could not be given to the Pod",
			Means: "What FailedMount is for file systems.", Look: "the text; the claim and its volume.", Rules: []string{"volume"}},
		{Kind: kind, Name: "VolumeResizeFailed", Also: []string{"FileSystemResizeFailed"}, Short: "a volume could not be made larger",
			Means: "The claim asks for more than the volume has. The Pod goes on with the old size, or waits for its mount.",
			Look:  "the text; allowVolumeExpansion of the class; the driver's answer.", Rules: []string{"volume/resize-failed"}},
		{Kind: kind, Name: "VolumePermissionChangeInProgress", Short: "the kubelet changes the owner of every file of a volume",
			Means: "It comes from fsGroup. With very many files it takes minutes, and the Pod stays in ContainerCreating.",
			Look:  "the number of files in the text; fsGroupChangePolicy OnRootMismatch skips it.",
			Rules: []string{"volume/ownership-slow"}},
		{Kind: kind, Name: "AlreadyMountedVolume", Short: "Pods with different fsGroup share a local volume",
			Means: "The volume keeps the group of the first one; the others may not be able to write.",
			Look:  "fsGroup of the Pods that use it."},
		{Kind: kind, Name: "ClaimLost", Also: []string{"ClaimMisbound", "VolumeMismatch"},
			Short: "a volume claim and its volume do not belong together",
			Means: "ClaimLost: the volume of the claim is gone. ClaimMisbound: the volume is bound to another claim. " +
				"VolumeMismatch: the volume that the claim names is too small or of another class or mode.",
			Look: "claim and volume: volumeName, claimRef, size, class.", Rules: []string{"volume/claim-lost", "volume/claim-pending"}},
	}
}
