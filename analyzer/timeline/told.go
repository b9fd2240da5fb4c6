package timeline

import (
	"strings"
	"time"

	"github.com/podtriage/podtriage/loader"
)

// told is what an Event about one object says of another: when a controller made or removed it.
type told struct {
	at    time.Time
	verb  string // created, deleted, scaled
	event *loader.Event
}

// tells reads which object an owner's Event speaks of, and what was done to it. Wordings: Kubernetes 1.0 to 1.37,
// pkg/controller/{controller_utils,statefulset,cronjob,deployment}.
func tells(e *loader.Event) (loader.Ref, string) {
	switch e.Reason {
	case "SuccessfulCreate", "SuccessfulDelete":
		return tellsChild(e)
	case "ScalingReplicaSet":
		_, rest, ok := strings.Cut(e.Message, " replica set ")
		if ok {
			return loader.Ref{Kind: "ReplicaSet", Namespace: e.Object.Namespace, Name: firstWord(rest)}, "scaled"
		}
	}
	return loader.Ref{}, ""
}

func tellsChild(e *loader.Event) (loader.Ref, string) {
	verb := "created"
	if e.Reason == "SuccessfulDelete" {
		verb = "deleted"
	}
	r := loader.Ref{Kind: "Pod", Namespace: e.Object.Namespace}
	if _, rest, ok := strings.Cut(e.Message, "ed pod: "); ok { // Created pod: x, Deleted pod: x
		r.Name = firstWord(rest)
		return r, verb
	}
	if _, rest, ok := strings.Cut(e.Message, "ed job "); ok { // Created job x, Deleted job x
		r.Kind, r.Name = "Job", firstWord(rest)
		return r, verb
	}
	if len(e.Message) > 11 && strings.EqualFold(e.Message[6:11], " pod ") { // create Pod x in StatefulSet y successful
		r.Name = firstWord(e.Message[11:])
		return r, verb
	}
	return r, ""
}

// moments are the times at which a counted Event is known to have occurred: its first and its last.
func moments(e *loader.Event, verb string) []told {
	if e.Count > 1 && e.Last.After(e.First) {
		return []told{{e.First, verb, e}, {e.Last, verb, e}}
	}
	return []told{{e.First, verb, e}}
}

// teller is the object that made or removed another, by its own Events.
func teller(tales []told) loader.Ref {
	if len(tales) == 0 {
		return loader.Ref{}
	}
	return tales[0].event.Object
}

func firstWord(s string) string {
	w, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return w
}
