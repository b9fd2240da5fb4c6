package analyzer

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCompareVersions(t *testing.T) {
	want := []string{"v1.7.2", "v1.8.4", "v1.20.0", "v1.20.0-rc.1+k3s1", "v1.20.10", "v1.20.10-gke.100", "v2.0.0", "", "unknown"}
	got := slices.Clone(want)
	slices.Sort(got)
	slices.SortFunc(got, compareVersions)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
