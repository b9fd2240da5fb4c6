package redact

import (
	"slices"
	"strings"
)

// placeholder reports values that stand for a secret and are none.
func placeholder(v string) bool {
	switch {
	case strings.Trim(v, "*") == "", strings.Trim(v, "xX") == "", strings.Trim(v, ".-") == "":
		return true
	case strings.HasPrefix(v, "$(") || strings.HasPrefix(v, "${") || strings.HasPrefix(v, "{{") || strings.HasPrefix(v, "<"):
		return true
	}
	return slices.Contains([]string{"null", "nil", "none", "true", "false", "undefined", "(none)", "REDACTED", "[REDACTED]",
		"HIDDEN"}, strings.TrimSpace(v))
}

// states are words that say how it is with a token or a session, not what it is.
var states = []string{
	"absent", "accepted", "anonymous", "basic", "bearer", "changed", "decoded", "default", "denied", "disabled", "empty", "enabled",
	"error", "expired", "failed", "failure", "forbidden",
	"found", "invalid", "malformed", "missing", "mtls", "no", "not", "oauth", "oauth2", "off", "oidc", "ok", "on", "optional",
	"present", "refreshed", "rejected", "required", "revoked", "set", "success", "tls",
	"unauthorized", "unknown", "unset", "updated", "valid", "yes",
}

func stateWord(v string) bool {
	return slices.Contains(states, strings.ToLower(strings.Trim(v, ".,;:!")))
}

// isPath reports a file's path: /var/run/secrets/token.
func isPath(v string) bool {
	return strings.HasPrefix(v, "/") && strings.Count(v, "/") > 1 && !strings.ContainsAny(v, "+=")
}

// looksSecret reports a value of at least that length that no prose would hold at its place: with a digit or a sign among
// letters, or a capital within.
func looksSecret(v string, least int) bool {
	if len(v) < least || amount(v) || strings.HasSuffix(v, ":") {
		return false
	}
	for i := range len(v) {
		switch c := v[i]; {
		case '0' <= c && c <= '9', strings.IndexByte("!$%^&*#@+=~?", c) >= 0:
			return true
		case i > 0 && class(c) == 1 && class(v[i-1]) == 0:
			return true
		}
	}
	return false
}

// amount reports a small number, perhaps with a unit: 401, 3607s, 10m.
func amount(v string) bool {
	digits := strings.TrimLeft(v, "0123456789.")
	return len(v)-len(digits) > 0 && len(v)-len(digits) <= 5 && len(digits) <= 2 && strings.Trim(digits, "smhdMGKi%") == ""
}
