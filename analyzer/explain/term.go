package explain

// probes are the words about probes.
func probes() []Entry {
	const kind = "probe"
	return []Entry{
		{Kind: kind, Name: "readiness probe", Also: []string{"readiness", "readinessProbe"},
			Short: "asks whether a container may take requests",
			Means: "A failure takes the Pod out of its Services and restarts nothing. Defaults: every 10 s, " +
				"1 s to answer, 3 failures in a row.",
			Look:  "port, path and scheme against what the program serves; whether a shared dependency takes all Pods out at once.",
			Rules: []string{"readiness"}},
		{Kind: kind, Name: "liveness probe", Also: []string{"liveness", "livenessProbe"}, Short: "asks whether a container must be restarted",
			Means: "After failureThreshold failures in a row the container is killed and started again. " +
				"It should ask only for what a restart would heal: a probe that also asks a database turns the " +
				"database's trouble into restarts everywhere.",
			Apart: "Connection refused: nothing listens there, or not yet. 404: the path. 5xx: the program. Deadline exceeded: " +
				"slow, short of CPU, or the timeout is too short.",
			Look: "the Events Unhealthy and Killing; CPU limits; the time the program needs to start.", Rules: []string{"liveness"}},
		{Kind: kind, Name: "startup probe", Also: []string{"startupProbe", "startup"},
			Short: "holds the other probes back until the program has started",
			Means: "It allows periodSeconds times failureThreshold for the start, then the container is killed. " +
				"While it has not succeeded, no other probe runs.", Look: "how long the program needs, against that product.",
			Rules: []string{"startup-probe"}},
		{Kind: kind, Name: "connection refused", Short: "the machine answered and nothing listens on that port",
			Means: "The program is not up (yet), crashed, listens on another port or only on 127.0.0.1.",
			Look:  "port and address that the program binds.", Rules: []string{"readiness/wrong-port", "liveness/wrong-port",
				"dependency", "image-pull"}},
		{Kind: kind, Name: "no such host", Short: "a name is not known to DNS",
			Means: "A spelling error, a Service that does not exist, or DNS that does not work. " +
				"Pulls use the node's DNS, programs the cluster's.", Look: "the name; the Pods of the cluster's DNS.",
			Rules: []string{"image-pull/dns", "dependency"}},
		{Kind: kind, Name: "context deadline exceeded", Also: []string{"i/o timeout", "timeout"}, Short: "no answer in time",
			Means: "It does not say who is slow: the other side, the network between (policies, firewalls, proxies), or this node.",
			Look:  "whether others reach the same address."},
		{Kind: kind, Name: "statuscode: 404", Also: []string{"404", "503", "HTTP probe failed with statuscode"},
			Short: "the program answered a probe with an HTTP error",
			Means: "The network works. 404: the path or virtual host is wrong. 401, 403: the probe is not let in. 500, 503: " +
				"the program is not well, or waits for something.", Look: "the path of the probe; the program's log.",
			Rules: []string{"readiness", "liveness"}},
	}
}

// terms are words of the reports.
func terms() []Entry {
	const kind = "term"
	return []Entry{
		{Kind: kind, Name: "back-off", Also: []string{"backoff"}, Short: "waiting longer after each failure",
			Means: "Restarts: at once, then 10 s, doubled each time, at most 5 min, reset after 10 min of running. Pulls: 10 s to 5 min. " +
				"Jobs: 10 s to 10 min between Pods.", Look: "the number of restarts tells the step: after 6 it is 5 min."},
		{Kind: kind, Name: "grace period", Also: []string{"terminationGracePeriodSeconds"}, Short: "the time between SIGTERM and SIGKILL",
			Means: "30 s unless set; a pre-stop hook runs within it. A probe may have one of its own.",
			Look:  "exit code 143 within it, 137 at its end."},
		{Kind: kind, Name: "finalizer", Short: "a name on an object that somebody must remove before it can go",
			Means: "A deleted object stays until its list is empty. The controller of that name has work left, or no longer exists.",
			Look:  "metadata.finalizers, and who runs that controller. To remove it by hand skips that work.",
			Rules: []string{"stuck-terminating/finalizer"}},
		{Kind: kind, Name: "taint", Also: []string{"toleration"}, Short: "a mark on a node that keeps Pods away",
			Means: "NoSchedule keeps new Pods away, NoExecute also deletes those that are there. A Pod that tolerates it is exempt.",
			Look:  "spec.taints of the node; who put it there.", Rules: []string{"unschedulable/taint", "node-lost/taint-eviction"}},
		{Kind: kind, Name: "QoS class", Also: []string{"QoS", "BestEffort", "Burstable", "Guaranteed"},
			Short: "who goes first when a node runs short",
			Means: "BestEffort asks for nothing, Burstable for something, Guaranteed for exactly its limits. " +
				"Eviction takes first what uses more than it asked for.", Look: "requests and limits."},
		{Kind: kind, Name: "requests and limits", Also: []string{"requests", "limits", "overcommit"},
			Short: "what a container is promised, and what it may not exceed",
			Means: "The scheduler counts requests only. Limits of memory kill, limits of CPU slow down. " +
				"The sum of limits on a node may exceed what it has.", Look: "usage against both.",
			Rules: []string{"unschedulable/insufficient-resource", "oom"}},
		{Kind: kind, Name: "resource quota", Also: []string{"quota", "ResourceQuota"}, Short: "what a namespace may use in sum",
			Means: "A Pod beyond it is refused at creation, so it never exists and is never Pending.",
			Look:  "Event FailedCreate of the ReplicaSet; kubectl get quota.", Rules: []string{"admission/quota"}},
		{Kind: kind, Name: "restart policy", Also: []string{"restartPolicy"}, Short: "whether an ended container is started again",
			Means: "Always is the default; OnFailure spares exit code 0; Never leaves it. Init containers with Always are sidecars. " +
				"From Kubernetes 1.35 on, rules by exit code may stand before it.", Look: "spec.restartPolicy."},
		{Kind: kind, Name: "event counts", Also: []string{"event-counts", "events"}, Short: "why Events tell less than happened",
			Means: `Events are dropped an hour after their last repeat. A repeat only raises the count, so of 40 times only the first and the last are known. A kubelet writes 25 Events about one Pod at once, then one in 5 minutes;
ten texts that differ become one "(combined from similar events)". The status counts better than Events do.`,
			Look: "restartCount, and first and last time of the Event."},
		{Kind: kind, Name: "capture time", Also: []string{"dump time", "as of the dump"}, Short: "when the dump was taken",
			Means: "Ages and all that is overdue are judged by it, never by today's clock. It is inferred from file times or the " +
				"newest record, and --now overrides it.", Look: "podtriage inspect."},
		{Kind: kind, Name: "confidence", Also: []string{"confirmed", "likely", "possible"}, Short: "how well a cause is proved",
			Means: "confirmed: a component of Kubernetes said so in this dump. likely: several records agree. possible: " +
				"one of several readings, all of them named.", Look: "evidence and ruled out of the incident."},
		{Kind: kind, Name: "sandbox", Also: []string{"pause", "pod sandbox"},
			Short: "the frame of a Pod: its network and namespaces, held by the pause container",
			Means: "It is made before any container. When it is lost, all containers of the Pod are made again " +
				"and the Pod may get another address.", Look: "Events FailedCreatePodSandBox and SandboxChanged.", Rules: []string{"sandbox-network"}},
		{Kind: kind, Name: "stale environment", Also: []string{"ConfigMap changed", "configMapKeyRef", "secretKeyRef"},
			Short: "environment variables are read once, at the start",
			Means: "A ConfigMap or Secret that changes later reaches mounted files, after a minute or so, but no running process's " +
				"environment. Pods of one workload may then differ.",
			Look: "when the object changed against when the container started; kubectl rollout restart.", Rules: []string{"config-error"}},
		{Kind: kind, Name: "RBAC", Also: []string{"forbidden", "ServiceAccount", "Role", "RoleBinding"},
			Short: "what a ServiceAccount may do",
			Means: "A program that asks the API server needs a Role and a binding. " +
				"A Pod that only uses a ConfigMap or Secret in its spec needs none.",
			Look:  "the log: \"is forbidden: User system:serviceaccount:...\"; kubectl auth can-i --list --as system:serviceaccount:NS:NAME.",
			Rules: []string{"admission/service-account", "app-crash"}},
	}
}
