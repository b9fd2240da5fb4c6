package decode

import "slices"

// guess finds the kind of an object that has none, and whether it is Go-internal JSON, by the fields it has.
func (j *job) guess(at int, h head) head {
	if h.metadata < 0 && slices.Contains(h.keys, "Name") && slices.Contains(h.keys, "ResourceVersion") {
		h.internal = true
	}
	has := func(keys ...string) bool {
		for _, k := range keys {
			if !containsFold(h.keys, k) {
				return false
			}
		}
		return true
	}
	switch {
	case has("involvedObject"), has("regarding", "reason"):
		h.kind = "Event"
	case has("reason", "message", "lastTimestamp"): // OpenShift Insights writes Events without their object
		h.kind = "Event"
	case h.metadata < 0 && !h.internal:
	case has("subsets"):
		h.kind = "Endpoints"
	case has("endpoints", "addressType"):
		h.kind = "EndpointSlice"
	case h.spec >= 0:
		h.kind = kindOfSpec(j.keysOf(h.spec), j.keysOf(h.status))
	}
	return h
}

// kindOfSpec tells a kind by the keys of spec and status.
func kindOfSpec(spec, status []string) string {
	for _, s := range signs {
		if containsAll(spec, s.spec) && containsAll(status, s.status) {
			return s.kind
		}
	}
	return ""
}

// signs are the fields that only one kind has, the most telling first.
var signs = []struct {
	kind         string
	spec, status []string
}{
	{"Pod", []string{"containers"}, nil},
	{"Node", nil, []string{"nodeInfo"}},
	{"CronJob", []string{"jobTemplate"}, nil},
	{"Job", []string{"template", "backoffLimit"}, nil},
	{"Job", []string{"template", "completions"}, nil},
	{"StatefulSet", []string{"template", "serviceName"}, nil},
	{"DaemonSet", []string{"template"}, []string{"desiredNumberScheduled"}},
	{"DaemonSet", []string{"template", "updateStrategy"}, nil},
	{"Deployment", []string{"template", "strategy"}, nil},
	{"ReplicaSet", []string{"template", "selector", "replicas"}, nil},
	{"Service", []string{"ports", "clusterIP"}, nil},
	{"Service", []string{"sessionAffinity"}, nil},
	{"HorizontalPodAutoscaler", []string{"scaleTargetRef"}, nil},
	{"PersistentVolume", []string{"accessModes", "capacity"}, nil},
	{"PersistentVolumeClaim", []string{"accessModes", "resources"}, nil},
	{"ResourceQuota", []string{"hard"}, nil},
	{"LimitRange", []string{"limits"}, nil},
}

// keysOf returns the keys of the object at data[at].
func (j *job) keysOf(at int) []string {
	if at < 0 || j.data[at] != '{' {
		return nil
	}
	h, _ := headOf(j.data, at, false)
	return h.keys
}
