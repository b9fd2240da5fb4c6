package explain

// podEvents are reasons of Events about Pods.
func podEvents() []Entry {
	const kind = "Event reason"
	return []Entry{
		{Kind: kind, Name: "FailedScheduling", Short: "no node fits the Pod",
			Means: "The text counts the nodes by what speaks against them: Insufficient cpu or memory, untolerated taints, " +
				"affinity or selector, unbound volume claims, host ports, too many Pods.",
			Look: "the whole text, best in the condition PodScheduled.", Rules: []string{"unschedulable"}},
		{Kind: kind, Name: "Scheduled", Short: "the Pod was given a node", Means: "From here on the kubelet of that node is at work.",
			Look: "what comes after it."},
		{Kind: kind, Name: "Pulling", Also: []string{"Pulled"}, Short: "an image is being pulled, or is there",
			Means: "Pulling without Pulled or Failed: it still goes on, or the Event was dropped. " +
				"Pulled also says that the image was on the node already.", Look: "the time between both; the size of the image.",
			Rules: []string{"image-pull/slow"}},
		{Kind: kind, Name: "Created", Also: []string{"Started"}, Short: "a container was created, or started",
			Means: "One of each for every run, as long as the kubelet's limit on Events lasts: 25 at once for a Pod, then one in 5 minutes.",
			Look:  "restartCount for the true number of runs."},
		{Kind: kind, Name: "Failed", Short: "pulling, creating or starting a container failed",
			Means: `The text tells which: "Failed to pull image ..." has the cause; ` +
				`"Error: ErrImagePull" and "Error: ImagePullBackOff" only repeat the waiting reason; ` +
				`"Error: ..." may be any of the container's start.`, Look: "the text.",
			Rules: []string{"image-pull", "config-error", "create-error", "command-error"}},
		{Kind: kind, Name: "BackOff", Short: "the kubelet waits before it tries again",
			Means: `"Back-off restarting failed container" belongs to CrashLoopBackOff, "Back-off pulling image" to ImagePullBackOff. ` +
				`It is never the cause.`, Look: "the exit or the failed pull before it.", Rules: []string{"app-crash", "image-pull"}},
		{Kind: kind, Name: "Unhealthy", Short: "a probe failed once",
			Means: "The text names the probe and what it got. One failure changes nothing; as many in a row as failureThreshold do: " +
				"readiness takes the Pod out of Services, liveness and startup kill the container.", Look: "the text, and Killing after it.",
			Rules: []string{"readiness", "liveness", "startup-probe"}},
		{Kind: kind, Name: "Killing", Short: "the kubelet stops a container",
			Means: "The text says why: a failed liveness or startup probe, a changed definition, a failed post-start hook, " +
				"or just Stopping container, at a deletion.", Look: "the text.", Rules: []string{"liveness", "startup-probe", "hook-failure"}},
		{Kind: kind, Name: "FailedPostStartHook", Also: []string{"FailedPreStopHook"}, Short: "a lifecycle hook failed",
			Means: "Post-start: the container is killed for it. Pre-stop: it changes nothing but the time that the stop takes, " +
				"and is usually an effect of a container that is gone already.",
			Look:  "the hook's output; up to Kubernetes 1.26 it is in this Event, later in the container's message.",
			Rules: []string{"hook-failure"}},
		{Kind: kind, Name: "FailedMount", Short: "a volume could not be mounted on the node",
			Means: "For volumes made of a ConfigMap or Secret: the object or key is missing. For others: the storage server, " +
				"the driver, the file system or the node.", Look: "the text; the claim and its volume.", Rules: []string{"volume"}},
		{Kind: kind, Name: "FailedAttachVolume", Short: "a volume could not be attached to the node",
			Means: "Multi-Attach error: another node still has it, often a lost one. Else the cloud's or driver's answer.",
			Look:  "VolumeAttachments; the Pod that had it before.", Rules: []string{"volume"}},
		{Kind: kind, Name: "FailedCreatePodSandBox", Short: "the Pod's sandbox, its network above all, could not be made",
			Means: "The text blames the network plugin (no addresses left, agent not running), the pause image, cgroups, or the runtime.",
			Look:  "the text; the network plugin's Pods on that node.", Rules: []string{"sandbox-network"}},
		{Kind: kind, Name: "SandboxChanged", Short: "the sandbox is gone or changed, so all containers are made again",
			Means: "After a reboot or a crash of the runtime it happens to every Pod of the node; " +
				"again and again on one Pod, its network setup fails.", Look: "the node's boot ID; other Pods there at the same time.",
			Rules: []string{"sandbox-network/recreated", "node-lost/restarted"}},
		{Kind: kind, Name: "NetworkNotReady", Short: "the node has no working network plugin",
			Means: "Pods with a network of their own wait.", Look: "the node's Ready condition.",
			Rules: []string{"node-lost/not-ready", "sandbox-network"}},
		{Kind: kind, Name: "TaintManagerEviction", Short: "a NoExecute taint deletes the Pod",
			Means: "Usually not-ready or unreachable, 5 minutes after the node was lost.", Look: "the node.",
			Rules: []string{"node-lost/taint-eviction"}},
		{Kind: kind, Name: "FailedKillPod", Also: []string{"FailedSync"}, Short: "the kubelet could not stop or synchronize the Pod",
			Means: "The runtime or the network plugin did not do its part.", Look: "the text; the runtime.", Rules: []string{"stuck-terminating"}},
		{Kind: kind, Name: "ProbeWarning", Short: "a probe was answered, with something odd",
			Means: "A redirect to another host, for example. It counts as success.", Look: "the probe's path."},
	}
}

// nodeEvents are reasons of Events about Nodes.
func nodeEvents() []Entry {
	const kind = "Event reason"
	return []Entry{
		{Kind: kind, Name: "NodeNotReady", Short: "a node is no longer ready",
			Means: "On a Node it comes from the control plane or the kubelet, on a Pod it says that its node was lost.",
			Look:  "the node's Ready condition.", Rules: []string{"node-lost"}},
		{Kind: kind, Name: "SystemOOM", Also: []string{"OOMKilling"}, Short: "the kernel killed a process for memory on the node",
			Means: "SystemOOM: outside of any container's limit, so the node itself is full. " +
				"OOMKilling comes from the node-problem-detector and covers both.",
			Look: "the process that it names; sums of memory limits on the node.", Rules: []string{"oom/node-memory", "oom"}},
		{Kind: kind, Name: "EvictionThresholdMet", Short: "the kubelet begins to free a resource",
			Means: "First dead containers and images, then Pods.", Look: "the resource in the text.", Rules: []string{"evicted"}},
		{Kind: kind, Name: "Rebooted", Also: []string{"Starting"}, Short: "the node, or its kubelet, started",
			Means: "Rebooted has the new boot ID: every container of the node was ended and started again. " +
				"Starting alone is a restart of the kubelet or of kube-proxy; containers stay.",
			Look: "what else happened on that node in that minute.", Rules: []string{"node-lost/restarted"}},
		{Kind: kind, Name: "FreeDiskSpaceFailed", Also: []string{"ImageGCFailed", "ContainerGCFailed", "InvalidDiskCapacity"},
			Short: "cleaning up on the node failed", Means: "The disk fills up. InvalidDiskCapacity at the start of a node is harmless.",
			Look: "disk of the node.", Rules: []string{"other/node-garbage-collection"}},
	}
}

// controllerEvents are reasons of Events about workloads and what belongs to them.
func controllerEvents() []Entry {
	const kind = "Event reason"
	return []Entry{
		{Kind: kind, Name: "FailedCreate", Also: []string{"ReplicaFailure"}, Short: "a controller could not create a Pod",
			Means: "The API server refused it: quota, limit range, pod security, a webhook, a missing service account. " +
				"There is no Pod to look at; the text is all.", Look: "the text after \"Error creating\".", Rules: []string{"admission"}},
		{Kind: kind, Name: "ProgressDeadlineExceeded", Also: []string{"MinimumReplicasUnavailable"},
			Short: "reasons of a Deployment's conditions: the rollout does not go on, too few replicas are available",
			Means: "They describe, they do not explain: the cause is in the Pods of the newest ReplicaSet, or in its FailedCreate.",
			Look:  "the newest ReplicaSet and its Pods.", Rules: []string{"rollout"}},
		{Kind: kind, Name: "FailedBinding", Also: []string{"ProvisioningFailed", "WaitForFirstConsumer", "ExternalProvisioning"},
			Short: "a volume claim is not bound",
			Means: "FailedBinding: no volume fits and no class makes one. ProvisioningFailed: the driver's answer. " +
				"WaitForFirstConsumer is normal until a Pod uses the claim. ExternalProvisioning for long: " +
				"the driver's controller is silent.", Look: "the claim's class, size and access modes.",
			Rules: []string{"volume", "unschedulable/claim"}},
		{Kind: kind, Name: "FailedGetResourceMetric", Also: []string{"FailedComputeMetricsReplicas", "FailedGetScale"},
			Short: "an autoscaler does not know what to do",
			Means: "Metrics are missing (no metrics server, Pods without requests, Pods not ready) or the target does not exist.",
			Look:  "the HPA's conditions.", Rules: []string{"autoscaling"}},
	}
}

// workloadEvents are reasons of Events of controllers that are no failures of one Pod.
func workloadEvents() []Entry {
	const kind = "Event reason"
	return []Entry{
		{Kind: kind, Name: "ScalingReplicaSet", Also: []string{"SuccessfulRescale"}, Short: "a number of replicas was changed",
			Means: "ScalingReplicaSet: by a Deployment, in a rollout or since somebody changed replicas. SuccessfulRescale: by an autoscaler.",
			Look:  "what else happened at that time."},
		{Kind: kind, Name: "MissSchedule", Also: []string{"TooManyMissedTimes", "FailedNeedsStart"}, Short: "a CronJob missed its time",
			Means: "Its controller was not at work, startingDeadlineSeconds was over, or so many times were missed that it does not catch up.",
			Look:  "lastScheduleTime; startingDeadlineSeconds; suspend; the clock of the control plane.", Rules: []string{"job/missed-starts"}},
		{Kind: kind, Name: "UnparseableSchedule", Also: []string{"UnknownTimeZone", "InvalidSchedule"},
			Short: "a CronJob's schedule cannot be read",
			Means: "No Job is made until spec.schedule or spec.timeZone is corrected.", Look: "both fields.",
			Rules: []string{"job/schedule-invalid"}},
		{Kind: kind, Name: "SyncLoadBalancerFailed", Also: []string{"UnAvailableLoadBalancer"},
			Short: "the cloud did not give a Service its load balancer",
			Means: "SyncLoadBalancerFailed: the cloud's answer stands in the text. UnAvailableLoadBalancer: no node can be put behind it.",
			Look:  "the text; quota and rights of the cloud controller.", Rules: []string{"other/load-balancer"}},
		{Kind: kind, Name: "FailedDaemonPod", Short: "a DaemonSet replaces a Pod that failed on a node",
			Means: "The failed Pod is deleted and made again, with growing pauses. Why it failed stands in its status.",
			Look:  "the Pod that the text names, while it is there."},
	}
}
