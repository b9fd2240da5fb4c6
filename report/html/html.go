// Package html writes the report as one HTML file: no request leaves it, it works without script, prints whole, follows the
// reader's light or dark setting and can be used by keyboard and screen reader. In goes a View, out comes the page.
//
// A content-security policy by hash allows the one style sheet and the one script of this package and nothing else; all text
// of the dump stands in text nodes and attributes that html/template escapes.
package html

import (
	"bytes"
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

var page = template.Must(template.New("page").Funcs(template.FuncMap{"changes": view.ChangesCluster, "count": view.Count}).Parse(pageTemplate))

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
	Nodes   []nodeRow
	Beyond  int // nodes that have no row
	Changed changeTable
	Aside   []view.Aside
	Dump    string // the sources as arguments of a command
}

// Write writes the page.
func Write(w io.Writer, v *view.View) error {
	var b bytes.Buffer
	for _, l := range sizes {
		b.Reset()
		if err := page.Execute(&b, compose(v, l)); err != nil {
			return err
		}
		if b.Len() <= maxBytes {
			break
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// compose gathers what the page shows.
func compose(v *view.View, l limits) document {
	d := document{View: v, Style: template.CSS(style), Script: template.JS(script), Dump: view.Shell(v.Source.Paths)}
	d.Policy = "default-src 'none'; style-src '" + hash(style) + "'; script-src '" + hash(script) +
		"'; img-src data:; base-uri 'none'; form-action 'none'"
	d.Rows = v.Rows(rowsShown, tableUnknowns)
	d.Asks, d.More = v.Asks(view.MaxAsks)
	d.Causes, d.Rest = causes(v, l)
	d.Unknown = unknowns(v, l)
	d.Chart = draw(v, l)
	d.Table = pods(v, l)
	d.Nodes, d.Beyond = nodeTable(v, l.nodes)
	d.Changed = changes(v, l.changes)
	d.Aside = v.Asides()
	d.Aside = d.Aside[:min(len(d.Aside), asidesShown)]
	return d
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
