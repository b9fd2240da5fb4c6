package rules

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// hopeless reports whether a probe's command fails whatever the application does: false, exit 1, [ a = b ]. It is sure only of
// plain commands and of scripts without branches; of all others it knows nothing.
func hopeless(s *corev1.Probe) bool {
	if s == nil || s.Exec == nil || len(s.Exec.Command) == 0 {
		return false
	}
	words := s.Exec.Command
	if script, ok := scriptOf(words); ok {
		return scriptFails(script)
	}
	return commandFails(words)
}

var shells = []string{"sh", "bash", "ash", "dash", "ksh", "zsh", "busybox"}

// scriptOf is the script that the words hand to a shell: sh -c "…".
func scriptOf(words []string) (string, bool) {
	if !slices.Contains(shells, path.Base(words[0])) {
		return "", false
	}
	for i, w := range words[1:] {
		if strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.HasSuffix(w, "c") && i+2 < len(words) {
			return words[i+2], true
		}
	}
	return "", false
}

var (
	branches   = regexp.MustCompile("[(){}`&]|\\|\\||\\b(?:if|case|while|until|for|trap|exec|return)\\b")
	statements = regexp.MustCompile(`[;\n]+`)

	substitution = regexp.MustCompile("\\$\\([^()`]*\\)")
	inQuotes     = regexp.MustCompile("'[^']*'|\"[^\"`]*\"")
	redirection  = regexp.MustCompile(`\d?>&\d`)
	comment      = regexp.MustCompile(`(?m)(^|[\s;])#.*$`)
)

// bare is the script without what it prints: what stands in quotes and in $(…) is neither a branch nor the script's end, nor does a
// redirection such as >&2 put a command into the background. A quoted text is still no constant to compare. ok is false where quotes
// are nested or escaped.
func bare(script string) (plain string, ok bool) {
	for substitution.MatchString(script) {
		script = substitution.ReplaceAllString(script, "$$x")
	}
	if strings.Contains(script, "$(") || strings.Contains(script, `\`) && strings.ContainsAny(script, `'"`) {
		return script, false
	}
	script = comment.ReplaceAllString(redirection.ReplaceAllString(inQuotes.ReplaceAllString(script, `""`), ""), "$1")
	return script, !strings.ContainsAny(strings.ReplaceAll(script, `""`, ""), `'"`)
}

// scriptFails is hopeless for a script. A chain of && fails if one of its commands does.
func scriptFails(script string) bool {
	script, ok := bare(script)
	if !ok || branches.MatchString(strings.ReplaceAll(script, "&&", "")) {
		return false
	}
	failed := false
	for _, statement := range statements.Split(strings.TrimSpace(script), -1) {
		if strings.TrimSpace(statement) == "" || strings.HasPrefix(strings.TrimSpace(statement), "#") {
			continue
		}
		failed = slices.ContainsFunc(strings.Split(statement, "&&"), func(s string) bool { return commandFails(strings.Fields(s)) })
		if words := strings.Fields(statement); words[0] == "exit" {
			return failed
		}
		if strings.Contains(statement, "exit") {
			return false // it may end well before its last line
		}
	}
	return failed
}

// commandFails is hopeless for one command.
func commandFails(words []string) bool {
	if len(words) == 0 {
		return false
	}
	switch path.Base(words[0]) {
	case "false":
		return true
	case "exit":
		n, err := strconv.Atoi(strings.Join(words[1:], ""))
		return err == nil && n != 0
	case "[":
		return words[len(words)-1] == "]" && testFails(words[1:len(words)-1])
	case "test":
		return testFails(words[1:])
	}
	return false
}

// testFails reports whether a test compares two constants that do not fit.
func testFails(words []string) bool {
	if len(words) != 3 || strings.ContainsAny(words[0]+words[2], "$`*?'\"") {
		return false
	}
	switch a, b := words[0], words[2]; words[1] {
	case "=", "==", "-eq":
		return a != b
	case "!=", "-ne":
		return a == b
	}
	return false
}

// hopelessNote says that the probe's command cannot succeed; "" where nothing is sure.
func hopelessNote(s *corev1.Probe) string {
	if !hopeless(s) {
		return ""
	}
	return fmt.Sprintf(" The probe's command (%s) can never succeed, whatever the application does.",
		oneLine(strings.Join(s.Exec.Command, " ")))
}
