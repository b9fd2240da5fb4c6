package explain

// statuses are texts of kubectl's STATUS column that are no reason of a container.
func statuses() []Entry {
	const kind = "STATUS"
	return []Entry{
		{Kind: kind, Name: "STATUS", Also: []string{"status column"}, Short: "the column that kubectl computes; it is no field of the Pod",
			Means: `The API server makes it from several fields, the later of these overruling the earlier: the phase; status.reason; the first init container that is not done (Init:...); the waiting or
terminated reason of the first container that has one; and the deletion of the Pod (Terminating). So it shows one container of possibly many, at one moment: a crash loop flaps between
Error and CrashLoopBackOff, and a Pod whose phase is Running can show CrashLoopBackOff.`,
			Look: "READY, RESTARTS, the states and last states of all containers (kubectl get pod NAME -o yaml), then the Events."},
		{Kind: kind, Name: "Terminating", Short: "deletion was requested and the Pod is still there",
			Means: `The Pod has a deletionTimestamp. Its containers get the pre-stop hook and SIGTERM, and after the grace period (30 s unless set) SIGKILL. It goes away when the kubelet has confirmed that
all has ended and no finalizer is left. Within its grace period this is normal.`,
			Apart: `Overdue with a finalizer: the controller that owns the finalizer has not done its part. Overdue on a node that is not ready: nobody can confirm the end; only the machine's return, the
deletion of its Node, or the out-of-service taint helps. Overdue on a healthy node: the runtime cannot stop the process, or a volume cannot be unmounted.`,
			Look: "metadata.deletionTimestamp and finalizers; the node's Ready condition; Events FailedKillPod and FailedUnmount. " +
				"Forced deletion can leave the process running: be sure that it is dead first.",
			Rules: []string{"stuck-terminating", "node-lost"}},
		{Kind: kind, Name: "Init:", Also: []string{"Init:N/M", "Init:0/1", "Init:0/2", "Init:1/2", "Init:0/3", "Init:1/3", "Init:2/3"},
			Short: "an init container has not ended well yet",
			Means: `Init containers run one after the other before all others. Init:1/3 says that the container at index 1 of 3 is running or not started; sidecars (init containers with restartPolicy Always)
are counted. Init:REASON is that container's own waiting or terminated reason; Init:ExitCode:N and Init:Signal:N stand where it has no reason.`,
			Apart: "Init:0/N for long with a running init container: it waits for something; its log says for what. Without one: " +
				"volumes or network are not ready, see the Events.",
			Look:  "status.initContainerStatuses and the log of the init container: kubectl logs POD -c NAME.",
			Rules: []string{"init-failure"}},
		{Kind: kind, Name: "NotReady", Short: "a container is running, another has ended, and the Pod is not ready",
			Means: "In the STATUS of a Pod: the first container is Completed, another one still runs, and the Ready condition is not " +
				"True. For the STATUS of a Node see the condition Ready.",
			Look: "which container ended, and whether it was meant to.", Rules: []string{"node-lost", "app-crash/exit-zero"}},
		{Kind: kind, Name: "ExitCode:N", Also: []string{"ExitCode"}, Short: "a container ended and the runtime gave no reason",
			Means: "The number is the exit code, see there.", Look: "podtriage explain NUMBER"},
		{Kind: kind, Name: "Signal:N", Also: []string{"Signal"}, Short: "a container was ended by a signal and the runtime gave no reason",
			Means: "The number is the signal: 9 is SIGKILL, 15 is SIGTERM.", Look: "podtriage explain SIGKILL"},
		{Kind: kind, Name: "Ready,SchedulingDisabled", Also: []string{"SchedulingDisabled", "cordoned"}, Short: "the node is cordoned",
			Means: "spec.unschedulable is set, by kubectl cordon or drain or by an autoscaler. Pods on it go on running; " +
				"no new ones come, except those that tolerate it, such as those of DaemonSets.",
			Look: "who drained it, and whether kubectl uncordon was forgotten.", Rules: []string{"unschedulable/cordoned"}},
	}
}

// phases are the values of status.phase.
func phases() []Entry {
	const kind = "phase"
	return []Entry{
		{Kind: kind, Name: "Pending", Short: "some container has never started",
			Means: "Either no node has been found, or a node prepares the Pod: volumes, network, images, init containers. " +
				"As a STATUS it mostly means the first, since the second has reasons of its own.",
			Apart: "Condition PodScheduled False: read its message, it counts the nodes by reason. PodScheduled True: " +
				"read the containers' waiting reasons and the Events.",
			Look: "condition PodScheduled, Event FailedScheduling, spec.nodeName.", Rules: []string{"unschedulable", "image-pull", "volume",
				"sandbox-network", "config-error"}},
		{Kind: kind, Name: "Running", Short: "all containers have started once; at least one runs or will be started again",
			Means: `It does not say that the Pod works: a Pod in a crash loop has this phase, since its containers will be restarted, and a Pod on a lost node keeps it. Whether it takes requests is said by
the condition Ready.`, Look: "READY, RESTARTS, the condition Ready and when it changed.",
			Rules: []string{"readiness", "app-crash", "node-lost"}},
		{Kind: kind, Name: "Succeeded", Short: "all containers ended with exit code 0 and will not be restarted",
			Means: "The normal end of a Job's Pod; kubectl shows Completed. It is no failure.",
			Look:  "nothing, unless the Pod should have gone on running."},
		{Kind: kind, Name: "Failed", Short: "all containers have ended for good, at least one of them badly, or the system ended the Pod",
			Means: "With status.reason (Evicted, NodeShutdown, OutOfcpu, DeadlineExceeded ...) the system ended or refused it; " +
				"without, a container failed under restartPolicy Never or OnFailure. Such Pods stay as records until their owner or " +
				"the garbage collector removes them.",
			Look:  "status.reason and status.message first, then the containers' exit codes.",
			Rules: []string{"evicted", "job", "app-crash", "unschedulable/rejected-by-node"}},
		{Kind: kind, Name: "Unknown", Short: "the state could not be obtained",
			Means: `As a phase it has not been written since 2015. As a STATUS it stands for a Pod that is being deleted and whose node was lost (status.reason NodeLost, up to Kubernetes 1.26). As a container's
terminated reason it comes from containerd: it lost the container's state, usually by a restart of the runtime or the machine; the exit code is then 255. As the value of a condition: who
should report has stopped.`, Look: "the node: its Ready condition, its lease, boot ID, and what happened to it.",
			Rules: []string{"node-lost"}},
	}
}
