package explain

// terminated are reasons of containers that have ended.
func terminated() []Entry {
	const kind = "terminated reason"
	return []Entry{
		{Kind: kind, Name: "OOMKilled", Also: []string{"oom", "out of memory", "oom kill"},
			Short: "the kernel killed a process of the container for memory",
			Means: `The container's memory cgroup reached its limit, which is resources.limits.memory, or the limit of the whole Pod. The exit code is usually 137. A killed child process can leave the main process
alive or with another exit code. "12 restarts" are not 12 such kills: only the last exit has a reason.`,
			Apart: "Exit code 137 without this reason proves nothing about memory. A node without memory shows the Event SystemOOM or " +
				"the condition MemoryPressure. A runtime that ends itself (Java OutOfMemoryError, Go or Node heap limits) exits with its " +
				"own code and says so in its log. Eviction is another thing: it ends the Pod, with status.reason Evicted.",
			Look: "the limit against the memory graph; the previous log; what changed before. " +
				"A larger limit on a full node moves the problem.", Rules: []string{"oom"}},
		{Kind: kind, Name: "Error", Short: "the container ended with an exit code other than 0",
			Means: "The runtime knows no more. The exit code and the log say what happened.",
			Apart: "podtriage explain NUMBER tells the exit code.", Look: "exit code, signal, termination message; kubectl logs --previous.",
			Rules: []string{"app-crash", "init-failure", "oom/suspected"}},
		{Kind: kind, Name: "Completed", Short: "the container ended with exit code 0",
			Means: "Normal for Jobs and init containers. In a Pod that must always run it becomes a crash loop: " +
				"the program went into the background, had nothing to do, or its command is a one-off.",
			Look: "command and args; whether the process stays in the foreground.", Rules: []string{"app-crash/exit-zero"}},
		{Kind: kind, Name: "StartError", Also: []string{"ContainerCannotRun"}, Short: "the container never ran: the start failed",
			Means: "Exit code 128 (docker also 126 and 127), and a start time of 1970 or none. The message has the runtime's text: " +
				"executable file not found, permission denied, exec format error, no such file or directory.",
			Look: "the message; command, args, working directory and image.", Rules: []string{"command-error", "create-error"}},
		{Kind: kind, Name: "ContainerStatusUnknown", Short: "the kubelet lost sight of the container",
			Means: "The kubelet writes this with exit code 137 when the runtime no longer knows a container that was running: " +
				"after a reboot, an eviction, or a cleaning of the runtime. The 137 is made up: it tells of no signal and of no memory.",
			Look: "status.reason of the Pod (Evicted?), boot ID and restarts of the node.", Rules: []string{"node-lost/container-lost", "evicted"}},
		{Kind: kind, Name: "seccomp killed", Short: "a forbidden system call ended the process",
			Means: "Written by CRI-O. Elsewhere it is exit code 159 (SIGSYS).", Look: "securityContext.seccompProfile."},
	}
}

// podReasons are values of status.reason, set when the system ended or refused a Pod.
func podReasons() []Entry {
	const kind = "reason of a Pod"
	return []Entry{
		{Kind: kind, Name: "Evicted", Also: []string{"eviction"}, Short: "the kubelet ended the Pod, or refused it, for the node's sake",
			Means: `The message names the resource: memory, ephemeral-storage, inodes, pids; or the Pod's own limit on local storage; or, for a Pod that never ran there, the condition of the node. The Pod
stays as a Failed record and its owner makes another. It is not the API eviction of kubectl drain, which deletes the Pod.`,
			Apart: "Node pressure: 'The node was low on resource'. Own limit: 'exceeds the total limit of containers', " +
				"'exceeded its local ephemeral storage limit', 'EmptyDir volume'. Refused: 'Pod was rejected: The node had condition'.",
			Look:  "status.message, which of its containers used more than it asked for; the node's conditions at that time.",
			Rules: []string{"evicted"}},
		{Kind: kind, Name: "NodeLost", Short: "the node stopped reporting while the Pod was there",
			Means: "Written up to Kubernetes 1.26. Today the Pod keeps its status, its Ready condition becomes False, " +
				"and after 5 minutes it is deleted by a taint.",
			Look: "the node's Ready condition.", Rules: []string{"node-lost"}},
		{Kind: kind, Name: "OutOfcpu", Also: []string{"OutOfmemory", "OutOfpods", "OutOfephemeral-storage", "OutOf"},
			Short: "the kubelet refused the Pod: it does not fit on the node",
			Means: "The scheduler thought that it fits and the kubelet counts otherwise: two schedulers, a Pod with spec.nodeName set by " +
				"hand, a restarted kubelet, or a race. The owner makes a new Pod.",
			Look: "status.message has requested, used and capacity.", Rules: []string{"unschedulable/rejected-by-node"}},
		{Kind: kind, Name: "NodeAffinity", Also: []string{"NodeName", "NodePorts", "TaintToleration"},
			Short: "the kubelet refused the Pod: it may not run on this node",
			Means: "Usually the node's labels or taints changed, or the node rebooted, after the Pod was placed. " +
				"Pods like this one pile up as Failed records.",
			Look: "the message; labels and taints of the node; spec.nodeSelector and affinity.", Rules: []string{"unschedulable/rejected-by-node"}},
		{Kind: kind, Name: "UnexpectedAdmissionError", Also: []string{"TopologyAffinityError", "SMTAlignmentError"},
			Short: "the kubelet refused the Pod: a resource manager or device plugin could not serve it",
			Means: "Often a device plugin that was not registered yet, after a restart of the node.",
			Look:  "the message; the device plugin's Pod.", Rules: []string{"unschedulable/rejected-by-node"}},
		{Kind: kind, Name: "SysctlForbidden", Also: []string{"AppArmor", "PodOSNotSupported", "PodOSSelectorNodeLabelDoesNotMatch",
			"PodFeatureUnsupported", "PodLevelResourcesNotSupported", "SupplementalGroupsPolicyNotSupported"},
			Short: "the kubelet refused the Pod: its node does not offer or allow what the Pod asks for",
			Means: "A setting of the Pod against the configuration, the operating system or the version of that node. " +
				"The owner makes a new Pod, which is refused again wherever it is the same.",
			Look: "the message; the setting in the Pod's template; which nodes allow it.", Rules: []string{"admission/node-forbids"}},
		{Kind: kind, Name: "NodeShutdown", Also: []string{"Terminated", "Shutdown"}, Short: "the node was shut down in good order",
			Means: "Terminated: the Pod ran and was ended. NodeShutdown: it came too late and was refused. Preemptible machines do this daily.",
			Look:  "why the node was shut down; whether replacements run.", Rules: []string{"node-lost/shutdown"}},
		{Kind: kind, Name: "Preempting", Also: []string{"Preempted", "preemption"}, Short: "the Pod had to make room",
			Means: "As a Pod's reason: the kubelet ended it for a critical static Pod. As an Event of the scheduler: " +
				"a Pod of higher priority needed the place.",
			Look: "priorities; the condition DisruptionTarget.", Rules: []string{"unschedulable/preempted"}},
		{Kind: kind, Name: "DeadlineExceeded", Short: "an activeDeadlineSeconds was over",
			Means: "On a Pod: its own deadline. On a Job's Failed condition: the Job's deadline; its running Pods were then deleted.",
			Look:  "spec.activeDeadlineSeconds and what took so long.", Rules: []string{"job"}},
		{Kind: kind, Name: "BackoffLimitExceeded", Also: []string{"PodFailurePolicy"}, Short: "a Job gave up after its Pods failed too often",
			Means: "Reason of a Job's Failed condition. The limit is spec.backoffLimit, 6 unless set. " +
				"The cause is in the Pods, which may be gone by then.", Look: "the Pods of the Job, their exit codes and logs.",
			Rules: []string{"job"}},
	}
}
