package message

import "regexp"

var (
	// timeSetting is a time-out that a program is told to keep: "read timeout 30s", "connect_timeout=5".
	timeSetting = regexp.MustCompile(`time-?out[a-z_ ]*[=:]? ?"?\d+ ?(?:ms|s|sec|seconds|m|min|minutes)?\b|timeout (?:is |was )?set`)
	// ownAnswer is a line of an access log: the program gave the answer, it did not get it.
	ownAnswer = regexp.MustCompile(`\b(?:get|head|post|put|patch|delete|options) /`)
)

// failing are words without which a line on a setting or a request is one of ordinary work.
var failing = []string{"error", "fail", "exceed", "unable", "could not", "couldn't", "cannot", "can't", "fatal", "exception", "refus", "denied", "after", "giv"}

// harmless reports whether the line, which is in lower case and holds words of the fault, tells of ordinary work all the same.
func harmless(f LogFault, low string) bool {
	switch f {
	case LogTimeout:
		return timeSetting.MatchString(low) && !hasAny(low, failing)
	case LogAuth:
		return ownAnswer.MatchString(low) && !hasAny(low, failing)
	case LogSetting:
		return hasAny(low, []string{"using default", "using the default", "defaulting to", "default is used"})
	case LogFatal:
		return hasAny(low, []string{"onoutofmemoryerror", " no errors"}) // an option of the JVM; a count
	}
	return false
}
