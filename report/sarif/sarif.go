// Package sarif writes the report in SARIF 2.1.0, the format of code scanning viewers. In goes a View, out comes one run:
// causes are results of kind fail, unexplained Pods of kind open, evidence is their locations.
package sarif

import (
	"encoding/json"
	"io"
	"time"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/report/view"
)

// Limits of GitHub: 25,000 results of which 5,000 are shown, 1,000 locations of which 100 are shown.
const (
	maxResults   = 5000
	maxLocations = 100
)

type log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []run  `json:"runs"`
}

type run struct {
	Tool        tool              `json:"tool"`
	Invocations []invocation      `json:"invocations"`
	Results     []result          `json:"results"`
	Properties  map[string]string `json:"properties"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Rules   []rule `json:"rules"`
}

type rule struct {
	ID               string  `json:"id"`
	ShortDescription message `json:"shortDescription"`
}

type invocation struct {
	Successful    bool           `json:"executionSuccessful"`
	EndTime       *time.Time     `json:"endTimeUtc,omitempty"`
	Notifications []notification `json:"toolExecutionNotifications,omitempty"`
}

type notification struct {
	Level   string  `json:"level"`
	Message message `json:"message"`
}

type message struct {
	Text string `json:"text"`
}

type result struct {
	RuleID       string            `json:"ruleId"`
	Kind         string            `json:"kind"`
	Level        string            `json:"level"`
	Message      message           `json:"message"`
	Locations    []location        `json:"locations,omitempty"`
	Related      []location        `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
	Properties   map[string]string `json:"properties,omitempty"`
}

type location struct {
	ID       *int      `json:"id,omitempty"`
	Physical *physical `json:"physicalLocation,omitempty"`
	Logical  []logical `json:"logicalLocations,omitempty"`
	Message  *message  `json:"message,omitempty"`
}

type physical struct {
	Artifact artifact `json:"artifactLocation"`
	Region   *region  `json:"region,omitempty"`
}

type artifact struct {
	URI string `json:"uri"`
}

type region struct {
	StartLine int `json:"startLine"`
}

type logical struct {
	FullyQualifiedName string `json:"fullyQualifiedName"`
	Kind               string `json:"kind,omitempty"`
}

// Write writes the log.
func Write(w io.Writer, v *view.View) error {
	r := run{Invocations: []invocation{invoked(v)}, Results: []result{}, Properties: map[string]string{"headline": v.Headline(),
		"redaction": v.Redacted()}}
	r.Tool.Driver = driver{Name: v.Tool.Name, Version: v.Tool.Version, Rules: []rule{}}
	seen := map[string]bool{}
	for i := range v.Incidents {
		in := &v.Incidents[i]
		if !seen[in.Rule] {
			seen[in.Rule] = true
			r.Tool.Driver.Rules = append(r.Tool.Driver.Rules, rule{in.Rule, message{in.Category + ": " + in.Rule}})
		}
		if len(r.Results) < maxResults {
			r.Results = append(r.Results, cause(in))
		}
	}
	for _, g := range v.Unknowns() {
		if len(r.Results) < maxResults {
			r.Results = append(r.Results, unknown(g))
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(log{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []run{r}})
}

func invoked(v *view.View) invocation {
	out := invocation{Successful: true}
	if !v.Capture.Time.IsZero() {
		at := v.Capture.Time.UTC()
		out.EndTime = &at
	}
	for _, p := range v.Problems {
		level := "note"
		if p.Loses {
			level = "warning"
		}
		out.Notifications = append(out.Notifications, notification{level, message{view.Trouble(p)}})
	}
	return out
}

func cause(in *incident.Incident) result {
	level := map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning", rules.Info: "note"}[in.Severity]
	if level == "" {
		level = "none"
	}
	out := result{RuleID: in.Rule, Kind: "fail", Level: level, Message: message{in.Title + ". " + in.Cause},
		Properties: map[string]string{"confidence": string(in.Confidence), "culprit": in.Culprit.String()}}
	if in.Severity == rules.Info {
		out.Kind, out.Level = "informational", "none"
	}
	if in.Fingerprint != "" {
		out.Fingerprints = map[string]string{"podtriage/v1": in.Fingerprint}
	}
	out.Locations, out.Related = places(in.Evidence)
	for i := range out.Locations {
		out.Locations[i].Logical = []logical{{in.Culprit.String(), "resource"}}
	}
	return out
}

// places makes the first evidence the location and the others related ones.
func places(list []rules.Evidence) (first, rest []location) {
	for i, e := range list {
		if i == maxLocations {
			break
		}
		l := location{Message: &message{e.ID + " " + view.Subject(e) + ": " + e.Text}}
		if e.File != "" {
			l.Physical = &physical{Artifact: artifact{view.URI(e.File)}}
			if e.Line > 0 {
				l.Physical.Region = &region{e.Line}
			}
		}
		if i == 0 {
			first = append(first, l)
			continue
		}
		l.ID = new(int)
		*l.ID = i
		rest = append(rest, l)
	}
	return first, rest
}

func unknown(g view.Group) result {
	out := result{RuleID: "unexplained", Kind: "open", Level: "none", Message: message{g.Title() + ". " + view.Count(len(g.Pods),
		"pod") + ". " + g.First.Text}}
	out.Locations, out.Related = places(g.First.Evidence)
	return out
}
