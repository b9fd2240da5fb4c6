package view

import (
	"fmt"
	"strings"
)

// clustersNamed is how many parts of a source that holds several clusters are named.
const clustersNamed = 6

// mixed says that the source holds several clusters, which of them the report is of, and what was left out; or "".
func (v *View) mixed() string {
	read, other, unknown := "", []string(nil), []string(nil)
	for _, c := range v.Source.Clusters {
		switch name := strings.Join(c.Roots, ", "); {
		case c.Read:
			read = name
		case c.Proven:
			other = append(other, name)
		default:
			unknown = append(unknown, name)
		}
	}
	if read == "" {
		return ""
	}
	out := "The source holds several clusters; this report is of one of them only, in " + read + "."
	if len(other) > 0 {
		out += " Of another cluster and left out: " + firstOf(other) + "."
	}
	if len(unknown) > 0 {
		out += " Left out because nothing tells which cluster it is of: " + firstOf(unknown) + "."
	}
	return out
}

func firstOf(names []string) string {
	if n := len(names) - clustersNamed; n > 0 {
		return fmt.Sprintf("%s and %s more", strings.Join(names[:clustersNamed], ", "), Number(n))
	}
	return strings.Join(names, ", ")
}

// Alone are the commands that analyze what was left out because it is of another cluster.
func (v *View) Alone() []string {
	var out []string
	for _, c := range v.Source.Clusters {
		if !c.Read && len(c.Sources) > 0 && len(out) < clustersNamed {
			out = append(out, v.Program+" analyze "+Shell(c.Sources))
		}
	}
	return out
}

// Unpack says what to do where a part that was left out stands inside an archive, or is "".
func (v *View) Unpack() string {
	for _, c := range v.Source.Clusters {
		if !c.Read && len(c.Sources) == 0 {
			return "What was left out inside an archive must be unpacked first, and then be analyzed alone."
		}
	}
	return ""
}
