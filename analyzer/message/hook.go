package message

import (
	"regexp"
	"strconv"
	"strings"
)

// Hook is what the text of a failed lifecycle hook says. Fields that the text does not tell are empty.
type Hook struct {
	Kind      string // exec, http or sleep
	Action    string // the command, or the path
	Container string
	Exit      int // of an exec hook; 0 is unknown
	Error     string
	Output    string
	Hidden    bool // the kubelet hid the text: "PostStartHook failed" (Events since 1.27)
}

// Source: pkg/kubelet/lifecycle/handlers.go and kuberuntime_container.go, v1.5 to v1.37.
var (
	hookFull = regexp.MustCompile(`(?s)^(Exec|HTTP|Http|Sleep) lifecycle hook \((.*?)\) for Container "([^"]*)" in Pod "[^"]*" failed - error: (.*?)(?:, message: "(.*)")?\s*$`)
	hookExit = regexp.MustCompile(`(?s)exited with (?:code )?(\d+)`)
	hookBare = regexp.MustCompile(`^P(?:ost|re)St(?:art|op)Hook failed\.?$`)
)

// ParseHook reads the message of a FailedPostStartHook or FailedPreStopHook Event, or of a container that waits with
// PostStartHookError.
func ParseHook(text string) Hook {
	if hookBare.MatchString(strings.TrimSpace(text)) {
		return Hook{Hidden: true}
	}
	m := hookFull.FindStringSubmatch(text)
	if m == nil {
		return Hook{Error: strings.TrimSpace(text), Exit: exitIn(text)}
	}
	h := Hook{Kind: strings.ToLower(m[1]), Action: strings.Trim(m[2], "[]"), Container: m[3], Error: m[4], Exit: exitIn(m[4])}
	if h.Kind != "exec" {
		h.Action = m[2]
	}
	h.Output = strings.TrimSpace(strings.NewReplacer(`\n`, "\n", `\"`, `"`).Replace(m[5]))
	return h
}

func exitIn(text string) int {
	m := hookExit.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}
