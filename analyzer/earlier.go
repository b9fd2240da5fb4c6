package analyzer

import (
	"slices"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// EarlierLogs returns the commands that collect the log before the last restart of containers of unhealthy Pods, where there
// was such a run and the dump does not hold its log.
func EarlierLogs(c *rules.Context) []string {
	var out []string
	for _, p := range c.Pods {
		if p.Healthy {
			continue
		}
		for _, k := range p.Containers {
			if k.Status.RestartCount > 0 && ranBefore(k) && !holdsEarlier(p.Logs, k) {
				out = append(out, earlierLog(p, k))
			}
		}
	}
	return out
}

// earlierLog collects the log. While a container waits for its next start, kubectl gives it without --previous too, and that is how the
// rules ask for it: one run is asked for once, in one way.
func earlierLog(p *rules.Pod, k rules.Container) string {
	command := rules.Kubectl(p.Namespace, "logs %s -c %s", p.Name, k.Name)
	if k.Status.State.Waiting != nil {
		return command
	}
	return command + " --previous"
}

// neverRan are the reasons of endings without a run, or without what is left of it.
var neverRan = []string{"StartError", "ContainerCannotRun", "ContainerStatusUnknown"}

// ranBefore reports whether an earlier run really started: one that could not start left no log. Kubelets write its start as the
// year 1970.
func ranBefore(k rules.Container) bool {
	t := k.Status.LastTerminationState.Terminated
	return t != nil && t.StartedAt.Unix() != 0 && !slices.Contains(neverRan, t.Reason)
}

// holdsEarlier reports whether the log is there. While a container waits, kubectl gives the log of the run that ended as its
// current one.
func holdsEarlier(logs []*loader.Log, k rules.Container) bool {
	return slices.ContainsFunc(logs, func(l *loader.Log) bool {
		return l.Container == k.Name && l.Error == "" && (l.Previous || k.Status.State.Waiting != nil && l.Lines > 0)
	})
}
