package message

import (
	"regexp"
	"strings"
)

// awaitLoop is how a shell command repeats a try until it works, and what programs are called whose work is to wait.
var awaitLoop = regexp.MustCompile(`(?i)\b(?:until|while)\b|\bwait-?for|\bwaitfor|\bdockerize\b`)

const awaitName = `([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*)`

// awaitHosts find the host in a command that waits; an earlier one wins.
var awaitHosts = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b(?:https?|tcp|amqp|postgres(?:ql)?|mysql|mongodb|redis)://(?:[^@/\s]*@)?` + awaitName),
	regexp.MustCompile(`(?i)\b(?:nc|ncat|netcat|telnet)\s+(?:-[a-z]+\s+(?:\d+\s+)?)*` + awaitName + `\s+\d+`),
	regexp.MustCompile(`(?i)\s(?:-h\s*|--host[= ])["']?` + awaitName),
	regexp.MustCompile(`(?i)\b(?:nslookup|getent\s+(?:ahosts|hosts)|host|dig|ping(?:\s+-\S+(?:\s+\d+)?)*)\s+` + awaitName),
	regexp.MustCompile(`(?i)/dev/tcp/` + awaitName + `/\d+`),
	regexp.MustCompile(`(?i)(?:^|[\s"'=])` + awaitName + `:\d{2,5}\b`),
}

// printed is what the command's script prints: a name in it is no address.
var printed = regexp.MustCompile(`(^|[;&|({\n]|\b(?:do|then|else|-c)\s)\s*(?:echo|printf)\b(?:'[^']*'|"(?:[^"\\]|\\.)*"|\d?>&\d|[^;&|<>\n"')])*`)

// AwaitedBy returns the host that the command of a container waits for, as init containers do: "until nc -z db 5432; do sleep
// 2; done". It is "" where the command does not wait, or takes the name from a variable.
func AwaitedBy(command string) string {
	if !awaitLoop.MatchString(command) {
		return ""
	}
	command = printed.ReplaceAllString(command, "$1 ")
	for _, re := range awaitHosts {
		if name := group(re, command); name != "" && !numeric(name) && !local(name) {
			return strings.ToLower(name)
		}
	}
	return ""
}
