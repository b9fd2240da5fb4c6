// Package html writes the report as one HTML file: no request leaves it, it works without script, prints whole, follows the
// reader's light or dark setting and can be used by keyboard and screen reader. In goes a View, out comes the page.
//
// A content-security policy by hash allows the one style sheet and the one script of this package and nothing else; all text
// of the dump stands in text nodes and attributes that html/template escapes.
package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"

	"github.com/podtriage/podtriage/report/view"
)

//go:embed page.tmpl
var pageTemplate string

//go:embed style.css
var style string

//go:embed script.js
var script string

var page = template.Must(template.New("page").Parse(pageTemplate))

// document is what the template draws.
type document struct {
	*view.View
	Policy string
	Style  template.CSS
	Script template.JS

	Rows    []view.Row
	Chart   chart
	Asks    []view.Ask
	More    int // requests that are not in Asks
	Causes  []cause
	Rest    int // causes that are in the table only
	Unknown []unknown
	Table   podTable
}

// Write writes the page.
func Write(w io.Writer, v *view.View) error {
	d := document{View: v, Style: template.CSS(style), Script: template.JS(script)}
	d.Policy = "default-src 'none'; style-src '" + hash(style) + "'; script-src '" + hash(script) + "'; img-src data:; base-uri 'none'; form-action 'none'"
	d.Rows = v.Rows(len(v.Incidents), tableUnknowns)
	d.Asks, d.More = v.Asks()
	d.Causes, d.Rest = causes(v)
	d.Unknown = unknowns(v)
	d.Chart = draw(v)
	d.Table = pods(v)
	return page.Execute(w, d)
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
