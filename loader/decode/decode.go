package decode

import (
	"io"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Options change what is kept of objects and how large one may be.
type Options struct {
	Stop          func() error // if set, is asked between documents; its error ends the splitting
	ManagedFields bool         // keep metadata.managedFields, which are most of an object's bytes
	ItemLimit     int          // bytes of one object's text; 0 is 64 MiB

	Kind string // what the name of the file says its objects are, for objects that do not say it themselves
}

// Chunk is a piece of a file that can be decoded alone: one object of a list or one document.
type Chunk struct {
	Kind, APIVersion string // what the list says about its items; the item's own words win
	YAML             bool
	Item             bool   // it is an item of the list that was announced last, not a document of its own
	Line, Column     int    // where it begins; Column only where several objects share a line
	Data             []byte // owned by the Chunk until Decode, which ends it

	opts   Options
	memory *[]byte // that Data is in, to be used again

	// YAML items before it in Data that only hold anchors it refers to, and their lines.
	prior, priorLines int
}

// Object is one decoded object and where it began.
type Object struct {
	Kind         string
	Value        metav1.Object
	Watch        string // type of the watch event that carried it: ADDED, MODIFIED, DELETED; else ""
	Line, Column int
}

// Problem is a part of a file that could not be used. The message never holds a value of the file.
type Problem struct {
	Line    int
	Message string
	Loses   bool // an object, and not only a field of one, is missing because of it
	Cut     bool // the file ends inside a list, so nobody knows what else was in it
}

// LogBlock is the log of a container inside the one-file form of kubectl cluster-info dump.
type LogBlock struct {
	Namespace, Pod, Container string
	Line                      int       // line of the first line of Text
	Text                      io.Reader // valid during the call; what is left unread is skipped
}

// Sink receives what [Split] finds, in the order of the file, from one goroutine. A nil field is not called.
type Sink struct {
	Chunk func(Chunk) error // an error ends Split
	// List is called before the items of a list are handed out. The kind is that of the items, "" where each has its own;
	// items is -1 while unknown.
	List    func(kind, apiVersion string, items int)
	Log     func(LogBlock)
	Problem func(Problem)
}

// Form is what a file turned out to be.
type Form string

// The forms of a file.
const (
	JSON     Form = "json"
	YAML     Form = "yaml"
	Logs     Form = "log"      // lines of a log, or START/END blocks without objects
	Table    Form = "table"    // columns as kubectl get prints them
	Describe Form = "describe" // text of kubectl describe
	Refused  Form = "error"    // the collector's own error in place of objects
	Empty    Form = "empty"
	Binary   Form = "binary"
	Other    Form = "other"
)

// Shape says what a file was and how that was seen.
type Shape struct {
	Form   Form
	Reason string // for humans, such as "looks like the output of kubectl describe"
	Chunks int    // chunks handed out
	Logs   int    // log blocks handed out
}
