package redact

import (
	"regexp"
	"strings"
)

// findBlocks finds private keys and whole objects that must not be quoted: PEM blocks to their end or the text's, and the
// last-applied annotation.
func findBlocks(s string) []span {
	var out []span
	for at := 0; ; {
		n := strings.Index(s[at:], "-----BEGIN ")
		if n < 0 {
			break
		}
		from := at + n
		to := len(s)
		if n := strings.Index(s[from:], "-----END "); n >= 0 {
			to = from + n + len("-----END ")
			if n := strings.Index(s[to:], "-----"); n >= 0 {
				to += n + len("-----")
			}
		}
		out = append(out, span{from, to, "private-key"})
		at = to
	}
	return append(out, annotations(s)...)
}

const lastApplied = "last-applied-configuration"

// annotations finds values of the last-applied annotation: the object as its author wrote it.
func annotations(s string) []span {
	at := strings.Index(s, lastApplied)
	if at < 0 {
		return nil
	}
	i, _ := skipQuote(s, at+len(lastApplied))
	i = skipSpace(s, i)
	if i >= len(s) || s[i] != ':' && s[i] != '=' {
		return nil
	}
	from, to, quoted := bounds(s, skipSpace(s, i+1), true)
	if !quoted {
		to = len(s)
	}
	return []span{{from, to, "last-applied"}}
}

// findURLs finds the password, or the token that stands for user and password, in scheme://user:password@host.
func findURLs(s string) []span {
	var out []span
	for at := 0; ; {
		n := strings.Index(s[at:], "//")
		if n < 0 {
			break
		}
		from := at + n + 2
		end := from
		for end < len(s) && strings.IndexByte(" \t\n\r\"'`<>", s[end]) < 0 {
			end++
		}
		if p, q := userinfo(s[from:end]); q > p {
			out = append(out, span{from + p, from + q, "url-password"})
		}
		at = from
	}
	for _, m := range dsn.FindAllStringSubmatchIndex(s, -1) {
		out = append(out, span{m[2], m[3], "url-password"})
	}
	return out
}

// dsn is user:password@tcp(host) as Go's MySQL driver writes it.
var dsn = regexp.MustCompile(`[\w.-]+:([^\s@/]+)@(?:tcp|unix)?\(`)

// userinfo returns where the secret part before the @ stands. A password may hold any sign, so the last @ before the path
// counts, and where none stands there, one after it, unless what looks like user:password is host:port.
func userinfo(s string) (from, to int) {
	path := strings.IndexAny(s, "/?#")
	if path < 0 {
		path = len(s)
	}
	to = strings.LastIndexByte(s[:path], '@')
	if to < 0 {
		colon := strings.IndexByte(s[:path], ':')
		if to = strings.IndexByte(s, '@'); colon < 0 || to < 0 || strings.Trim(s[colon+1:path], "0123456789") == "" {
			return 0, 0
		}
	}
	if redacted(s[:to]) {
		return 0, 0
	}
	if colon := strings.IndexByte(s[:to], ':'); colon >= 0 {
		return colon + 1, to
	}
	if to >= 16 && looksSecret(s[:to], 16) {
		return 0, to
	}
	return 0, 0
}

var schemes = regexp.MustCompile(`(?i)\b(?:basic|bearer|negotiate|ntlm|digest|apikey|aws4-hmac-sha256)\s+`)

// schemeLength is the length of an authentication scheme's name at the start, with the spaces after it.
func schemeLength(s string) int {
	if m := schemes.FindStringIndex(s[:min(len(s), 40)]); m != nil && m[0] == 0 {
		return m[1]
	}
	return 0
}

// findSchemes finds what follows "Bearer" and "Basic", wherever it stands.
func findSchemes(s string) []span {
	var out []span
	for _, m := range schemes.FindAllStringIndex(s, -1) {
		from, to, _ := bounds(s, m[1], false)
		if v := s[from:to]; looksSecret(v, 8) && !strings.Contains(v, `="`) && !strings.HasSuffix(v, "=") || strings.HasSuffix(v,
			"=") && len(v) >= 12 && !strings.ContainsRune(v, ':') {
			out = append(out, span{from, to, "credential"})
		}
	}
	return out
}

// arguments are flags of one letter that take a password, with the programs that read them so.
var arguments = regexp.MustCompile(`\b(?:` +
	`(?:curl|wget|http)\b[^\n|;]*?\s(?:-u|--user)[\s=]+['"]?[^\s:'"]+:([^\s'"]+)` +
	`|(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b[^\n|;]*?\s-p([^\s'"]+)` +
	`|(?:redis-cli|sshpass|mongo|mongosh|mongodump|ldapsearch|smbclient)\b[^\n|;]*?\s-[apw]\s*([^\s'"-][^\s'"]*)` +
	`)`)

// separate is the same in a list: "-u", "user:password".
var separate = regexp.MustCompile(`["'](?:-u|--user)["'],\s*["'][^"':]+:([^"']+)["']|["']-(?:p|a)["'],\s*["']([^"']+)["']`)

func findArguments(s string) []span {
	var out []span
	for _, m := range append(arguments.FindAllStringSubmatchIndex(s, -1), separate.FindAllStringSubmatchIndex(s, -1)...) {
		for g := 2; g+1 < len(m); g += 2 {
			if m[g] >= 0 && !placeholder(s[m[g]:m[g+1]]) {
				out = append(out, span{m[g], m[g+1], "argument"})
			}
		}
	}
	return out
}
