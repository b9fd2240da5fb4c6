package analyzer

import (
	"cmp"

	"k8s.io/apimachinery/pkg/util/version"
)

// compareVersions orders versions of Kubernetes, older first: v1.8.4 before v1.20.0. What is none comes last, as text.
func compareVersions(x, y string) int {
	xv, xe := version.ParseGeneric(x)
	yv, ye := version.ParseGeneric(y)
	switch {
	case xe == nil && ye == nil && !xv.EqualTo(yv):
		if xv.LessThan(yv) {
			return -1
		}
		return 1
	case (xe == nil) != (ye == nil):
		if xe == nil {
			return -1
		}
		return 1
	}
	return cmp.Compare(x, y)
}
