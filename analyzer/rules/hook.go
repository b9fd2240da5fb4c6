package rules

import (
	"strings"

	"github.com/podtriage/podtriage/loader"
)

// hookRules are the rules of this family, most specific first.
var hookRules = []*Rule{hookPostStart, hookPreStop}

// hookEvents are the container's Events of that reason, newest last.
func hookEvents(p *Pod, ct Container, reason string) []*loader.Event {
	var out []*loader.Event
	for _, e := range p.Events {
		if strings.EqualFold(e.Reason, reason) && about(p, e, ct) {
			out = append(out, e)
		}
	}
	return out
}
