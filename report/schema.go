package report

import (
	"embed"
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/report/escape"
)

//go:embed schema/*.json
var schemas embed.FS

// SchemaNames lists the machine formats that have a JSON Schema: the report, the two kinds of lines of NDJSON, timelines, what
// differs between two dumps.
func SchemaNames() []string {
	return []string{"report", "cause", "unexplained", "timeline", "diff"}
}

// Schema returns the JSON Schema of a machine format. The files are made from the types by "go test ./report -update".
func Schema(name string) ([]byte, error) {
	for _, n := range SchemaNames() {
		if n == name {
			return schemas.ReadFile("schema/" + name + ".v1.json")
		}
	}
	return nil, fmt.Errorf("unknown schema %q; schemas are %s", escape.Line(name), strings.Join(SchemaNames(), ", "))
}
