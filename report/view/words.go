package view

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/report/escape"
)

// Headline says in one to three sentences how many Pods are unhealthy, how much of that is explained, and what the count
// covers. It never says that all is well where nothing was read.
func (v *View) Headline() string {
	parts := append([]string{v.verdict()}, v.limits()...)
	if s := v.mixed(); s != "" {
		parts = append([]string{s}, parts...)
	}
	return strings.Join(parts, " ")
}

func (v *View) verdict() string {
	s := v.Summary
	explaining, other := v.causes()
	switch {
	case s.Pods == 0 && other > 0:
		return fmt.Sprintf("The dump holds no pods. %s found in other objects.", wasWere(other, "cause of trouble"))
	case s.Pods == 0:
		return "The dump holds no pods, so it cannot show whether any is unhealthy."
	case s.Unhealthy == 0 && v.starting() > 0:
		out := v.notReady()
		if other > 0 {
			out += fmt.Sprintf(" %s found.", wasWere(other, "cause of trouble"))
		}
		return out
	case s.Unhealthy == 0 && v.stricken() > 0:
		return fmt.Sprintf("%s hit by an error: %s found.", somePods(v.stricken(), s.Pods), wasWere(max(other, 1), "cause of trouble"))
	case s.Unhealthy == 0 && v.apart() != "":
		return v.standing(other)
	case s.Unhealthy == 0 && other > 0:
		return fmt.Sprintf("%s healthy at the dump time, but %s found.", allPods(s.Pods), wasWere(other, "cause of trouble"))
	case s.Unhealthy == 0:
		return fmt.Sprintf("%s healthy at the dump time.", allPods(s.Pods))
	}
	out := fmt.Sprintf("%s of %s unhealthy.", Number(s.Unhealthy), ofPods(s.Pods, s.Unhealthy))
	hidden := v.concealed()
	if n := s.Explained - hidden; n > 0 {
		out += fmt.Sprintf(" %s %s.", agree(explaining, "cause", "explains", "explain"), explained(n, s.Unexplained+hidden))
	}
	if hidden > 0 {
		out += fmt.Sprintf(" The cause of %s is hidden on request.", Number(hidden))
	}
	if s.Unexplained > 0 {
		out += fmt.Sprintf(" %s unexplained.", be(s.Unexplained))
	}
	if other > 0 {
		out += fmt.Sprintf(" %s no unhealthy pod.", agree(other, "more cause", "concerns", "concern"))
	}
	return out + v.informing(explaining+other)
}

// informing counts what is for information only and was not counted among the causes that explain Pods.
func (v *View) informing(counted int) string {
	n := 0
	for i := range v.Incidents {
		if v.Incidents[i].Severity == rules.Info {
			n++
		}
	}
	twice := max(counted+n-len(v.Incidents), 0)
	switch {
	case n <= twice:
		return ""
	case twice > 0:
		return " " + more(n-twice) + " for information only."
	}
	return " " + be(n) + " for information only."
}

// concealed counts the unhealthy Pods whose cause is left out on request.
func (v *View) concealed() int {
	if len(v.Hidden) == 0 {
		return 0
	}
	shown := map[string]bool{"": true}
	for _, in := range v.Incidents {
		shown[in.ID] = true
	}
	n := 0
	for _, p := range v.Pods {
		if !p.Healthy && !shown[p.Incident] {
			n++
		}
	}
	return n
}

// causes counts incidents above info: those that explain an unhealthy Pod, and the others.
func (v *View) causes() (explaining, other int) {
	for i := range v.Incidents {
		switch in := &v.Incidents[i]; {
		case v.explains(in.ID):
			explaining++
		case in.Severity != rules.Info:
			other++
		}
	}
	return explaining, other
}

func (v *View) explains(id string) bool {
	for _, p := range v.pods[id] {
		if !p.Healthy {
			return true
		}
	}
	return false
}

// limits says why the verdict may not be the whole truth.
func (v *View) limits() []string {
	var out []string
	lost := 0
	for _, p := range v.Problems {
		if p.Loses && !p.Apart {
			lost++
		}
	}
	if lost > 0 {
		out = append(out, fmt.Sprintf("Part of the dump could not be read (%s, listed below): pods or events may be missing.",
			Count(lost, "problem")))
	}
	for _, p := range v.Problems {
		if p.Apart && !p.Loses {
			out = append(out, p.File+" holds objects of several clusters that cannot be told apart: what is told of one may be true of another.")
			break
		}
	}
	evicted := 0
	for _, p := range v.Pods {
		if p.Healthy && p.Incident != "" && p.Status == "Evicted" {
			evicted++
		}
	}
	if evicted > 0 {
		out = append(out, Count(evicted, "evicted pod")+" listed but not counted as unhealthy: an evicted pod has ended, and others replaced it.")
	}
	if names := v.unseen(); len(names) > 0 {
		more := ""
		if n := len(names) - unseenNamed; n > 0 {
			names, more = names[:unseenNamed], fmt.Sprintf(" and %s more", Number(n))
		}
		out = append(out, fmt.Sprintf("Events warn of pods that the dump does not hold: %s%s.", strings.Join(names, ", "), more))
	}
	return out
}

// unseenNamed is how many Pods that only Events know the headline names.
const unseenNamed = 3

// unseen names the Pods that only Events know, where the dump does not hold the Pods of their namespace.
func (v *View) unseen() []string {
	var out []string
	for _, a := range v.SetAside {
		if name := escape.Short(a.Object.Path(), 120); a.NotInDump && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func allPods(n int) string {
	if n == 1 {
		return "The only pod in the dump is"
	}
	if n == 2 {
		return "Both pods in the dump are"
	}
	return "All " + Count(n, "pod") + " in the dump are"
}

func somePods(n, of int) string {
	if n == of {
		return allPods(of)
	}
	return Number(n) + " of " + ofPods(of, n)
}

func ofPods(n, unhealthy int) string {
	verb := " is"
	if unhealthy != 1 {
		verb = " are"
	}
	return Count(n, "pod") + verb
}

func explained(n, left int) string {
	switch {
	case left > 0:
		return Number(n) + " of them"
	case n == 1:
		return "it"
	case n == 2:
		return "both of them"
	}
	return "all of them"
}

func agree(n int, noun, one, many string) string {
	if n == 1 {
		return "1 " + noun + " " + one
	}
	return Count(n, noun) + " " + many
}

func wasWere(n int, noun string) string {
	noun, of, found := strings.Cut(noun, " of ")
	if found {
		of = " of " + of
	}
	if n == 1 {
		return "1 " + noun + of + " was"
	}
	return Count(n, noun) + of + " were"
}

func more(n int) string {
	if n == 1 {
		return "1 more is"
	}
	return Number(n) + " more are"
}

func be(n int) string {
	if n == 1 {
		return "1 is"
	}
	return Number(n) + " are"
}

// Name is the source's name as a title shows it: the last parts of the paths.
func (v *View) Name() string {
	var names []string
	for _, p := range v.Source.Paths {
		if p == "-" {
			p = "standard input"
		}
		names = append(names, path.Base(strings.ReplaceAll(p, `\`, "/")))
	}
	if len(names) > 3 {
		names = append(names[:3], fmt.Sprintf("%d more", len(v.Source.Paths)-3))
	}
	return strings.Join(names, ", ")
}

// Date is the capture time as a title shows it, or "" where nothing tells a time.
func (v *View) Date() string {
	if v.Capture.Time.IsZero() {
		return ""
	}
	return v.Capture.Time.UTC().Format("2006-01-02 15:04Z")
}
