package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podtriage/podtriage/loader"
)

const podJSON = `        {
            "kind": "Pod",
            "status": {
                "conditions": [
                    {
                        "status": "False",
                        "type": "Ready"
                    }
                ],
                "containerStatuses": [
                    {
                        "lastState": {},
                        "name": "proxy"
                    },
                    {
                        "lastState": {
                            "terminated": {
                                "exitCode": 1
                            }
                        },
                        "name": "app"
                    }
                ],
                "phase": "Running"
            }
        },
        {
            "status": {
                "reason": "Evicted"
            }
        }`

const podYAML = `- apiVersion: v1
  metadata:
    name: web
  status:
    conditions:
    - status: "False"
      type: Ready
    containerStatuses:
    - lastState: {}
      name: proxy
    - lastState:
        terminated:
          exitCode: 1
      name: app
    phase: Running
- apiVersion: v1
  status:
    reason: Evicted`

func TestFieldLines(t *testing.T) {
	for _, tt := range []struct{ text, field, want string }{
		{podJSON, "status.containerStatuses[app].lastState.terminated", "17-19"},
		{podJSON, "status.containerStatuses[0].name", "13-13"},
		{podJSON, "status.conditions[Ready]", "5-8"},
		{podJSON, "status.phase", "24-24"},
		{podJSON, "status.reason", ""},
		{podJSON, "Event BackOff", ""},
		{podYAML, "status.containerStatuses[app].lastState.terminated", "12-13"},
		{podYAML, "status.containerStatuses[app]", "11-14"},
		{podYAML, "status.conditions[Ready]", "6-7"},
		{podYAML, "metadata.name", "3-3"},
		{podYAML, "status.phase", "15-15"},
		{podYAML, "status.reason", ""},
		{strings.ReplaceAll(podYAML[:strings.LastIndex(podYAML, "- api")], "\n  ", "\n")[2:], "status.phase", "15-15"},
		{`{"kind":"Pod","status":{"phase":"Running"}}`, "status.phase", ""},
		{"{", "status", ""}, {"\n\n-\n", "a.b[c]", ""},
	} {
		var lines []loader.Line
		for i, l := range strings.Split(tt.text, "\n") {
			lines = append(lines, loader.Line{Number: i + 1, Text: l})
		}
		got := ""
		if from, to, ok := fieldLines(lines, tt.field); ok {
			got = fmt.Sprintf("%d-%d", from, to)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.field, got, tt.want)
		}
	}
}
