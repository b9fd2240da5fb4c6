// Package explain says what the words mean that a cluster writes down: STATUS texts, phases, reasons, exit codes, conditions,
// Events, and the terms of the reports. In goes a word as somebody read it somewhere, out come the entries that it fits.
//
// Facts follow Kubernetes 1.37 (kubelet, kube-scheduler, kube-controller-manager) and containerd 1 and 2; where older
// versions differ and people still meet them, the entry says so.
package explain

import (
	"slices"
	"strings"
)

// Entry explains one word.
type Entry struct {
	Kind  string   // what the word is, such as "waiting reason"
	Name  string   // as the cluster spells it
	Also  []string // other spellings and forms
	Short string   // what it is, in one line
	Means string   // what it means and what it does not
	Apart string   // how its causes are told apart
	Look  string   // what to look at or ask for
	Rules []string // rules or categories that recognize the causes
}

// All lists every entry, by kind.
func All() []Entry {
	return slices.Concat(statuses(), phases(), waiting(), creation(), terminated(), exits(), podReasons(), podConditions(), nodeConditions(),
		podEvents(), startEvents(), volumeEvents(), nodeEvents(), controllerEvents(), workloadEvents(), drains(), machinery(), addons(), probes(), terms())
}

// Find returns the entries that the word fits, those of its own spelling first. Init:Reason finds Reason and what Init: says.
func Find(word string) []Entry {
	var out []Entry
	want := plain(word)
	for _, e := range All() {
		if plain(e.Name) == want || slices.ContainsFunc(e.Also, func(s string) bool { return plain(s) == want }) {
			out = append(out, e)
		}
	}
	if rest, ok := strings.CutPrefix(strings.ToLower(word), "init:"); ok && len(out) == 0 {
		out = append(Find("Init:"), Find(rest)...)
	}
	if len(out) == 0 {
		out = code(word)
	}
	return out
}

// plain drops what people spell differently.
func plain(s string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(s))
}
