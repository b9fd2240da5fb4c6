package message

import (
	"regexp"
	"strings"
)

// Rejection is why a kubelet refused a Pod that was bound to its node: status.reason and status.message of the Pod, or the
// reason and message of the kubelet's Event (pkg/kubelet/lifecycle/predicate.go, v1.37).
type Rejection struct {
	Kind                      RejectionKind
	Resource                  string // of OutOf
	Requested, Used, Capacity string // milli-cores or plain units, as written
	Text                      string // the message without its prefixes
}

// RejectionKind is the class of a kubelet's refusal.
type RejectionKind string

// The kinds of rejections.
const (
	OutOf             RejectionKind = "resource"
	RejectedSelector  RejectionKind = "selector"
	RejectedPort      RejectionKind = "host port"
	RejectedTaint     RejectionKind = "taint"
	RejectedNodeName  RejectionKind = "node name"
	RejectedDevice    RejectionKind = "device"   // the device or CPU manager could not allocate
	RejectedTopology  RejectionKind = "topology" // topology manager
	RejectedSysctl    RejectionKind = "sysctl"
	RejectedFeature   RejectionKind = "feature" // the node cannot run such a Pod at all
	RejectedVolume    RejectionKind = "volume count"
	RejectedOther     RejectionKind = "other"
	RejectedShutdown  RejectionKind = "shutdown"
	RejectedCondition RejectionKind = "node condition"
)

var rejections = map[string]RejectionKind{
	"NodeAffinity": RejectedSelector, "MatchNodeSelector": RejectedSelector, "NodeSelectorMismatching": RejectedSelector,
	"NodePorts": RejectedPort, "PodFitsHostPorts": RejectedPort, "HostPortConflict": RejectedPort,
	"TaintToleration": RejectedTaint, "PodToleratesNodeTaints": RejectedTaint,
	"NodeName": RejectedNodeName, "HostName": RejectedNodeName,
	"UnexpectedAdmissionError": RejectedDevice, "SMTAlignmentError": RejectedTopology, "TopologyAffinityError": RejectedTopology,
	"EmptyPodSharedPoolError": RejectedTopology, "ResourceAllocationError": RejectedTopology,
	"SysctlForbidden": RejectedSysctl, "AppArmor": RejectedFeature, "PodOSNotSupported": RejectedFeature,
	"PodOSSelectorNodeLabelDoesNotMatch": RejectedFeature, "PodLevelResourcesNotSupported": RejectedFeature,
	"PodFeatureUnsupported": RejectedFeature, "SupplementalGroupsPolicyNotSupported": RejectedFeature,
	"InitContainerRestartPolicyForbidden": RejectedFeature, "VolumeAttachmentLimitExceeded": RejectedVolume,
	"InvalidNodeInfo": RejectedOther, "UnknownReason": RejectedOther, "UnexpectedPredicateFailureType": RejectedOther,
	"NodeShutdown": RejectedShutdown, "ExceededMaxPods": OutOf, "InsufficientFreeCPU": OutOf, "InsufficientFreeMemory": OutOf,
	"OutOfDisk": RejectedCondition, "InsufficientFreeResource": OutOf, "CapacityExceeded": OutOf,
}

var outOf = regexp.MustCompile(`Node didn't have enough (?:resource|capacity): ([\w./-]+), requested: (\d+), used: (\d+), capacity: (\d+)`)

// noVictims is how the kubelet says what a critical Pod lacks when it found no Pod to end for it.
var noVictims = regexp.MustCompile(`no set of running pods found to reclaim resources: \[\(res: ([\w./-]+), q: \d+\)`)

// ParseRejection reads the reason and the message of a refusal. ok is false when the reason is not one of a kubelet's refusals.
func ParseRejection(reason, text string) (r Rejection, ok bool) {
	kind, ok := rejections[reason]
	resource := ""
	if rest, is := strings.CutPrefix(reason, "OutOf"); !ok && is {
		kind, resource, ok = OutOf, rest, true
	}
	if !ok {
		return Rejection{}, false
	}
	r = Rejection{Kind: kind, Resource: resource, Text: rejectionText(text)}
	if m := outOf.FindStringSubmatch(text); m != nil {
		r.Resource, r.Requested, r.Used, r.Capacity = m[1], m[2], m[3], m[4]
	}
	if m := noVictims.FindStringSubmatch(text); m != nil {
		r.Kind, r.Resource = OutOf, m[1]
	}
	return r, true
}

func rejectionText(text string) string {
	text = strings.TrimSpace(text)
	for _, p := range []string{"Pod was rejected: ", "Pod "} {
		if rest, ok := strings.CutPrefix(text, p); ok {
			return rest
		}
	}
	return text
}
