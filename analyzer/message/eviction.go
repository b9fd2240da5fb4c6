package message

import (
	"regexp"
	"strings"
)

// EvictionKind is the ground on which a kubelet ended or refused a Pod.
type EvictionKind int

// The kinds of evictions.
const (
	EvictionOther      EvictionKind = iota // text that no version is known to write
	EvictionPressure                       // the node ran short of a resource
	EvictionAdmission                      // the Pod never ran: the node already had a pressure condition
	EvictionEmptyDir                       // an emptyDir volume grew past its sizeLimit
	EvictionContainer                      // one container passed its own ephemeral-storage limit
	EvictionPodStorage                     // the Pod passed the sum of its ephemeral-storage limits
)

// Eviction is what the text of an eviction says. Amounts are as written.
type Eviction struct {
	Kind       EvictionKind
	Resource   string   // memory, ephemeral-storage, inodes or pids; as written where unknown
	Conditions []string // of an admission, such as MemoryPressure
	Threshold  string
	Available  string
	Limit      string // of a limit eviction
	Container  string // of a container's own limit
	Volume     string // of an emptyDir
	Usage      []EvictionUsage
}

// EvictionUsage is a container (or the whole Pod) that used more than it requested.
type EvictionUsage struct {
	Pod           bool
	Name          string
	Used, Request string
}

// Sources: pkg/kubelet/eviction/helpers.go and eviction_manager.go, v1.2 to v1.37.
var (
	evictionResource  = regexp.MustCompile(`(?i)node was low on (?:resource: ?\[?([A-Za-z0-9.-]+?)\]?\.(?: |$)|(compute resources))`)
	evictionThreshold = regexp.MustCompile(`(?i)threshold quantity: ([^,]+), available: ([^ ]+?)\.(?: |$)`)
	evictionUsage     = regexp.MustCompile(`(?i)(container|pod) (\S+) was using ([^ ,]+), (?:which exceeds its )?request (?:of|is) ([^ ,]+?)(?:, has larger consumption of \S+?)?\.(?: |$)`)
	evictionCondition = regexp.MustCompile(`(?i)the node had condition: ?\[([^\]]*)\]`)
	evictionEmptyDir  = regexp.MustCompile(`(?i)usage of emptydir volume "?([^" ]+)"? exceeds the limit "?([^" ]+?)"?\.? *$`)
	evictionPodLimit  = regexp.MustCompile(`(?i)pod ephemeral local storage usage exceeds the total limit of containers "?([^" ]+?)"?\.? *$`)
	evictionContainer = regexp.MustCompile(`(?i)container "?([^" ]+)"? exceeded its local ephemeral storage limit "?([^" ]+?)"?\.? *$`)
)

// ParseEviction reads the message of an Evicted Event or of a Pod whose status.reason is Evicted.
func ParseEviction(text string) Eviction {
	if m := evictionEmptyDir.FindStringSubmatch(text); m != nil {
		return Eviction{Kind: EvictionEmptyDir, Resource: "ephemeral-storage", Volume: m[1], Limit: m[2]}
	}
	if m := evictionPodLimit.FindStringSubmatch(text); m != nil {
		return Eviction{Kind: EvictionPodStorage, Resource: "ephemeral-storage", Limit: m[1]}
	}
	if m := evictionContainer.FindStringSubmatch(text); m != nil {
		return Eviction{Kind: EvictionContainer, Resource: "ephemeral-storage", Container: m[1], Limit: m[2]}
	}
	if m := evictionCondition.FindStringSubmatch(text); m != nil {
		return Eviction{Kind: EvictionAdmission, Conditions: strings.FieldsFunc(m[1], func(r rune) bool { return r == ' ' || r == ',' })}
	}
	m := evictionResource.FindStringSubmatch(text)
	if m == nil {
		return Eviction{}
	}
	e := Eviction{Kind: EvictionPressure, Resource: evictedResource(m[1])}
	if t := evictionThreshold.FindStringSubmatch(text); t != nil {
		e.Threshold, e.Available = t[1], t[2]
	}
	for _, u := range evictionUsage.FindAllStringSubmatch(text, -1) {
		e.Usage = append(e.Usage, EvictionUsage{Pod: strings.EqualFold(u[1], "pod"), Name: u[2], Used: u[3], Request: u[4]})
	}
	return e
}

// evictedResource maps the words of old kubelets (signal names up to 1.8) to the resource.
func evictedResource(word string) string {
	switch strings.ToLower(word) {
	case "", "memory", "memorypressure", "memory.available", "allocatablememory.available":
		return "memory"
	case "diskpressure", "nodefs", "imagefs", "containerfs", "nodefs.available", "imagefs.available", "storage", "ephemeral-storage":
		return "ephemeral-storage"
	case "inodes", "nodefsinodes", "imagefsinodes", "nodefs.inodesfree", "imagefs.inodesfree":
		return "inodes"
	case "pidpressure", "pids", "pid", "pid.available":
		return "pids"
	}
	return word
}
