package explain

// waiting are reasons of containers that are not running yet, up to the image.
func waiting() []Entry {
	const kind = "waiting reason"
	return []Entry{
		{Kind: kind, Name: "CrashLoopBackOff", Also: []string{"crash loop"},
			Short: "the container ended again and again, and the kubelet waits before the next start",
			Means: `It is a pause, not a cause. After the first exit the restart is immediate, then the kubelet waits 10 s, 20 s, 40 s ... up to 5 min; 10 minutes of running reset that. The last exit is in
lastState.terminated: its reason, exit code, times and message. All earlier exits are a number in restartCount.`,
			Apart: "OOMKilled: memory. Exit code 0: the program ended by itself, which a restart policy of Always does not allow. " +
				"126, 127, 128: it could not be started. 137 after Killing: a probe. Anything else: the program's own log.",
			Look:  "kubectl logs POD -c NAME --previous; lastState.terminated; the Events Unhealthy and Killing.",
			Rules: []string{"app-crash", "oom", "liveness", "command-error", "init-failure"}},
		{Kind: kind, Name: "ImagePullBackOff", Also: []string{"image pull back-off"},
			Short: "the image could not be pulled, and the kubelet waits before the next try",
			Means: "It is a pause of 10 s up to 5 min, not a cause. From Kubernetes 1.32 on the message repeats the failure; " +
				"before, only the Event Failed to pull image had it, and Events expire after an hour.",
			Apart: "By the text of the failure: not found; unauthorized or denied; no such host; connection refused; i/o timeout; x509; " +
				"toomanyrequests; no match for platform.",
			Look: "the Events Failed of the Pod; the image's name, tag and registry; imagePullSecrets.", Rules: []string{"image-pull"}},
		{Kind: kind, Name: "ErrImagePull", Short: "pulling the image failed just now",
			Means: "The message is the registry's or the runtime's own answer. It soon becomes ImagePullBackOff.",
			Look: "the message, then as for ImagePullBackOff. A deadline that was exceeded does not yet blame the registry: DNS, proxy, " +
				"firewall and the node's disk can be slow as well.", Rules: []string{"image-pull"}},
		{Kind: kind, Name: "ErrImageNeverPull", Short: "the policy forbids pulling and the image is not on the node",
			Means: "imagePullPolicy is Never. The image must be loaded on every node that may run the Pod.",
			Look:  "imagePullPolicy; the list of images of the node.", Rules: []string{"image-pull/never-pull"}},
		{Kind: kind, Name: "InvalidImageName", Short: "the image reference cannot be parsed",
			Means: "Often a capital letter, a blank, two colons, a missing tag after a colon, or a template that was not filled in. " +
				"Trying again does not help.",
			Look: "spec.containers[].image.", Rules: []string{"image-pull/invalid-name"}},
		{Kind: kind, Name: "ImageInspectError", Short: "the runtime could not look at the image on the node",
			Means: "The image store of the node is damaged or the runtime is in trouble; with CRI-O, " +
				"also a short name that fits several registries.",
			Look: "runtime and disk of the node; whether other Pods there are affected.", Rules: []string{"image-pull"}},
		{Kind: kind, Name: "RegistryUnavailable", Short: "the registry cannot be reached",
			Means: "Written where CRI-O meets a refused connection; containerd says the same in the text of ErrImagePull.",
			Look:  "the registry's address and port, as seen from the node.", Rules: []string{"image-pull"}},
		{Kind: kind, Name: "SignatureValidationFailed", Short: "the image's signature was not accepted",
			Means: "CRI-O follows policy.json on the node. The image itself was found.", Look: "the policy, and who signed the image.",
			Rules: []string{"image-pull/signature"}},
		{Kind: kind, Name: "ContainerCreating", Short: "the container has not started yet, in a Pod without init containers",
			Means: "The default reason before the first start. It covers mounting volumes, the network of the sandbox, " +
				"pulling the image, changing the owner of files on a volume. For some seconds it is normal.",
			Apart: "FailedMount or FailedAttachVolume: a volume, or a ConfigMap or Secret that one is made of. FailedCreatePodSandBox: " +
				"network or runtime. Pulling without Pulled: a large image or a slow registry. No Event at all: " +
				"the kubelet does not work, or Events have expired.",
			Look: "the Events of the Pod.", Rules: []string{"volume", "sandbox-network", "image-pull"}},
		{Kind: kind, Name: "PodInitializing", Short: "the container waits for the init containers",
			Means: "The default reason of all containers of a Pod that has init containers. On an init container itself: " +
				"volumes or network are not ready, or an earlier one still runs.",
			Look:  "status.initContainerStatuses first, then as for ContainerCreating.",
			Rules: []string{"init-failure", "volume", "sandbox-network"}},
		{Kind: kind, Name: "RestartingAllContainers", Short: "a restart rule restarts all containers of the Pod",
			Means: "From Kubernetes 1.35 on a container may have a rule that restarts its whole Pod when it ends in a certain way. " +
				"Exit code 137 of the others is part of that.",
			Look: "the container whose restartPolicyRules match its exit code."},
	}
}

// creation are reasons of containers that could not be created or started.
func creation() []Entry {
	const kind = "waiting reason"
	return []Entry{
		{Kind: kind, Name: "CreateContainerConfigError", Short: "the kubelet could not put the container's configuration together",
			Means: "The message says why: a ConfigMap or Secret that does not exist, a key that it lacks, an image that would run as " +
				"root under runAsNonRoot, a subPath that cannot be made. It heals by itself once the missing thing is there.",
			Look: "the message; the object that it names, in the same namespace; its keys.", Rules: []string{"config-error"}},
		{Kind: kind, Name: "CreateContainerError", Short: "the runtime refused to create the container",
			Means: "The configuration was complete. Frequent texts: a name that is still reserved by an earlier try (the runtime is " +
				"slow), a mount path that does not exist or is forbidden, no command in image and spec, a device that is missing.",
			Look: "the message; the runtime's log on the node.", Rules: []string{"create-error", "command-error"}},
		{Kind: kind, Name: "RunContainerError", Short: "the container was created and could not be started",
			Means: "Usually the command: not found, not executable, wrong format (another CPU architecture, or a script without its " +
				"first line), or a mount that fails at start. The same failure leaves a terminated state with reason StartError and exit code 128.",
			Look: "the message; command and args of the spec; the image.", Rules: []string{"command-error", "create-error"}},
		{Kind: kind, Name: "PostStartHookError", Short: "the post-start hook failed, so the container was killed",
			Means: "The hook runs beside the container's own process, with no promise which is first. " +
				"If it fails the container is stopped and restarted by policy; the exit code is that of the kill.",
			Look: "the message, which has the hook's output; Event FailedPostStartHook.", Rules: []string{"hook-failure"}},
		{Kind: kind, Name: "PreStartHookError", Also: []string{"PreCreateHookError", "PreStartContainer",
			"m.internalLifecycle.PreStartContainer"}, Short: "a resource manager of the kubelet refused the container",
			Means: "CPU, memory or topology manager could not give what was promised. It is no hook of the Pod's own.",
			Look:  "the message; the kubelet's log; free CPUs and NUMA zones of the node.", Rules: []string{"create-error"}},
		{Kind: kind, Name: "ContainersNotInitialized", Short: "reason of the condition Initialized: init containers are not done",
			Means: "The message lists them.", Look: "podtriage explain Init:", Rules: []string{"init-failure"}},
		{Kind: kind, Name: "DockerDaemonNotReady", Also: []string{"NetworkPluginNotReady", "runtime not ready"},
			Short: "the node's runtime or its network plugin is not ready",
			Means: "Text of a node's Ready condition and of the Events NetworkNotReady: the container runtime has not come up, " +
				"or no network plugin has written its configuration. No Pod with a network of its own can start there.",
			Look:  "the node's condition Ready; the Pods of the network plugin on that node.",
			Rules: []string{"node-lost/not-ready", "sandbox-network"}},
		{Kind: kind, Name: "CreatePodSandboxError", Also: []string{"KillPodSandboxError", "ConfigPodSandboxError", "KillContainerError"},
			Short: "the runtime failed at the Pod's sandbox or at ending a container",
			Means: "Words of the kubelet's log and of the Events FailedCreatePodSandBox, FailedKillPod and FailedSync; " +
				"a container rarely shows them as its reason.",
			Look: "the Event's text: network plugin, pause image, cgroups or the runtime itself.", Rules: []string{"sandbox-network"}},
	}
}
