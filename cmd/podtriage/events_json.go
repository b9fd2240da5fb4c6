package main

import (
	"io"
	"time"

	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/escape"
)

// eventJSON is an Event as -o json prints it.
type eventJSON struct {
	First     time.Time  `json:"first,omitzero"`
	Last      time.Time  `json:"last,omitzero"`
	Count     int        `json:"count"`
	Type      string     `json:"type"`
	Reason    string     `json:"reason"`
	Object    loader.Ref `json:"object"`
	FieldPath string     `json:"fieldPath,omitempty"`
	Component string     `json:"component,omitempty"`
	Host      string     `json:"host,omitempty"`
	Message   string     `json:"message"`
	Name      string     `json:"name"`
	Namespace string     `json:"namespace,omitempty"`
	File      string     `json:"file"`
	Line      int        `json:"line"`
}

func (p *program) writeEventsJSON(w io.Writer, events []*loader.Event) error {
	out := []eventJSON{}
	for _, e := range events {
		out = append(out, eventJSON{
			First: e.First, Last: e.Last, Count: e.Count, Type: escape.Line(e.Type), Reason: escape.Line(e.Reason), Object: visibleRef(e.Object),
			FieldPath: escape.Line(e.FieldPath), Component: escape.Line(e.Component), Host: escape.Line(e.Host),
			Message: escape.Text(p.redactor.Text(e.Message)),
			Name:    escape.Line(e.Ref.Name), Namespace: escape.Line(e.Ref.Namespace), File: escape.Line(e.Pos.File), Line: e.Pos.Line,
		})
	}
	return encode(w, "json", out)
}

func visibleRef(r loader.Ref) loader.Ref {
	r.Kind, r.Namespace, r.Name = escape.Line(r.Kind), escape.Line(r.Namespace), escape.Line(r.Name)
	return r
}
