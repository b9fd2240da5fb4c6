package message

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	logUp = regexp.MustCompile(`(?i)\blistening\b|\bserving (?:on|at|traffic|requests|https?)\b|\baccepting (?:connections|requests|traffic)\b|\bready (?:to|for) |` +
		`\b(?:is|now|and|server|service|application|app) (?:up|ready)\b|\bup and running\b|\b(?:startup|start-up|initiali[sz]ation) (?:is )?(?:complete|finished|done)|` +
		`\b(?:application|app|server|service|listener|event loop|main loop|daemon|broker|gateway|consumer|producer|scheduler|worker|api) (?:has )?(?:was )?(?:been )?started\b|` +
		`\bstarted (?:\S+ )?(?:application|server|service|listener|event loop|successfully|in \d)|\bHTTP/\d(?:\.\d)?" \d{3}\b|` +
		`\b(?:processed|handled|served|consumed) (?:\S+ )?(?:request|message|job|order|event|record|batch)`)
	logNotUp = regexp.MustCompile(`(?i)\bnot\b|\bfail|\berror\b|\bunable\b|\bcannot\b|\bwait|\bbefore\b|\buntil\b|\bstarting\b|\bwarm|\bload(?:ing|er)\b|\bmigrat|\bwill\b|\bonce\b|\bwhen\b`)

	startWord = regexp.MustCompile(`(?i)\b(?:start|boot|warm|load|init|prepar|migrat|index|replay|recover|restor|cach|build|compil|import|ready|up in)`)
	duration  = regexp.MustCompile(`(?i)(?:^|[\s(~=:])(\d+(?:\.\d+)?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)(?:$|[\s),.;])`)
)

var awaited = regexp.MustCompile(`(?i)\b(?:wait(?:ing|s)?|looking|trying|sleeping)\b.*?\b(?:for|on|until|to reach|to connect to|connect to)\s+(?:[a-z+]+://)?([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?(?:$|[\s/,;)])`)

// Awaited returns the host that the line waits for: "waiting for kafka.orders.svc:9092"; "" where it names none. A word counts as a
// host if it has a port, or is the name of a Service in full.
func Awaited(text string) string {
	m := awaited.FindStringSubmatch(text)
	if m == nil || m[2] == "" && !strings.Contains(m[1], ".svc") {
		return ""
	}
	return strings.ToLower(m[1])
}

// LogUp reports whether the line tells that the program was up when it was written: it serves, listens, is ready, or works.
func LogUp(text string) bool { return logUp.MatchString(text) && !logNotUp.MatchString(text) }

// logPort finds the port in a line that tells on what a program listens.
var logPort = regexp.MustCompile(`(?i)\b(?:listening|listens|serving|running|started|bound|available)\b(?:[^0-9]|\d+\.\d+\.\d+\.\d+)*?` +
	`(?:\bports?(?:\(s\))?[ :=]*|[\w\]*.]?:)(\d{2,5})\b`)

// LogListens returns the port on which the line says that its program listens, such as "listening on :8080" or "Tomcat started on
// port(s): 8080"; 0 for none.
func LogListens(text string) int {
	if logNotUp.MatchString(text) {
		return 0
	}
	port, err := strconv.Atoi(group(logPort, text))
	if err != nil || port > 65535 {
		return 0
	}
	return port
}

// LogStartTakes returns the duration that the line names for a start or a part of it: "warming caches (takes ~90s)"; 0 for none.
func LogStartTakes(text string) time.Duration {
	m := duration.FindStringSubmatch(text)
	if m == nil || !startWord.MatchString(text) {
		return 0
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if err != nil || n > 1e6 {
		return 0
	}
	unit := time.Second
	switch u := strings.ToLower(m[2]); {
	case strings.HasPrefix(u, "ms"), strings.HasPrefix(u, "milli"):
		unit = time.Millisecond
	case strings.HasPrefix(u, "m"):
		unit = time.Minute
	}
	return time.Duration(n * float64(unit))
}
