package report

import (
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
)

// unsafeHTML makes goldmark pass HTML on, as GitHub's parser does before it cleans it.
func unsafeHTML() renderer.Option { return html.WithUnsafe() }
