package rules

import "fmt"

var appCrashExitZero = &Rule{
	ID:    "app-crash/exit-zero",
	Title: "Application ends with success and is restarted for ever",
	Doc: `The process ends with exit code 0 and the Pod's restartPolicy is Always, so the kubelet starts it again and again;
after some rounds the status is CrashLoopBackOff with a last state of Completed.

How it is told apart: no Killing Event of a probe or hook fits the end. (A process that handles SIGTERM well also ends with
0, but then somebody asked it to.)

What to do: a task that ends belongs into a Job or CronJob. A server must stay in the foreground: look for a missing
daemon-off flag, a shell script that starts it in the background, or an empty command.`,
	Detect: func(c *Context) []Finding {
		var out []Finding
		for _, e := range c.ended(shaky, readItself) {
			if e.exit.ExitCode != 0 || e.ct.Role == Init {
				continue
			}
			f := c.crash(e, lead(e.pod, e.ct)+"exits with success, is restarted for ever")
			f.Cause = fmt.Sprintf("%s ends with exit code 0%s%s: its work is done, but restartPolicy Always starts it again.",
				e.ct.name(), e.after(), e.ct.restarts())
			f.Culprit = blame(e.pod, "restartPolicy")
			f.Unknown = nil
			f.Next = append(f.Next, Step{Kind: Check,
				Text:    "is it meant to end? Then it belongs into a Job or CronJob; if not, it must stay in the foreground",
				Command: Kubectl(e.pod.Namespace, "get %s -o yaml", handle(e.pod.Workload))})
			out = append(out, f)
		}
		return out
	},
}
