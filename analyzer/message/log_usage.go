package message

import (
	"regexp"
	"strings"
)

var (
	optionLine = regexp.MustCompile(`^\s*-{1,2}[A-Za-z0-9?][\w-]*(?:[ =,\t]|$)`)
	indented   = regexp.MustCompile(`^(?:\t|  )\s*\S`)
)

// usageHead reports whether a usage screen begins with the line.
func usageHead(line string) bool {
	const word = "usage:"
	t := strings.TrimSpace(line)
	if len(t) < len(word) || !strings.EqualFold(t[:len(word)], word) {
		return strings.Contains(t, "multi-call binary")
	}
	return len(t) == len(word) || t[len(word)] == ' ' || t[len(word)] == '\t'
}

// usageOption reports whether the line explains an option.
func usageOption(line string) bool {
	return strings.HasPrefix(strings.TrimSpace(line), "-") && optionLine.MatchString(line)
}

// usageReach is how many lines of other text a usage screen may hold between two that are surely part of it.
const usageReach = 4

// UsageScreen marks the lines that belong to a usage screen of a tool, such as those of BusyBox and of GNU's programs, and returns the
// screen's first line; "" where there is none. Such lines explain options; none of them is a word on what went wrong.
func UsageScreen(lines []string) (marked []bool, head string) {
	marked = make([]bool, len(lines))
	options, last := 0, -usageReach-1
	for i, l := range lines {
		switch option := usageOption(l); {
		case usageHead(l):
			marked[i], last = true, i
			if head == "" {
				head = strings.TrimSpace(l)
			}
		case option:
			options++
			marked[i] = i-last <= usageReach
			if marked[i] {
				last = i
			}
		case i-last <= usageReach && indented.MatchString(l):
			marked[i], last = true, i
		}
	}
	if head == "" && options < 3 {
		return make([]bool, len(lines)), ""
	}
	for i, l := range lines { // the screen may have begun above the first line
		marked[i] = marked[i] || usageOption(l)
		if usageHead(l) {
			markDescription(lines, marked, i)
		}
	}
	return marked, head
}

// markDescription marks what stands between the head of a screen and its first option.
func markDescription(lines []string, marked []bool, head int) {
	for i := head + 1; i < min(head+2*usageReach, len(lines)); i++ {
		if usageOption(lines[i]) {
			for j := head; j < i; j++ {
				marked[j] = true
			}
			return
		}
	}
}
