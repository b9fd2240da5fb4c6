package report

import (
	"strings"
	"time"

	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/report/view"
)

// whole draws the dump as one list: what changed, what was lost, what failed. The usual life of Pods is left out; it stands in
// their own timelines.
func (s *story) whole() {
	objects, entries := timeline.Merged(s.view.Timelines)
	s.line("%s", s.palette.Heading("Everything that changed or failed, in order"))
	what := s.width - timeWidth - fromWidth - 1 - offsetWidth
	s.line("")
	s.line("%s", s.palette.Heading(pad("TIME", timeWidth)+pad("", offsetWidth)+pad("WHAT", what)+" FROM"))
	day, left, shown := "", 0, 0
	for i, e := range entries {
		// What happened to a node or a workload stands in the timelines of its Pods too.
		borrowed := objects[i].Kind == "Pod" && (e.Kind == timeline.Change || strings.HasPrefix(e.Text, "node "))
		if !telling(e) || borrowed {
			left++
			continue
		}
		shown++
		day = s.day(e.At, day)
		s.row(e, time.Time{}, what, objects[i].String()+": ")
	}
	if shown == 0 {
		s.line("  nothing in this window")
	}
	if left > 0 {
		s.line("")
		s.labeled("Left", "out: "+view.Count(left, "entry")+" of the usual life of objects; name an object to see all of its own")
	}
	s.ending()
}

// telling says whether an entry is worth a row among those of all objects.
func telling(e timeline.Entry) bool {
	switch e.Kind {
	case timeline.Change:
		return true
	case timeline.Container:
		return e.To == "terminated" && e.Reason != "Completed"
	case timeline.Lifecycle:
		switch e.Reason {
		case "Created", "Scheduled", "Accepted", "DeletionRequested", "Gone", "Started", "Completed", "Succeeded", "Scaled":
			return false
		}
		return true
	case timeline.Event:
		return troubling(e.Reason)
	}
	return false
}

// troubling says whether an Event's reason tells of trouble: by the words that Kubernetes uses for it.
func troubling(reason string) bool {
	for _, w := range []string{"Fail", "BackOff", "Unhealthy", "NotReady", "OOM", "Evict", "Exceeded", "Insufficient", "Pressure",
		"Err", "Rebooted", "Shutdown", "Invalid", "Killing"} {
		if strings.Contains(reason, w) {
			return reason != "Killing"
		}
	}
	return false
}
