package rules

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
)

// commandTrouble reads a process that a shell, the loader or the runtime's init could not run. Exit 126 and 127 are a shell's
// words for it; a format error or a missing interpreter shows as any exit code, with the text in the container's log.
func (c *Context) commandTrouble(p *Pod, ct Container) (startTrouble, bool) {
	t := startTrouble{pod: p, container: ct, ran: true}
	x, field := ct.LastExit()
	if x == nil || x.ExitCode == 0 || startFailure(x) || x.Reason == "OOMKilled" {
		return t, false
	}
	t.exit = x.ExitCode
	ev := c.PodField(p, field, exitText(x))
	ev.At = realTime(x.FinishedAt.Time)
	shell := x.ExitCode == 126 || x.ExitCode == 127
	for _, said := range c.lastWords(p, ct) {
		s := message.ParseStartLog(said.Text)
		if s.Class == "" || !shell && !ownWords(s.Class, said.Text) || t.Class != "" {
			continue
		}
		t.Start, t.evidence = s, append(t.evidence, said)
	}
	if t.Class == "" {
		if !shell || c.lastLinesOf(p, ct).Fault == message.LogProcessor { // the C library ends with 127, too
			return t, false
		}
		t.Class = message.StartNotFound
		if x.ExitCode == 126 {
			t.Class = message.StartNoPermission
		}
	}
	t.evidence = append(t.evidence, ev)
	return t, true
}

// ownWords reports whether the line can only be of a process that could not be run, whatever the exit code: format errors,
// missing interpreters that the runtime's init prints, libraries that the dynamic loader does not find.
func ownWords(class message.StartClass, text string) bool {
	init := strings.HasPrefix(text, "exec ") || strings.Contains(text, "exec user process caused") ||
		strings.Contains(text, "exec container process")
	loader := class == message.StartInterpreter && (contains(text, "shared librar") || contains(text, "version `"))
	return init || loader || class == message.StartFormat && len(text) < 300
}

// exitText is an exit as evidence: its code, its reason, and its message if it has one.
func exitText(x *corev1.ContainerStateTerminated) string {
	text := fmt.Sprintf("exit code %d", x.ExitCode)
	if x.Reason != "" {
		text += ", reason " + x.Reason
	}
	if x.Message != "" {
		text += ": " + strings.TrimSpace(x.Message)
	}
	return text
}

// lastWords are the last lines that the container wrote before its end and then those of its termination message, both newest
// first.
func (c *Context) lastWords(p *Pod, ct Container) []Evidence {
	var out []Evidence
	for _, l := range p.Logs {
		if !p.isLogOf(l, ct) {
			continue
		}
		for _, line := range slices.Backward(l.Kept) {
			if len(out) < 20 {
				out = append(out, c.LogEvidence(l, line))
			}
		}
	}
	x, field := ct.LastExit()
	if x == nil {
		return out
	}
	said := strings.Split(x.Message, "\n")
	for _, line := range slices.Backward(said[max(0, len(said)-20):]) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, c.PodField(p, field+".message", line))
		}
	}
	return out
}
