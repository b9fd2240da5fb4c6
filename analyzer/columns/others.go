package columns

import (
	"slices"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

// FindIn finds the kind as Find does, and beyond it kinds that have no table of their own but are in the Snapshot: of those a
// dump keeps the name and the age.
func FindIn(s *loader.Snapshot, name string) (Kind, bool) {
	if k, ok := Find(name); ok {
		return k, true
	}
	name, group, _ := strings.Cut(strings.ToLower(name), ".")
	for _, o := range s.Others {
		kind := strings.ToLower(o.Kind)
		api, _, _ := strings.Cut(o.APIVersion, "/")
		if !slices.Contains([]string{kind, kind + "s", kind + "es", strings.TrimSuffix(kind, "y") + "ies"}, name) || group != "" && group != api {
			continue
		}
		return table(o.Kind, o.APIVersion, kind+"s", "NAME,AGE", func(s *loader.Snapshot) []*loader.Other {
			return slices.DeleteFunc(slices.Clone(s.Others), func(x *loader.Other) bool { return x.TypeMeta != o.TypeMeta })
		}, nameAge[*loader.Other]), true
	}
	return Kind{}, false
}
