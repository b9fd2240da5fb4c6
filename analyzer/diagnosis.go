package analyzer

import (
	"time"

	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

// Schema names the report contract (docs/json.md).
const Schema = "podtriage.report/v1"

// Diagnosis is what is wrong with the cluster in a dump. Its JSON form is the report contract; every report is drawn from
// it alone, so a saved one can be rendered again.
type Diagnosis struct {
	Schema      string              `json:"schema"`
	Tool        Tool                `json:"tool"`
	Source      loader.Source       `json:"source"`
	Capture     Capture             `json:"capture"`
	Coverage    Coverage            `json:"coverage"`
	Problems    []loader.Problem    `json:"problems"`
	Missing     []Missing           `json:"missing"` // what the dump cannot show
	Summary     Summary             `json:"summary"`
	Focus       *Focus              `json:"focus,omitempty"` // only where a complaint was named
	Incidents   []incident.Incident `json:"incidents"`
	Unexplained []Unexplained       `json:"unexplained"`       // unhealthy Pods without a cause
	SetAside    []SetAside          `json:"setAside"`          // loud facts that explain nothing that is failing now
	Hidden      []Hidden            `json:"hidden,omitempty"`  // incidents left out on request
	Hygiene     []Hygiene           `json:"hygiene,omitempty"` // only where it was asked for
	Pods        []Pod               `json:"pods"`
	Changes     []change.Change     `json:"changes"`
	Timelines   []timeline.Timeline `json:"timelines"`
	Redaction   Redaction           `json:"redaction,omitzero"` // set in reports
}

// Tool says which program made the report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Redaction says how secrets were taken out of a report, and how many of each kind.
type Redaction struct {
	Mode     string         `json:"mode"` // default, strict or off
	Replaced map[string]int `json:"replaced"`
}

// Capture says when the dump was taken, how that is known, and how far back its Events go.
type Capture struct {
	Time        time.Time `json:"time,omitzero"`
	Earliest    time.Time `json:"earliest,omitzero"`
	Basis       string    `json:"basis"`
	EventsSince time.Time `json:"eventsSince,omitzero"`
}

// Coverage says what was collected.
type Coverage struct {
	Objects      map[string]int `json:"objects"`
	Namespaces   []string       `json:"namespaces"`
	NotCollected []string       `json:"notCollected"`
	Logs         int            `json:"logs"`     // containers' logs
	Kubelets     []string       `json:"kubelets"` // versions of the nodes' kubelets
}

// Summary counts Pods at capture time.
type Summary struct {
	Pods        int `json:"pods"`
	Unhealthy   int `json:"unhealthy"`
	Explained   int `json:"explained"`   // unhealthy Pods that an incident explains
	Unexplained int `json:"unexplained"` // unhealthy Pods that none explains
}

// Pod is a Pod's kubectl row, whether it is healthy, and the incident that explains it.
type Pod struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	UID       string `json:"uid"`
	Node      string `json:"node"`
	Owner     string `json:"owner"` // Kind/name of the workload
	Ready     string `json:"ready"`
	Status    string `json:"status"`
	Restarts  string `json:"restarts"`
	Age       string `json:"age"`
	Phase     string `json:"phase"`
	Healthy   bool   `json:"healthy"`
	Incident  string `json:"incident,omitempty"`
}
