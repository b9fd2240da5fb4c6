package report

import (
	"github.com/fatih/color"

	"github.com/podtriage/podtriage/analyzer/rules"
)

// palette marks severities and headings for a terminal. Whether colors are wanted is decided by the caller, so
// the color package's own guess is overruled. Only the 16 basic colors are used, and never as the only sign of anything.
type palette struct {
	severity map[rules.Severity]*color.Color
	bold     *color.Color
}

func newPalette(on bool) palette {
	mark := func(a ...color.Attribute) *color.Color {
		c := color.New(a...)
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	return palette{
		severity: map[rules.Severity]*color.Color{
			rules.Error:   mark(color.FgRed, color.Bold),
			rules.Warning: mark(color.FgYellow, color.Bold),
			rules.Info:    mark(color.FgCyan, color.Bold),
			"":            mark(color.FgMagenta, color.Bold),
		},
		bold: mark(color.Bold),
	}
}

// Severity marks text, which is the severity's word, by its color.
func (p palette) Severity(s rules.Severity, text string) string {
	if c := p.severity[s]; c != nil {
		return c.Sprint(text)
	}
	return text
}

// Heading marks a heading.
func (p palette) Heading(text string) string { return p.bold.Sprint(text) }
