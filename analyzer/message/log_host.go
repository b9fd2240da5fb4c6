package message

import (
	"regexp"
	"strconv"
	"strings"
)

const logName = `([A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9_-]+)*)`

// quote is what may stand around a host's name.
const quote = "[\"'`]?"

// logHosts find the other side of a connection; an earlier one wins. The first group is the host, the second, if any, its port.
var logHosts = []*regexp.Regexp{
	regexp.MustCompile(`\blookup ` + logName + `(?: on [^:]+:\d+)?:`),
	regexp.MustCompile(`(?i)(?:getaddrinfo (?:enotfound|eai_again|for(?: host)?)|enotfound|unknownhostexception:?|could not resolve host:?|unable to resolve host|` +
		`could not translate host name|unknown mysql server host|bad address|host not found(?: in upstream|:)?|can't resolve) ` + quote +
		logName),
	regexp.MustCompile(`(?i)(?:econnrefused|etimedout|ehostunreach|enetunreach|econnreset) ` + logName + `:(\d+)`),
	regexp.MustCompile(`(?i)dial (?:tcp|udp)[46]?:? ` + logName + `:(\d+)`),
	regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]*://(?:[^@/\s]*@)?` + logName + `(?::(\d+))?`),
	regexp.MustCompile(`(?i)(?:server|host) (?:at )?"` + logName + `"(?:.*?port "?(\d+))?`),
	regexp.MustCompile(`(?i)\bhost=` + quote + logName + quote + `(?:[,;]? ?port=(\d+))?`),
	regexp.MustCompile(`(?i)can't connect to [a-z ]*server on '` + logName + `(?::(\d+))?'`),
	regexp.MustCompile(`(?i)connect(?:ing|ion)? to ` + quote + logName + quote + `(?: \([^)]*\))?,? port (\d+)`),
	regexp.MustCompile(`(?i)\b(?:to|for) ` + logName + `[ :/](\d{2,5})\b`),
	regexp.MustCompile(`(?i)(?:host|server) \(` + logName + `\)`),
	regexp.MustCompile(`\{\\?"` + logName + `\\?",(\d{2,5})\}`),
	regexp.MustCompile(`\b` + logName + `:(\d{2,5})\b`),
	regexp.MustCompile(`(?i)(?:host|server|broker|database|connect to) ` + quote + `([a-z0-9-]+(?:\.[a-z0-9-]+)+)`),
	regexp.MustCompile(`(?i)\b([a-z0-9-]+\.[a-z0-9-]+\.svc(?:\.[a-z0-9.-]+)?)\b`),
	regexp.MustCompile(`(?i)(?:service not known|no such host|name resolution): ` + logName + `\s*$`),
}

// sourceFile matches names of source files, which stand before line numbers as hosts do before ports.
var sourceFile = regexp.MustCompile(`(?i)\.(?:php|py|js|mjs|cjs|ts|go|rb|java|kt|scala|rs|exs?|erl|c|cc|cpp|cs|pl|sh|conf|cfg|ya?ml|json|log)$`)

var logServer = regexp.MustCompile(`(?i)\bserver running on host "` + logName + `"(?:.*?port "?(\d+))?`)

// LogServer reads the host out of the question that follows a failed connection: "Is the server running on host "db" …?"
func LogServer(text string) (string, int) {
	m := logServer.FindStringSubmatch(text)
	if m == nil {
		return "", 0
	}
	port, _ := strconv.Atoi(m[2])
	return strings.ToLower(m[1]), port
}

func logHost(text string) (string, int) {
	for _, re := range logHosts {
		for _, m := range re.FindAllStringSubmatch(text, 4) {
			if numeric(m[1]) || sourceFile.MatchString(m[1]) || m[1] == "node" {
				continue
			}
			port := 0
			if len(m) > 2 {
				port, _ = strconv.Atoi(m[2])
			}
			return strings.ToLower(strings.TrimSuffix(m[1], ".")), port
		}
	}
	return "", 0
}

// numeric is true for parts of a time, such as 10:42, that look like a name and a port.
func numeric(s string) bool {
	return strings.Trim(s, "0123456789") == "" || len(s) > 10 && s[4] == '-' && strings.Contains(s, "T")
}
