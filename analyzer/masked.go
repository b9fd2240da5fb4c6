package analyzer

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// masks are what collectors write in place of values that they take out: troubleshoot, must-gather and people's own scripts.
var masks = []string{"***HIDDEN***", "**HIDDEN**", "[REDACTED]", "<REDACTED>", "REDACTED_", "XXXXXX_REDACTED"}

// masked says that the collector took values out of Pods: what is compared by them, such as images and arguments, is unknown.
func masked(s *loader.Snapshot) []Missing {
	n, field := 0, ""
	for _, p := range s.Pods {
		if f := maskedField(&p.Spec); f != "" {
			n++
			field = f
		}
	}
	if n == 0 {
		return nil
	}
	what := "values that the collector masked in " + rules.Count(n, "pod")
	return []Missing{{What: what + ", such as " + field, State: NotInDump,
		Why: "what differs only there looks the same, and what is the same there proves nothing"}}
}

// maskedField is the first field of the Pod that holds a mask, or "".
func maskedField(spec *corev1.PodSpec) string {
	for _, list := range [][]corev1.Container{spec.InitContainers, spec.Containers} {
		for i := range list {
			ct := &list[i]
			switch {
			case isMasked(ct.Image):
				return "image"
			case slices.ContainsFunc(ct.Command, isMasked):
				return "command"
			case slices.ContainsFunc(ct.Args, isMasked):
				return "args"
			case slices.ContainsFunc(ct.Env, func(e corev1.EnvVar) bool { return isMasked(e.Value) }):
				return "env"
			}
		}
	}
	return ""
}

func isMasked(value string) bool {
	return slices.ContainsFunc(masks, func(m string) bool { return strings.Contains(value, m) })
}
