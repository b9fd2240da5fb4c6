package message

import (
	"regexp"
	"strings"
)

// Killer is who had a container killed, and why.
type Killer int

// The killers.
const (
	KillOther      Killer = iota
	KillStop              // its Pod is to end: deleted, evicted, preempted, past its deadline
	KillLiveness          // its liveness probe
	KillStartup           // its startup probe
	KillHook              // its post-start hook failed
	KillDefinition        // its definition was edited in place
	KillResize            // an in-place resize asks for a restart
	KillState             // the runtime reported a state that is neither running nor ended
)

// Sources: pkg/kubelet/kuberuntime/kuberuntime_manager.go v1.6 to v1.37, pkg/kubelet/dockertools/docker_manager.go up to v1.6.
var killTexts = []struct {
	part string
	by   Killer
}{
	{"failed startup probe", KillStartup},
	{"failed liveness probe", KillLiveness},
	{"is unhealthy, it will be killed", KillLiveness},
	{"failedpoststarthook", KillHook},
	{"poststart handler", KillHook},
	{"post-start hook", KillHook},
	{"definition changed", KillDefinition},
	{"spec hash changed", KillDefinition},
	{"hash changed", KillDefinition},
	{"resize requires restart", KillResize},
	{"state, try killing it before restart", KillState},
	{"stopping container", KillStop},
	{"need to kill pod", KillStop},
	{"pod was evicted", KillStop},
	{"preempted", KillStop},
}

// ParseKill reads the message of a Killing Event.
func ParseKill(text string) Killer {
	low := strings.ToLower(text)
	for _, k := range killTexts {
		if strings.Contains(low, k.part) {
			return k.by
		}
	}
	return KillOther
}

var (
	killQuoted = regexp.MustCompile(`container "([^"]+)"`)
	killNamed  = regexp.MustCompile(`(?:^|Init |Stopping )[Cc]ontainer (\S+?)(?: failed| definition| resize|$)`)
	killDocker = regexp.MustCompile(`Killing container with (?:docker )?id docker://([a-z0-9-]+):`)
)

// KilledContainer is the container that the message of a Killing Event names, for old Events without a field path.
func KilledContainer(text string) string {
	for _, re := range []*regexp.Regexp{killQuoted, killNamed, killDocker} {
		if m := re.FindStringSubmatch(text); m != nil {
			return m[1]
		}
	}
	return ""
}
