// Package slack writes the report as one message in Slack's mrkdwn. In goes a View, out come whole lines of at most as many
// bytes as the budget allows; the last line counts what was left out.
package slack

import (
	"fmt"
	"io"
	"strings"

	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

const (
	lineBytes = 280
	headBytes = 700
	asksShown = 4
)

// Write writes the message in at most budget bytes.
func Write(w io.Writer, v *view.View, budget int) error {
	first := "*" + text(escape.Short(v.Name(), lineBytes))
	if at := v.Date(); at != "" {
		first += ", dump of " + text(at)
	}
	first += "*\n" + text(escape.Short(v.Headline(), headBytes)) + "\n"
	if s := v.FocusLine(); s != "" {
		first += text(escape.Short(s, lineBytes)) + "\n"
	}
	last := needed(v)
	out := first + lines(v, budget-len(first)-len(last)) + last
	if len(out) > budget {
		out = first
	}
	if len(out) > budget {
		out = escape.Short("The report does not fit into this message; it is attached.\n", budget)
	}
	_, err := io.WriteString(w, out)
	return err
}

// lines has a line for each cause, as many as there is room for.
func lines(v *view.View, room int) string {
	var b strings.Builder
	rows := v.Rows(len(v.Incidents), 3)
	for i, r := range rows {
		line := fmt.Sprintf("%s. `%s` %s, %s\n", text(r.ID), view.Label(r.Severity), text(escape.Short(r.Title, lineBytes)), r.Size)
		if r.ID == "-" {
			line = fmt.Sprintf("Unexplained: %s, %s\n", text(escape.Short(r.Title, lineBytes)), r.Size)
		}
		if r.Since != "" && r.Since != "unknown" {
			line = strings.TrimSuffix(line, "\n") + ", since " + r.Since + "\n"
		}
		rest := fmt.Sprintf("and %s in the full report\n", view.Count(len(rows)-i, "more line"))
		after := 0 // the count that would follow this line
		if i < len(rows)-1 {
			after = len(rest)
		}
		if b.Len()+len(line)+after > room {
			if b.Len()+len(rest) <= room {
				b.WriteString(rest)
			}
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

// needed names the first requests to the customer.
func needed(v *view.View) string {
	list, more := v.Asks(asksShown)
	var parts []string
	for _, a := range list {
		s := a.Text
		if a.Command != "" {
			first, _, _ := strings.Cut(a.Command, "\n")
			s = first
		}
		parts = append(parts, code(escape.Short(s, lineBytes)))
	}
	if len(parts) == 0 {
		return ""
	}
	out := "Needed: " + strings.Join(parts, ", ")
	if more > 0 {
		out += fmt.Sprintf(" and %d more", more)
	}
	return out + "\n"
}

// text writes text as one line: what Slack reads as a mention, a link or markup is made plain, by code where nothing else
// stops it.
func text(s string) string {
	fields := strings.Fields(s)
	for i, w := range fields {
		if strings.ContainsAny(w, "*_~`@#") || strings.Contains(w, "://") || strings.Count(w, ":") > 1 {
			end := len(strings.TrimRight(w, ".,;:"))
			fields[i] = code(w[:end]) + entities(w[end:])
		} else {
			fields[i] = entities(w)
		}
	}
	return strings.Join(fields, " ")
}

// code writes text as code. Slack has no way to quote a backtick.
func code(s string) string {
	if s = strings.Join(strings.Fields(s), " "); s == "" {
		return ""
	}
	return "`" + entities(strings.ReplaceAll(s, "`", "'")) + "`"
}

var entity = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func entities(s string) string { return entity.Replace(s) }
