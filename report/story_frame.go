package report

import (
	"strconv"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

// header says what the object is and how it is at the dump.
func (s *story) header(t timeline.Timeline) {
	title := t.Object.Path()
	if t.Object.Kind != "Pod" {
		title = t.Object.String()
	}
	pod := s.pod(t.Object)
	if pod != nil {
		title += "   STATUS " + pod.Status + ", " + pod.Ready + " ready, " + restarts(pod.Restarts)
	} else if t.Object.Kind == "Pod" {
		title += "   only Events still know this pod"
	}
	for i, l := range wrap(title, s.width) {
		if i == 0 {
			l = s.palette.Heading(l)
		}
		s.line("%s", l)
	}
	if !t.Owner.IsZero() {
		owner := t.Owner.Kind + " " + t.Owner.Name
		if pod != nil && pod.Owner != t.Owner.Kind+"/"+t.Owner.Name && !strings.HasPrefix(pod.Owner, "Pod/") {
			kind, name, _ := strings.Cut(pod.Owner, "/")
			owner += " of " + kind + " " + name
		}
		s.line("  owner  %s", owner)
	}
	if pod != nil && pod.Node != "" {
		s.line("  node   %s", pod.Node)
	}
	if t.Object.UID != "" {
		s.line("  uid    %s", t.Object.UID)
	}
}

// restarts puts the noun into kubectl's column: 5 (3m ago) is 5 restarts (3m ago).
func restarts(column string) string {
	n, ago, found := strings.Cut(column, " ")
	if found {
		ago = " " + ago
	}
	if n == "1" {
		return "1 restart" + ago
	}
	return n + " restarts" + ago
}

func (s *story) pod(r loader.Ref) *analyzer.Pod {
	if r.Kind != "Pod" {
		return nil
	}
	for i := range s.view.Pods {
		p := &s.view.Pods[i]
		if p.Namespace == r.Namespace && p.Name == r.Name && p.UID == string(r.UID) {
			return p
		}
	}
	return nil
}

// gaps says below the list what is missing and where sources disagree.
func (s *story) gaps(t timeline.Timeline) {
	first := true
	for _, e := range t.Entries {
		if e.Kind != timeline.Gap || e.Reason == "NotRecorded" {
			continue
		}
		if first {
			s.line("")
			first = false
		}
		label, text := "Gap", e.Text
		switch e.Reason {
		case "Clash":
			label, text = "Clash", strings.TrimPrefix(text, "clash: ")
		case "ClockSkew":
			label = "Clock"
		}
		s.labeled(label, text)
	}
}

func (s *story) labeled(label, text string) {
	for i, l := range wrap(text, s.width-7) {
		if i > 0 {
			label = ""
		}
		s.line("%s%s", pad(label, 7), l)
	}
}

// ending lists the sources.
func (s *story) ending() {
	if len(s.cited) == 0 {
		return
	}
	s.line("")
	s.line("%s", s.palette.Heading("Sources"))
	for i, place := range s.cited {
		s.line("  %s%s", pad("S"+strconv.Itoa(i+1), 6), place)
	}
}
