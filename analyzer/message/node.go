package message

import "strings"

// NodeFault is a reason why a node is not ready.
type NodeFault int

// The faults of nodes.
const (
	NodeOther      NodeFault = iota
	NodeSilent               // the kubelet stopped posting its status
	NodeNever                // the kubelet never posted a status
	NodeRuntime              // the container runtime does not answer
	NodePLEG                 // the kubelet cannot list containers in time
	NodeNetwork              // no CNI configuration, or the network plugin is down
	NodeCSI                  // CSINode is not initialized
	NodeShutdown             // a graceful shutdown is under way
	NodeCapacity             // the kubelet could not read the machine's capacity
	NodeKubeletRun           // the kubelet's own start-up is not complete
)

// Words is the fault as a clause.
func (f NodeFault) Words() string {
	return [...]string{
		"for a reason that no version of the kubelet is known to write", "its kubelet stopped reporting", "its kubelet never reported",
		"its container runtime does not answer", "its kubelet cannot list containers in time (PLEG)", "its pod network is not set up (CNI)",
		"its CSI drivers are not registered yet", "it is shutting down", "its kubelet cannot read the machine's capacity",
		"its kubelet is still starting",
	}[f]
}

// Source: pkg/kubelet/nodestatus/setters.go, pkg/kubelet/runtime.go, node_lifecycle_controller.go, v1.0 to v1.37.
var nodeTexts = []struct {
	part  string
	fault NodeFault
}{
	{"stopped posting node status", NodeSilent},
	{"never posted node status", NodeNever},
	{"node is shutting down", NodeShutdown},
	{"container runtime is down", NodeRuntime},
	{"container runtime not ready", NodeRuntime},
	{"runtimeready=false", NodeRuntime},
	{"failed docker version", NodeRuntime},
	{"cannot connect to the docker daemon", NodeRuntime},
	{"pleg is not healthy", NodePLEG},
	{"pleg was last seen active", NodePLEG},
	{"networkready=false", NodeNetwork},
	{"network plugin is not ready", NodeNetwork},
	{"network plugin returns error", NodeNetwork},
	{"cni config uninitialized", NodeNetwork},
	{"cni plugin not initialized", NodeNetwork},
	{"network not ready", NodeNetwork},
	{"networkunavailable", NodeNetwork},
	{"configurecbr0", NodeNetwork},
	{"csinode is not yet initialized", NodeCSI},
	{"missing node capacity", NodeCapacity},
	{"container runtime status check may not have completed", NodeKubeletRun},
}

// ParseNodeReady reads the message of a node's Ready condition that is not True; several faults may stand in one message.
func ParseNodeReady(text string) []NodeFault {
	low := strings.ToLower(text)
	var out []NodeFault
	seen := map[NodeFault]bool{}
	for _, t := range nodeTexts {
		if strings.Contains(low, t.part) && !seen[t.fault] {
			seen[t.fault] = true
			out = append(out, t.fault)
		}
	}
	return out
}

// badWhenTrue are the node conditions that declare trouble by True: those of the kubelet and of node-problem-detector
// (config/*.json of v0.8 to v1.35). A type that is not declared says nothing about good and bad.
var badWhenTrue = map[string]string{
	"MemoryPressure": "is short of memory", "DiskPressure": "is short of disk space or inodes", "PIDPressure": "is short of process ids",
	"NetworkUnavailable": "has no pod network", "OutOfDisk": "is out of disk space",
	"KernelDeadlock": "has a deadlock in its kernel", "ReadonlyFilesystem": "has a file system that went read-only",
	"XfsShutdown": "has an XFS file system that shut down", "CperHardwareErrorFatal": "reported a fatal hardware error",
	"CorruptDockerOverlay2": "has a corrupt image store", "KubeletUnhealthy": "has an unhealthy kubelet",
	"ContainerRuntimeUnhealthy": "has an unhealthy container runtime", "FrequentKubeletRestart": "restarts its kubelet again and again",
	"KubeletProblem": "has an unhealthy kubelet", "ContainerRuntimeProblem": "has an unhealthy container runtime",
	"FilesystemCorruptionProblem": "has a corrupt file system", "FrequentDockerRestart": "restarts docker again and again",
	"FrequentContainerdRestart":   "restarts containerd again and again",
	"FrequentUnregisterNetDevice": "cannot release network devices", "ConntrackFullProblem": "has a full connection table",
	"ConntrackFull": "has a full connection table", "NTPProblem": "has no time synchronization", "DNSUnreachable": "cannot reach DNS",
	"IptablesVersionsMismatchProblem": "mixes two iptables versions", "DockerContainerStartupFailure": "cannot start containers",
}

// badWhenFalse are the node conditions that declare trouble by False: those of the EKS node monitoring agent.
var badWhenFalse = map[string]string{
	"KernelReady": "has trouble with its kernel", "NetworkingReady": "has trouble with its network",
	"StorageReady": "has trouble with its storage", "ContainerRuntimeReady": "has trouble with its container runtime",
	"AcceleratedHardwareReady": "has trouble with its accelerator",
}

// JudgeCondition judges a node condition by its declared polarity. Known is false for types whose polarity is not
// declared: they are never trouble by themselves. Words complete "node X …".
func JudgeCondition(kind, status string) (bad, known bool, words string) {
	if kind == "Ready" {
		return status != "True", true, "is not ready"
	}
	if words, known = badWhenFalse[kind]; known {
		return status == "False", true, words
	}
	words, known = badWhenTrue[kind]
	return known && status == "True", known, words
}
