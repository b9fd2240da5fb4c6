package rules

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader"
)

// clusterRules are the rules about the API itself and what extends it, most specific first.
var clusterRules = []*Rule{certificateExpired, apiServiceDown, certificateRequest, leaderChanges, storageOfAPI, serviceAddress, notActedOn,
	deviceUnhealthy, ownerGone, otherResizeWaits}

// others lists the objects of a kind and API group that have no type of their own.
func (c *Context) others(group string, kinds ...string) []*loader.Other {
	var out []*loader.Other
	for _, o := range c.Snapshot.Others {
		if o.Group() == group && slices.Contains(kinds, o.Kind) {
			out = append(out, o)
		}
	}
	return out
}

// otherCondition returns the condition of that type, or nil.
func otherCondition(list []metav1.Condition, kind string) *metav1.Condition {
	for i := range list {
		if list[i].Type == kind {
			return &list[i]
		}
	}
	return nil
}
