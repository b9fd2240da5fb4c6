package loader

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// dockerLine reads a line of docker's json-file log.
func dockerLine(text string) (time.Time, string) {
	var l struct {
		Log  string    `json:"log"`
		Time time.Time `json:"time"`
	}
	if json.Unmarshal([]byte(text), &l) != nil {
		return time.Time{}, text
	}
	return l.Time.UTC(), strings.TrimRight(l.Log, "\n")
}

// leadingTime reads a time stamp at the start of a line. One without a zone is taken as UTC, which containers run in.
func leadingTime(text string) (time.Time, string) {
	text = strings.TrimLeft(text, "[ ")
	word, rest, _ := strings.Cut(text, " ")
	if len(word) >= 19 && (word[10] == 'T' || word[10] == 't') {
		return isoTime(strings.TrimRight(word, "],")), rest
	}
	if len(word) == 10 && len(rest) >= 8 && (word[4] == '-' || word[4] == '/') {
		clock, after, _ := strings.Cut(rest, " ")
		clock = strings.TrimRight(strings.Replace(clock, ",", ".", 1), "]Z:")
		t, err := time.Parse("2006-01-02 15:04:05", strings.ReplaceAll(word, "/", "-")+" "+clock)
		if err == nil {
			return t, after
		}
	}
	return time.Time{}, ""
}

// isoTime reads RFC 3339 with or without zone and fraction.
func isoTime(word string) time.Time {
	word = strings.Replace(word, ",", ".", 1)
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700"} {
		if t, err := time.Parse(form, word); err == nil && t.Year() > 1970 {
			return t.UTC()
		}
	}
	return time.Time{}
}

// timeKeys are the fields that structured logs keep their time in.
var timeKeys = []string{`"time":`, `"timestamp":`, `"ts":`, `"@timestamp":`, `time=`, `ts=`, `t=`}

// timeWithin reads the time of a structured log line, JSON or logfmt; zero if there is none.
func timeWithin(text string) time.Time {
	for _, key := range timeKeys {
		before, value, ok := strings.Cut(text, key)
		if !ok || key[0] != '"' && before != "" && !strings.HasSuffix(before, " ") {
			continue
		}
		value = strings.TrimLeft(value, ` "`)
		if end := strings.IndexAny(value, `", }`); end >= 0 {
			value = value[:end]
		}
		if t := isoTime(value); !t.IsZero() {
			return t
		}
		if s, err := strconv.ParseFloat(value, 64); err == nil && s > 1e9 && s < 1e10 {
			return time.UnixMilli(int64(s * 1000)).UTC()
		}
	}
	return time.Time{}
}

// badWords are the words that make a line look like an error, by their first letter, in lower case.
var badWords = [256][]string{
	'a': {"abort", "assert"}, 'b': {"broken pipe", "bad gateway"},
	'c': {"cannot", "can't", "could not", "critical", "crash", "caused by", "connection reset"},
	'd': {"denied", "deadline"}, 'e': {"error", "exception", "exited", "exit code"}, 'f': {"fatal", "fail", "forbidden"},
	'h': {"heap"}, 'i': {"invalid"}, 'k': {"killed"}, 'm': {"missing"}, 'n': {"no such", "no route", "not found"},
	'o': {"out of memory", "oom"}, 'p': {"panic", "permission"}, 'r': {"refused", "rejected"},
	's': {"segfault", "segmentation", "sigterm", "sigkill", "signal"},
	't': {"timeout", "timed out", "traceback", "terminated", "too many"},
	'u': {"unable", "unauthorized", "unavailable", "unreachable", "undefined", "unhandled", "uncaught", "unknown"},
	'w': {"warn"}, 'x': {"x509"},
}

// firstLetters and secondLetters are of the words, in either case: two bytes may begin a word only if the mask of the first, by
// secondLetters that may follow it, and that of the second have a bit in common. Both tables fit into the fastest cache.
var firstLetters, secondLetters = func() (first, second [256]uint32) {
	for _, words := range badWords {
		for _, w := range words {
			bit := uint32(1) << (w[1] & 31)
			first[w[0]] |= bit
			second[w[1]] |= bit
		}
	}
	for c := 'a'; c <= 'z'; c++ {
		first[c&^0x20], second[c&^0x20] = first[c], second[c]
	}
	return first, second
}()

// looksBad reports whether the line holds one of the words, or begins as an error of klog does.
func looksBad(line []byte) bool {
	if len(line) > 5 && (line[0] == 'E' || line[0] == 'F') && isDigit(line[1]) && isDigit(line[4]) && line[5] == ' ' {
		return true
	}
	if len(line) == 0 {
		return false
	}
	may := firstLetters[line[0]]
	for i, c := range line[1:] {
		if may&secondLetters[c] != 0 && startsWord(line, i) && isBad(line[i:]) {
			return true
		}
		may = firstLetters[c]
	}
	return false
}

// startsWord reports whether a word begins at that place, also one inside of CamelCase.
func startsWord(line []byte, i int) bool {
	return i == 0 || !isLetter(line[i-1]) || line[i-1] >= 'a' && line[i] < 'a'
}

func isBad(b []byte) bool {
	for _, w := range badWords[b[0]|0x20] {
		if hasFold(b, w) {
			return true
		}
	}
	return false
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

// hasFold reports whether b begins with the lower-case word.
func hasFold(b []byte, word string) bool {
	if len(b) < len(word) {
		return false
	}
	for i := range len(word) {
		c := b[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != word[i] {
			return false
		}
	}
	return true
}
