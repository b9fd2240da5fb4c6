package explain

// podConditions are conditions of Pods, and the reasons of those.
func podConditions() []Entry {
	const kind = "Pod condition"
	return []Entry{
		{Kind: kind, Name: "PodScheduled", Also: []string{"Unschedulable", "SchedulingGated", "SchedulerError"}, Short: "a node was found",
			Means: "False with reason Unschedulable: no node fits; the message counts the nodes by reason and, other than the Event, " +
				"is not cut. SchedulingGated: the Pod asks to wait (spec.schedulingGates).",
			Look: "the message.", Rules: []string{"unschedulable"}},
		{Kind: kind, Name: "PodReadyToStartContainers", Also: []string{"PodHasNetwork"}, Short: "the sandbox exists and has a network",
			Means: "False: volumes, the network plugin or the runtime hold the Pod up. From Kubernetes 1.29 on; called PodHasNetwork before.",
			Look:  "Events FailedMount and FailedCreatePodSandBox.", Rules: []string{"sandbox-network", "volume"}},
		{Kind: kind, Name: "Initialized", Short: "all init containers are done",
			Means: "Without init containers it is True from the start, even before a sandbox exists; so False does not always blame an " +
				"init container, and True does not mean that anything ran.",
			Look: "status.initContainerStatuses.", Rules: []string{"init-failure"}},
		{Kind: kind, Name: "ContainersReady", Also: []string{"ContainersNotReady", "UnknownContainerStatuses"},
			Short: "every container is ready", Means: "False lists the containers that are not: not started, " +
				"ended, or failing their readiness probe.", Look: "the state of each listed container.", Rules: []string{"readiness"}},
		{Kind: kind, Name: "Ready", Also: []string{"ReadinessGatesNotReady", "PodCompleted", "PodFailed"},
			Short: "the Pod may take requests; of a Node: it may run Pods",
			Means: "Of a Pod: all containers are ready and all readiness gates are True. When it turns False, Services stop sending new " +
				"requests to it; nothing is restarted. Of a Node: the kubelet reports that all is well; False comes from the kubelet and " +
				"says why, Unknown from the control plane when the kubelet stopped reporting.",
			Look: "lastTransitionTime, the best record of when it changed; reason and message.", Rules: []string{"readiness", "node-lost"}},
		{Kind: kind, Name: "PodResizePending", Also: []string{"Infeasible", "Deferred", "ResizeInfeasible", "ResizeDeferred"},
			Short: "new CPU or memory of a running Pod is not taken over",
			Means: "Infeasible: not on this node. Deferred: when the node has room. The containers go on with what they had.",
			Look:  "the message; who asks for it, such as a VerticalPodAutoscaler.", Rules: []string{"other/resize-waits"}},
		{Kind: kind, Name: "DisruptionTarget", Also: []string{"PreemptionByScheduler", "DeletionByTaintManager", "EvictionByEvictionAPI",
			"DeletionByPodGC", "TerminationByKubelet"}, Short: "something is about to end the Pod",
			Means: "The reason says who: the scheduler for a Pod of higher priority, a NoExecute taint, the eviction API (drain), " +
				"the garbage collector, or the kubelet. A plain deletion leaves no such record.", Look: "reason and message.",
			Rules: []string{"unschedulable/preempted", "node-lost/taint-eviction", "evicted"}},
	}
}

// nodeConditions are conditions of Nodes, and the reasons of those.
func nodeConditions() []Entry {
	const kind = "Node condition"
	return []Entry{
		{Kind: kind, Name: "NodeStatusUnknown", Also: []string{"KubeletNotReady", "KubeletReady", "NodeStatusNeverUpdated",
			"PLEG is not healthy", "PLEG"}, Short: "reasons of a Node's Ready condition",
			Means: `NodeStatusUnknown: the kubelet stopped reporting 40 to 50 s before. KubeletNotReady: it reports and says what is missing: runtime down, PLEG not healthy (the runtime answers too slowly), network plugin not
initialized. Pods there keep the STATUS that they had last, so Running on such a node means little; 5 minutes later they are deleted by a taint and cannot finish until the node is back.`,
			Look: "is the machine up; journalctl -u kubelet; the runtime.", Rules: []string{"node-lost"}},
		{Kind: kind, Name: "MemoryPressure", Also: []string{"KubeletHasInsufficientMemory", "KubeletHasSufficientMemory",
			"NodeHasInsufficientMemory"}, Short: "True is bad: the node runs short of memory",
			Means: "The kubelet evicts Pods, and new ones without memory requests are refused. It stays for 5 minutes after the pressure " +
				"ends, or may be gone when the dump is taken.", Look: "Pods that use more than they request; Events Evicted.",
			Rules: []string{"evicted", "other/node-pressure"}},
		{Kind: kind, Name: "DiskPressure", Also: []string{"KubeletHasDiskPressure", "KubeletHasNoDiskPressure", "NodeHasDiskPressure"},
			Short: "True is bad: disk space or inodes run short on the node",
			Means: "The kubelet removes dead containers and unused images, then evicts Pods. No new Pod is placed there.",
			Look:  "emptyDir volumes, container logs and images; Events FreeDiskSpaceFailed and ImageGCFailed.",
			Rules: []string{"evicted", "other/node-pressure"}},
		{Kind: kind, Name: "PIDPressure", Also: []string{"KubeletHasInsufficientPID", "KubeletHasSufficientPID", "NodeHasInsufficientPID"},
			Short: "True is bad: process numbers run short on the node", Means: "Some program starts processes or threads without end.",
			Look: "the Pod that was evicted, or whose children are many.", Rules: []string{"evicted", "other/node-pressure"}},
		{Kind: kind, Name: "NetworkUnavailable", Also: []string{"NoRouteCreated", "RouteCreated"},
			Short: "True is bad: the node's network is not set up",
			Means: "Set and cleared by a cloud's route controller or by the network plugin.",
			Look:  "Pods of the network plugin on that node.", Rules: []string{"other/node-condition", "sandbox-network"}},
		{Kind: kind, Name: "KernelDeadlock", Also: []string{"ReadonlyFilesystem", "FrequentKubeletRestart", "FrequentContainerdRestart",
			"KubeletUnhealthy", "ContainerRuntimeUnhealthy"}, Short: "conditions of the node-problem-detector; True is bad",
			Means: "They need that add-on. Other add-ons have conditions whose True is good; a type that is not known says nothing.",
			Look:  "reason and message; the kernel's log.", Rules: []string{"other/node-condition"}},
	}
}
