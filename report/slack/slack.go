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
	asksShown = 4
)

// Write writes the message in at most budget bytes.
func Write(w io.Writer, v *view.View, budget int) error {
	first := fmt.Sprintf("*%s, dump of %s*\n%s\n", text(escape.Short(v.Name(), lineBytes)), text(v.Date()), text(v.Headline()))
	if s := v.FocusLine(); s != "" {
		first += text(escape.Short(s, lineBytes)) + "\n"
	}
	last := needed(v)
	room := budget - len(first) - len(last)
	var b strings.Builder
	rows := v.Rows(len(v.Incidents), 3)
	for i, r := range rows {
		line := fmt.Sprintf("%s. `%s` %s, %s", r.ID, view.Label(r.Severity), text(escape.Short(r.Title, lineBytes)), r.Size)
		if r.ID == "-" {
			line = fmt.Sprintf("Unexplained: %s, %s", text(escape.Short(r.Title, lineBytes)), r.Size)
		}
		if r.Since != "" && r.Since != "unknown" {
			line += ", since " + r.Since
		}
		rest := fmt.Sprintf("and %s in the full report\n", view.Count(len(rows)-i, "more line"))
		if b.Len()+len(line)+1+len(rest) > room {
			b.WriteString(rest)
			break
		}
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, first+b.String()+last)
	return err
}

// needed names the first requests to the customer.
func needed(v *view.View) string {
	list, more := v.Asks()
	var parts []string
	for i, a := range list {
		if i == asksShown {
			more += len(list) - i
			break
		}
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
