// Package junit writes the report as JUnit XML for the pages of a build server. In goes a View, out comes one test case for
// each cause and for each workload: a cause of severity error or warning fails, what nothing explains is skipped.
package junit

import (
	"encoding/xml"
	"io"
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/report/view"
)

type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Suites   []suite  `xml:"testsuite"`
}

type suite struct {
	Name      string `xml:"name,attr"`
	Tests     int    `xml:"tests,attr"`
	Failures  int    `xml:"failures,attr"`
	Skipped   int    `xml:"skipped,attr"`
	Timestamp string `xml:"timestamp,attr,omitempty"`
	Cases     []test `xml:"testcase"`
}

type test struct {
	Class   string  `xml:"classname,attr"`
	Name    string  `xml:"name,attr"`
	Failure *detail `xml:"failure"`
	Skipped *detail `xml:"skipped"`
}

// detail repeats its message in the body, since some readers drop the attribute.
type detail struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Body    string `xml:",chardata"`
}

// Write writes the document.
func Write(w io.Writer, v *view.View) error {
	s := suite{Name: v.Name()}
	if !v.Capture.Time.IsZero() {
		s.Timestamp = v.Capture.Time.UTC().Format("2006-01-02T15:04:05")
	}
	for i := range v.Incidents {
		s.Cases = append(s.Cases, cause(&v.Incidents[i]))
	}
	for _, g := range v.Unknowns() {
		s.Cases = append(s.Cases, test{Class: "unexplained", Name: g.Title(), Skipped: &detail{Message: g.First.Text, Body: g.First.Text}})
	}
	for _, owner := range v.HealthyOwners() {
		s.Cases = append(s.Cases, test{Class: "healthy", Name: owner})
	}
	for _, p := range v.Problems {
		s.Cases = append(s.Cases, test{Class: "reading", Name: view.Trouble(p), Skipped: &detail{Message: p.Message, Body: p.Message}})
	}
	s.Tests = len(s.Cases)
	for _, c := range s.Cases {
		if c.Failure != nil {
			s.Failures++
		}
		if c.Skipped != nil {
			s.Skipped++
		}
	}
	out := suites{Name: v.Tool.Name, Tests: s.Tests, Failures: s.Failures, Skipped: s.Skipped, Suites: []suite{s}}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func cause(in *incident.Incident) test {
	out := test{Class: in.Rule, Name: in.Title}
	if in.Severity == rules.Info {
		return out
	}
	lines := []string{in.Cause + " [" + string(in.Confidence) + "]"}
	if in.Impact != "" {
		lines = append(lines, "impact: "+in.Impact)
	}
	for _, e := range in.Evidence {
		lines = append(lines, e.ID+" "+view.Place(e)+" "+view.Subject(e)+": "+e.Text)
	}
	out.Failure = &detail{Message: in.Cause, Type: string(in.Severity), Body: strings.Join(lines, "\n")}
	return out
}
