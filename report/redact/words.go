package redact

import (
	"slices"
	"strings"
)

// word is a word, or words in a row, that make the key of a secret.
type word struct {
	kind  string
	parts []string
}

var words = []word{
	{"password", []string{"password"}}, {"password", []string{"passwd"}}, {"password", []string{"passwort"}},
	{"password", []string{"pwd"}}, {"password", []string{"pass"}}, {"password", []string{"passphrase"}},
	{"password", []string{"passcode"}}, {"password", []string{"userpass"}},
	{"secret", []string{"secret"}}, {"token", []string{"token"}}, {"token", []string{"jwt"}}, {"token", []string{"bearer"}},
	{"token", []string{"otp"}}, {"token", []string{"sas"}},
	{"key", []string{"apikey"}}, {"key", []string{"api", "key"}}, {"key", []string{"accesskey"}},
	{"key", []string{"access", "key"}}, {"key", []string{"privatekey"}}, {"key", []string{"private", "key"}},
	{"key", []string{"secret", "key"}}, {"key", []string{"secretkey"}},
	{"key", []string{"account", "key"}}, {"key", []string{"encryption", "key"}}, {"key", []string{"signing", "key"}},
	{"key", []string{"master", "key"}}, {"key", []string{"shared", "key"}}, {"key", []string{"storage", "key"}},
	{"key", []string{"auth", "key"}}, {"key", []string{"license", "key"}}, {"key", []string{"app", "key"}},
	{"key", []string{"application", "key"}}, {"key", []string{"host", "key"}}, {"key", []string{"root", "key"}},
	{"key", []string{"deploy", "key"}}, {"key", []string{"ssh", "key"}}, {"key", []string{"gpg", "key"}},
	{"key", []string{"pgp", "key"}}, {"key", []string{"key", "data"}}, {"key", []string{"access", "key", "id"}},
	{"secret", []string{"secret", "id"}}, {"key", []string{"service", "account", "json"}},
	{"credential", []string{"credential"}}, {"credential", []string{"credentials"}}, {"credential", []string{"creds"}},
	{"credential", []string{"connection", "string"}}, {"credential", []string{"connectionstring"}},
	{"credential", []string{"conn", "str"}}, {"credential", []string{"connstr"}}, {"credential", []string{"dsn"}},
	{"credential", []string{"auth"}}, {"credential", []string{"authorization"}}, {"cookie", []string{"cookie"}},
	{"cookie", []string{"session"}}, {"cookie", []string{"session", "id"}}, {"cookie", []string{"sessionid"}},
	{"cookie", []string{"csrf"}}, {"cookie", []string{"xsrf"}},
	{"signature", []string{"signature"}}, {"signature", []string{"sig"}}, {"signature", []string{"hmac"}},
	{"secret", []string{"salt"}}, {"webhook", []string{"webhook", "url"}},
}

// endings are secret words that also count at the end of a longer one, such as PGPASSWORD and authtoken.
var endings = []string{"password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "secretkey", "privatekey", "pwd",
	"credentials", "connectionstring"}

// secretKey reports whether a value under this key is secret, and the kind. The secret's word must be the last one: a
// secretName, a token_file and a password-policy are none.
func secretKey(key string) (kind string, secret bool) {
	parts := split(key)
	if len(parts) == 0 {
		return "", false
	}
	if last := parts[len(parts)-1]; len(parts) > 1 && strings.Trim(last, "0123456789") == "" {
		parts = parts[:len(parts)-1] // password_2
	}
	for _, w := range words {
		if n := len(parts) - len(w.parts); n >= 0 && slices.Equal(parts[n:], w.parts) {
			return w.kind, true
		}
	}
	last := strings.TrimRight(parts[len(parts)-1], "0123456789")
	for _, e := range endings {
		if strings.HasSuffix(last, e) {
			return kindOf(e), true
		}
	}
	return "", false
}

func kindOf(ending string) string {
	switch {
	case strings.HasPrefix(ending, "pass"), ending == "pwd":
		return "password"
	case strings.HasSuffix(ending, "key"):
		return "key"
	case strings.HasPrefix(ending, "c"):
		return "credential"
	}
	return ending
}

// split parts a key into words in lower case: at signs, and where a capital follows a small letter.
func split(key string) []string {
	var out []string
	start := 0
	cut := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(key[start:end]))
		}
	}
	for i := range len(key) {
		switch c := key[i]; {
		case !isAlnum(c):
			cut(i)
			start = i + 1
		case i > start && class(c) == 1 && class(key[i-1]) != 1:
			cut(i)
			start = i
		case i > start+1 && class(c) == 0 && class(key[i-1]) == 1 && class(key[i-2]) == 1:
			cut(i - 1) // the last capital of APIKey's API begins the next word
			start = i - 1
		}
	}
	cut(len(key))
	return out
}
