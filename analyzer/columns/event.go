package columns

import (
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// EventColumns heads the cells of Event.
func EventColumns() []Column {
	return []Column{{"LAST SEEN", false}, {"TYPE", false}, {"REASON", false}, {"OBJECT", false}, {"SUBOBJECT", true}, {"SOURCE", true},
		{"MESSAGE", false}, {"FIRST SEEN", true}, {"COUNT", true}, {"NAME", true}}
}

// Event is the row of an Event.
func Event(e *loader.Event, now time.Time) []string {
	return []string{podstatus.Age(e.Last, now), e.Type, e.Reason, strings.ToLower(e.Object.Kind) + "/" + e.Object.Name, e.FieldPath, e.Source(),
		strings.TrimSpace(e.Message), podstatus.Age(e.First, now), number(e.Count), e.Ref.Name}
}
