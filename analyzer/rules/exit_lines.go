package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// lastLines is what a container said before it ended.
type lastLines struct {
	message.LogLine
	text     string // the line that tells most; "" when none tells anything
	last     string // the last line that is more than a usage screen
	awaits   string // the last line that names what it waits for
	usage    string // the first line of a usage screen; "" when there is none
	evidence []Evidence
	ofRun    bool // the log is of the run that ended
}

// lastLinesOf picks the line that tells most from the end of the log and from the termination message, and the lines at the
// very end as they stand.
func (c *Context) lastLinesOf(p *Pod, ct Container) lastLines {
	return c.known.said.get(ct.Status, func() lastLines {
		l := c.readLastLines(p, ct)
		l.evidence = slices.Clip(l.evidence)
		return l
	})
}

func (c *Context) readLastLines(p *Pod, ct Container) lastLines {
	w := lastLines{}
	if t, _ := ct.LastExit(); t != nil {
		w.read(strings.Split(t.Message, "\n"))
	}
	log, ofRun := outputOf(p, ct)
	if log == nil {
		return w
	}
	w.ofRun = ofRun
	tail := log.Kept[max(0, len(log.Kept)-40):]
	best := w.read(textsOf(tail))
	screen, _ := message.UsageScreen(textsOf(tail))
	for i, line := range tail {
		detail := best >= 0 && i == best+1 && strings.TrimSpace(line.Text) != ""
		if i == best || detail || i >= len(tail)-3 && !screen[i] {
			w.evidence = append(w.evidence, c.LogEvidence(log, line))
		}
	}
	return w
}

func textsOf(lines []loader.LogLine) []string {
	out := make([]string, 0, len(lines))
	for _, l := range lines {
		out = append(out, l.Text)
	}
	return out
}

// read takes the line that tells most and returns its index, -1 for none. A failure to connect that later lines take back does
// not count; where its line names no host, the lines beside it may: PostgreSQL's client asks whether a server runs there. The
// lines of a usage screen tell nothing.
func (w *lastLines) read(lines []string) int {
	best := -1
	screen, head := message.UsageScreen(lines)
	w.usage = cmp.Or(w.usage, head)
	for i, line := range lines {
		if screen[i] {
			continue
		}
		if text := strings.TrimSpace(line); text != "" {
			w.last = text
			if message.Awaited(text) != "" {
				w.awaits = text
			}
		}
		if w.Remote() && best >= 0 && message.LogRecovers(line) {
			w.LogLine, w.text, best = message.LogLine{}, "", -1
		}
		if w.take(message.ParseLog(line), strings.TrimSpace(line)) {
			best = i
		}
	}
	for i := max(0, best-2); best >= 0 && i < min(best+3, len(lines)); i++ {
		if w.Connection() && w.Host == "" {
			w.Host, w.Port = message.LogServer(lines[i])
		}
	}
	return best
}

// take keeps the line if it tells more than what is kept: a cause beats an exception, an exception beats an error; of equals
// the later one stays, unless only the earlier one names the host that could not be reached.
func (w *lastLines) take(l message.LogLine, text string) bool {
	if l.Fault == message.LogNone || w.text != "" && grade(l) > grade(w.LogLine) {
		return false
	}
	if w.Connection() && w.Host != "" && l.Connection() && l.Host == "" {
		return false
	}
	w.LogLine, w.text = l, text
	return true
}

// grade is 0 for a cause, 1 for what may follow from one: an exception, a time that ran out while something else failed.
func grade(l message.LogLine) int {
	switch l.Fault {
	case message.LogTimeout:
		if l.Host != "" {
			return 0
		}
		return 1
	case message.LogPanic, message.LogCaches, message.LogLease:
		return 1
	case message.LogFatal:
		return 2
	}
	return 0
}

// quote puts the words of a program in quotation marks and ends the sentence.
func quote(words string) string {
	if strings.HasSuffix(words, ".") {
		return `"` + words + `"`
	}
	return `"` + words + `".`
}

// says is the sentence that quotes the line which tells most, else the last one; "" when there is none.
func (w lastLines) says() string {
	said := ""
	switch {
	case w.text != "":
		said = " It says: " + quote(oneLine(w.text))
	case w.ofRun && w.last != "":
		said = " Its last words: " + quote(oneLine(w.last))
	}
	if w.usage != "" {
		said += " It prints a usage screen: a program is called with arguments that it does not know."
	}
	return said
}

// silence is what is not known of an end on which no line tells a known cause.
func (w lastLines) silence() string {
	switch {
	case w.ofRun && w.last != "":
		return "what is behind its last words"
	case len(w.evidence) > 0:
		return "why it ended: the log in the dump is of the run after it"
	}
	return "why it ended: the dump holds no line of its output"
}
