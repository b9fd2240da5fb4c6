// Package rules holds every kind of failure that podtriage recognizes, each as one [Rule] value in a file of its own.
//
// In goes a read-only [Context]: the Snapshot, the Pods with their kubectl row, the timelines. Out come Findings. A rule
// does not print, sort, read a clock or know of other rules; the list in list.go is the precedence, most specific first.
package rules

import (
	"slices"
	"time"

	"github.com/podtriage/podtriage/loader"
)

// Rule is one recognizable kind of failure.
type Rule struct {
	ID     string // category/cause, such as image-pull/not-found; the category is one of the report contract's
	Title  string // what it is, as an index shows it
	Doc    string // what it means, how it is told apart, what to do; plain text, indented blocks
	Detect func(*Context) []Finding
}

// Severity says how bad a Finding is at capture time.
type Severity string

// The severities. Error: something is down or degraded now. Warning: it was, or will be. Info: worth knowing.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Rank orders severities, the worst last; 0 is none of them.
func (s Severity) Rank() int { return slices.Index([]Severity{Info, Warning, Error}, s) + 1 }

// Confidence says how well the cause is proved.
type Confidence string

const (
	// Confirmed: a Kubernetes component recorded this very fact and nothing contradicts it.
	Confirmed Confidence = "confirmed"
	// Likely: at least two records agree, or one record and a documented default.
	Likely Confidence = "likely"
	// Possible: one of several readings, all of them named.
	Possible Confidence = "possible"
)

// Finding is one object's fault.
type Finding struct {
	Rule       string // the rule's ID; set by Run
	Severity   Severity
	Confidence Confidence

	Subject   loader.Ref   // what is broken, usually a Pod
	Container string       // the container of Subject that it is about, if one
	Affected  []loader.Ref // Pods that are broken by it, when Subject is not the Pod itself
	Culprit   Culprit      // the object at fault

	// Group joins Findings of one category that share a cause, such as "registry.example.com" or "Node worker-2". Findings without
	// a Group are joined by the workload of their Subject.
	Group string
	// Symptom marks a Finding that stands alone only where no other Finding explains its object: "2 of 3 replicas available".
	Symptom bool

	Title   string // what is wrong, without the object's name: "image tag does not exist"; at most 72 characters with it
	Cause   string // the mechanism in one or two sentences, with names and numbers
	Trigger string // what changed just before, if anything did
	Note    string // what would mislead the reader, if anything

	Evidence []Evidence // never empty
	RuledOut []string   // usual explanations that the dump contradicts, with why
	Unknown  []string   // what the dump cannot show
	Next     []Step

	First, Last time.Time // when it was seen first and last; zero is unknown
}

// Culprit is the object at fault and the field of it.
type Culprit struct {
	loader.Ref
	Field string `json:"field,omitempty"`
}

// Evidence is a place in the dump and what stands there, word for word.
type Evidence struct {
	ID     string    `json:"id"` // E1, E2 … in reading order; set by the analyzer
	File   string    `json:"file"`
	Line   int       `json:"line"`
	Object string    `json:"object,omitempty"` // such as "Pod shop/api-0"
	Field  string    `json:"field,omitempty"`  // such as status.containerStatuses[app].lastState.terminated
	At     time.Time `json:"at,omitzero"`
	Until  time.Time `json:"until,omitzero"`
	Count  int       `json:"count,omitempty"`
	Text   string    `json:"text"`
}

// Step is something to do next.
type Step struct {
	Kind    StepKind `json:"kind"`
	Text    string   `json:"text"`
	Command string   `json:"command,omitempty"` // complete, to be pasted
}

// StepKind says what a Step does.
type StepKind string

// Ask: data to request. Check: a question to another system, read only. Fix: changes the cluster; only for causes that
// are confirmed or likely.
const (
	Ask   StepKind = "ask"
	Check StepKind = "check"
	Fix   StepKind = "fix"
)
