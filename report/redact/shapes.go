package redact

import (
	"strings"
)

// shape is a token that is known by how it begins.
type shape struct {
	prefix string // as written, unless fold
	kind   string
	least  int    // characters after the prefix, at least
	also   string // what it holds besides letters and digits
}

// shapes lists tokens by their makers' documented prefixes.
var shapes = []shape{
	{"eyJ", "token", 17, "-_.=+/"}, // JSON in base64: JWT, docker config
	{"ewog", "token", 20, "+/=-_"}, // the same, indented
	{"AKIA", "aws-key", 12, ""}, {"ASIA", "aws-key", 12, ""}, {"AGPA", "aws-key", 12, ""}, {"AIDA", "aws-key", 12, ""},
	{"AROA", "aws-key", 12, ""}, {"ANPA", "aws-key", 12, ""}, {"ABIA", "aws-key", 12, ""}, {"ACCA", "aws-key", 12, ""},
	{"ghp_", "token", 16, "_"}, {"gho_", "token", 16, "_"}, {"ghu_", "token", 16, "_"}, {"ghs_", "token", 16, "_"},
	{"ghr_", "token", 16, "_"}, {"github_pat_", "token", 16, "_"},
	{"glpat-", "token", 12, "-_."}, {"gldt-", "token", 12, "-_"}, {"glrt-", "token", 12, "-_."}, {"glcbt-", "token", 12, "-_"},
	{"glptt-", "token", 12, "-_"}, {"glft-", "token", 12, "-_"}, {"glagent-", "token", 12, "-_"}, {"glsa_", "token", 16, "_"},
	{"glc_", "token", 16, "_=+/"},
	{"xoxa-", "token", 8, "-"}, {"xoxb-", "token", 8, "-"}, {"xoxc-", "token", 8, "-"}, {"xoxd-", "token", 8, "-%"},
	{"xoxe", "token", 8, "-."}, {"xoxo-", "token", 8, "-"}, {"xoxp-", "token", 8, "-"}, {"xoxr-", "token", 8, "-"},
	{"xoxs-", "token", 8, "-"}, {"xapp-", "token", 8, "-"},
	{"hooks.slack.com/", "webhook", 8, "/_-"}, {"discord.com/api/webhooks/", "webhook", 8, "/_-"},
	{"discordapp.com/api/webhooks/", "webhook", 8, "/_-"}, {"webhook.office.com/", "webhook", 8, "/_-@"},
	{"AIza", "token", 24, "-_"}, {"ya29.", "token", 16, "-_."}, {"GOCSPX-", "token", 16, "-_"},
	{"sk_live_", "token", 8, "_"}, {"sk_test_", "token", 8, "_"}, {"rk_live_", "token", 8, "_"}, {"rk_test_", "token", 8, "_"},
	{"whsec_", "token", 12, "+/=_"},
	{"npm_", "token", 20, ""}, {"pypi-", "token", 20, "-_"}, {"rubygems_", "token", 20, ""}, {"dckr_pat_", "token", 16, "-_"},
	{"dckr_oat_", "token", 16, "-_"},
	{"dop_v1_", "token", 20, ""}, {"doo_v1_", "token", 20, ""}, {"dor_v1_", "token", 20, ""}, {"hvs.", "token", 16, "-_"},
	{"hvb.", "token", 16, "-_"}, {"hvr.", "token", 16, "-_"}, {"SG.", "token", 24, "-_."},
	{"sk-", "token", 24, "-_"}, {"hf_", "token", 24, ""}, {"shpat_", "token", 16, ""}, {"shpss_", "token", 16, ""},
	{"shpca_", "token", 16, ""}, {"ATATT", "token", 20, "-_=."}, {"ATBB", "token", 20, "_="}, {"ATCTT", "token", 20, "-_=."},
	{"dapi", "token", 32, "-"}, {"NRAK-", "token", 16, ""}, {"lin_api_", "token", 16, ""}, {"dp.pt.", "token", 16, ""},
	{"dp.st.", "token", 16, "._-"}, {"PMAK-", "token", 16, "-"}, {"EZAK", "token", 30, ""}, {"FlyV1 ", "token", 16, "_+/=,"},
	{"AGE-SECRET-KEY-1", "private-key", 16, ""}, {"key-", "token", 32, ""}, {"sntrys_", "token", 16, "_=+/"}, {"sgp_", "token", 32, "_"},
	{"tskey-", "token", 12, "-"}, {"r8_", "token", 32, ""}, {"pul-", "token", 40, ""}, {"A3-", "token", 30, "-"},
	{"MII", "private-key", blobLength, "+/="}, // a key or certificate in DER
	{"LS0tLS1", "private-key", 20, "+/="},     // the same in PEM, in base64
}

// findShapes finds tokens by their prefix and encoded blobs by their looks.
func findShapes(s string) []span {
	var out []span
	for i := 0; i < len(s); i++ {
		if !shapeStart[s[i]] {
			continue
		}
		glued := i > 0 && isAlnum(s[i-1])
		for _, sh := range shapes {
			if !strings.HasPrefix(s[i:], sh.prefix) || glued && !sh.plain() {
				continue
			}
			start := i + len(sh.prefix)
			if end := run(s, start, sh.also); end-start >= sh.least {
				out = append(out, span{i, end, sh.kind})
				i = end - 1
				break
			}
		}
	}
	return append(out, findBlobs(s)...)
}

// plain reports a prefix that is known even where it stands within a word: one that has a sign in it.
func (s shape) plain() bool { return len(s.prefix) > 3 && strings.ContainsAny(s.prefix, "_-./") }

var shapeStart = func() (set [256]bool) {
	for _, s := range shapes {
		set[s.prefix[0]] = true
	}
	return set
}()

// run returns the end of the letters, digits and other characters from start on. Dots at the end are the sentence's.
func run(s string, start int, also string) int {
	end := start
	for end < len(s) && (isAlnum(s[end]) || strings.IndexByte(also, s[end]) >= 0) {
		end++
	}
	for end > start && (s[end-1] == '.' || s[end-1] == ',') {
		end--
	}
	return end
}

func isAlnum(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// blobLength is how long base64 must be to be taken for a secret without any key before it.
const blobLength = 40

// findBlobs finds base64 that stands alone on its line, as the body of a private key does, and base64 of high variety
// anywhere. Digests and other hexadecimal numbers, paths and names are none.
func findBlobs(s string) []span {
	if keyEnd(s) {
		return []span{{0, len(s), "encoded"}}
	}
	var out []span
	for i := 0; i < len(s); {
		end := run(s, i, "+/_-")
		for end > i && end < len(s) && s[end] == '=' && end-i >= blobLength-2 {
			end++
		}
		if end-i >= blobLength && encoded(s[i:end]) && (alone(s, i, end) || varied(s[i:end])) {
			out = append(out, span{i, end, "encoded"})
		}
		i = max(end, i+1)
	}
	return out
}

// keyEnd reports a text that is nothing but a little base64, as the last line of a private key is where lines are quoted one by one.
func keyEnd(s string) bool {
	s = strings.TrimSpace(s)
	body := strings.TrimRight(s, "=")
	if len(s) < 12 || len(s) > blobLength+2 || len(s)-len(body) > 2 || run(body, 0, "+/") != len(body) || !encoded(body) {
		return false
	}
	return len(body) < len(s) || varied(body)
}

// encoded reports capital and small letters and digits together, which hexadecimal never has with letters above F.
func encoded(s string) bool {
	upper, lower, digit, beyond := false, false, false, false
	for i := range len(s) {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z':
			upper = true
			beyond = beyond || c > 'F'
		case 'a' <= c && c <= 'z':
			lower = true
			beyond = beyond || c > 'f'
		case '0' <= c && c <= '9':
			digit = true
		}
	}
	return upper && lower && digit && beyond
}

// alone reports that nothing else stands on the line but quotes and a time or log prefix that ends in a space.
func alone(s string, from, to int) bool {
	rest := to == len(s) || strings.IndexByte("\n\r\"'`\\", s[to]) >= 0
	return rest && (from == 0 || strings.IndexByte("\n\r \t\"'`", s[from-1]) >= 0) && strings.Count(s[from:to], "/") <= (to-from)/16 &&
		!strings.Contains(s[from:to], "-")
}

// varied reports that letters, capitals and digits change about as often as in random text, and that it is no path.
func varied(s string) bool {
	changes, longest, part := 0, 0, 0
	for i := range len(s) {
		if i > 0 && class(s[i]) != class(s[i-1]) {
			changes++
		}
		if part++; s[i] == '/' || s[i] == '-' || s[i] == '_' {
			part = 0
		}
		longest = max(longest, part)
	}
	return longest >= 16 && changes*100 >= 35*len(s)
}

func class(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return 0
	case 'A' <= c && c <= 'Z':
		return 1
	case '0' <= c && c <= '9':
		return 2
	}
	return 3
}
