package change

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// mostFields is how many differences a sentence names.
const mostFields = 4

// Templates says in one sentence how two pod templates differ; "" if they do not.
func Templates(old, now *corev1.PodTemplateSpec) string {
	fields := templateFields(old, now)
	if len(fields) == 0 {
		return ""
	}
	return describe(fields, len(now.Spec.Containers) == 1)
}

// describe is the differences as one sentence. With a single container its name says nothing and is left out.
func describe(fields []Field, single bool) string {
	if len(fields) == 0 {
		return "nothing in the pod template differs"
	}
	var parts []string
	for i, f := range fields {
		if i == mostFields {
			parts = append(parts, "and "+plural(len(fields)-i, "more field", "more fields"))
			break
		}
		parts = append(parts, f.text(single))
	}
	return strings.Join(parts, "; ")
}

// text is such as "limits.memory 512Mi -> 256Mi" or "env LOG_LEVEL changed".
func (f Field) text(single bool) string {
	path := strings.TrimPrefix(f.Path, "spec.")
	if path == "metadata.annotations."+restartAnnotation {
		return "restarted with kubectl rollout restart"
	}
	owner := ""
	if kind, rest, ok := strings.Cut(path, "["); ok && strings.HasSuffix(kind, "ontainers") {
		name, field, found := strings.Cut(rest, "].")
		if found {
			path = strings.TrimPrefix(field, "resources.")
			if !single || kind != "containers" {
				owner = name + ": "
			}
		}
	}
	if name, ok := strings.CutPrefix(path, "env["); ok {
		name, _, _ = strings.Cut(name, "]")
		return owner + "env " + name + " " + f.verb()
	}
	if f.Old == none || f.New == none {
		return owner + path + " " + f.verb() + detail(f)
	}
	return owner + path + " " + f.Old + " -> " + f.New
}

func (f Field) verb() string {
	switch {
	case f.Old == none:
		return "added"
	case f.New == none:
		return "removed"
	}
	return "changed"
}

func detail(f Field) string {
	v := f.New
	if v == none {
		v = f.Old
	}
	if v == "present" || v == hidden {
		return ""
	}
	return " (" + v + ")"
}
