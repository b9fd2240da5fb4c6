package message

import (
	"regexp"
	"strconv"
)

// Scaling is a Deployment controller's Event ScalingReplicaSet, in any of its three wordings.
type Scaling struct {
	Up         bool
	ReplicaSet string
	From, To   int // From is -1 up to Kubernetes 1.26, which did not say it
}

var (
	scaledTo   = regexp.MustCompile(`^Scaled (up|down) replica set (\S+) to (\d+)(?: from (\d+))?$`)
	scaledFrom = regexp.MustCompile(`^Scaled (up|down) replica set (\S+) from (\d+) to (\d+)$`)
)

// ParseScaling reads a Scaling.
func ParseScaling(text string) (s Scaling, ok bool) {
	if m := scaledFrom.FindStringSubmatch(text); m != nil {
		return Scaling{m[1] == "up", m[2], number(m[3]), number(m[4])}, true
	}
	if m := scaledTo.FindStringSubmatch(text); m != nil {
		s = Scaling{m[1] == "up", m[2], -1, number(m[3])}
		if m[4] != "" {
			s.From = number(m[4])
		}
		return s, true
	}
	return Scaling{}, false
}

// FailurePolicy is a Job's end by its podFailurePolicy: the message of the Event or of the condition.
type FailurePolicy struct {
	Pod       string // namespace/name
	Container string
	ExitCode  int
	Condition string // set when a Pod condition matched, not an exit code
	Action    string
	Rule      int // index in spec.podFailurePolicy.rules
}

var (
	policyExit      = regexp.MustCompile(`^Container (\S+) for pod (\S+) failed with exit code (-?\d+) matching (\w+) rule at index (\d+)`)
	policyCondition = regexp.MustCompile(`^Pod (\S+) has condition (\S+) matching (\w+) rule at index (\d+)`)
)

// ParseFailurePolicy reads a FailurePolicy.
func ParseFailurePolicy(text string) (p FailurePolicy, ok bool) {
	if m := policyExit.FindStringSubmatch(text); m != nil {
		return FailurePolicy{Pod: m[2], Container: m[1], ExitCode: number(m[3]), Action: m[4], Rule: number(m[5])}, true
	}
	if m := policyCondition.FindStringSubmatch(text); m != nil {
		return FailurePolicy{Pod: m[1], Condition: m[2], Action: m[3], Rule: number(m[4])}, true
	}
	return FailurePolicy{}, false
}

var (
	preemptedBy    = regexp.MustCompile(`^Preempted by (?:a )?(?:pod|podgroup) ?(\S+)? ?on node (\S+?)[.]?(?: \(in .*)?$`)
	preemptedByPod = regexp.MustCompile(`^Preempted by ([^\s/]+/\S+) on node (\S+)$`)
)

// Preemption is an Event Preempted of a victim.
type Preemption struct {
	Pod  string // namespace/name up to Kubernetes 1.26, else ""
	UID  string // from 1.30 on, else ""
	Node string
}

// ParsePreemption reads a Preemption.
func ParsePreemption(text string) (p Preemption, ok bool) {
	if m := preemptedByPod.FindStringSubmatch(text); m != nil {
		return Preemption{Pod: m[1], Node: m[2]}, true
	}
	if m := preemptedBy.FindStringSubmatch(text); m != nil {
		return Preemption{UID: m[1], Node: m[2]}, true
	}
	return Preemption{}, false
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}
