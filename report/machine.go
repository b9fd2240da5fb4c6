package report

import (
	"encoding/json"
	"io"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
	"sigs.k8s.io/yaml"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/view"
)

// writeJSON writes the whole report as the contract has it (docs/schema/report.v1.json).
func writeJSON(w io.Writer, d *analyzer.Diagnosis, _ Options) error {
	err := jsonv2.MarshalWrite(w, d, jsontext.WithIndent("  "), jsontext.EscapeForHTML(false), jsonv2.Deterministic(true),
		jsonv1.OmitEmptyWithLegacySemantics(true))
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n")
	return err
}

// writeYAML writes the same as YAML.
func writeYAML(w io.Writer, d *analyzer.Diagnosis, _ Options) error {
	var b strings.Builder
	if err := writeJSON(&b, d, Options{}); err != nil {
		return err
	}
	out, err := yaml.JSONToYAML([]byte(b.String()))
	if err != nil {
		return err
	}
	_, err = w.Write(out)
	return err
}

// line is one cause in NDJSON. Every line says of which dump it is, so that lines of many dumps can be joined.
type line struct {
	Schema   string    `json:"schema"`
	Dump     []string  `json:"dump"`
	Captured time.Time `json:"captured,omitzero"`
	incident.Incident
	Pods int `json:"pods"`
}

// unknown is one group of unexplained Pods in NDJSON; it has a contract of its own, as it has no cause.
type unknown struct {
	Schema   string       `json:"schema"`
	Dump     []string     `json:"dump"`
	Captured time.Time    `json:"captured,omitzero"`
	Rule     string       `json:"rule"`
	Title    string       `json:"title"`
	Affected []loader.Ref `json:"affected"`
	Pods     int          `json:"pods"`
}

// The contracts of the lines of NDJSON: of a cause, and of Pods without one.
const (
	causeSchema       = "podtriage.cause/v1"
	unexplainedSchema = "podtriage.unexplained/v1"
)

// writeNDJSON writes one line for each cause and each group of unexplained Pods.
func writeNDJSON(w io.Writer, d *analyzer.Diagnosis, _ Options) error {
	v := view.New(d)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, in := range d.Incidents {
		if err := enc.Encode(line{causeSchema, d.Source.Paths, d.Capture.Time, in, len(v.PodsOf(&in))}); err != nil {
			return err
		}
	}
	for _, g := range v.Unknowns() {
		if err := enc.Encode(unknown{unexplainedSchema, d.Source.Paths, d.Capture.Time, "unexplained", g.Title(), g.Pods,
			len(g.Pods)}); err != nil {
			return err
		}
	}
	return nil
}
