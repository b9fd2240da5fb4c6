package loader

import (
	"cmp"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Ref names one object. Without its UID it is a key: see [Ref.Key].
type Ref struct {
	Kind      string    `json:"kind"`
	Namespace string    `json:"namespace,omitempty"` // empty for cluster-scoped kinds
	Name      string    `json:"name"`
	UID       types.UID `json:"uid,omitempty"`
}

// Key returns the Ref without its UID, so that it compares by kind, namespace and name.
func (r Ref) Key() Ref { r.UID = ""; return r }

// IsZero reports whether the Ref names nothing.
func (r Ref) IsZero() bool { return r.Kind == "" && r.Name == "" }

// String is "Kind namespace/name", or "Kind name" for cluster-scoped objects.
func (r Ref) String() string { return r.Kind + " " + r.Path() }

// Path is "namespace/name", or the name alone for cluster-scoped objects.
func (r Ref) Path() string {
	if r.Namespace == "" {
		return r.Name
	}
	return r.Namespace + "/" + r.Name
}

// Compare orders Refs by kind, namespace, name and UID.
func (r Ref) Compare(o Ref) int {
	if c := cmp.Compare(r.Kind, o.Kind); c != 0 { // one by one: cmp.Or would compare all of them
		return c
	}
	if c := cmp.Compare(r.Namespace, o.Namespace); c != 0 {
		return c
	}
	if c := cmp.Compare(r.Name, o.Name); c != 0 {
		return c
	}
	return cmp.Compare(r.UID, o.UID)
}

// RefOf returns the Ref of an object that is known to be of the given kind.
func RefOf(kind string, o metav1.Object) Ref {
	return Ref{Kind: kind, Namespace: o.GetNamespace(), Name: o.GetName(), UID: o.GetUID()}
}

// Position is a place in the source: a file as the archive names it and the first line of what is meant.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`   // 1-based; 0 is unknown
	Column int    `json:"column,omitempty"` // 1-based; set only where several objects share a line
}

// String is file:line, or the file where the line is unknown.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// Problem is a part of the source that could not be used.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Message string `json:"message"`
	// Loses says that Pods or Events may be missing because of it: the report is then of a damaged source (exit 4).
	Loses bool `json:"loses,omitempty"`
	// Apart says that nothing is wrong with the file: it is not, or not known to be, of the cluster that was read; without Loses it was
	// read, and is of several.
	Apart bool `json:"apart,omitempty"`
}
