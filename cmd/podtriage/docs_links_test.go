package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	links    = regexp.MustCompile(`\]\(([^)#]*)(?:#([^)]*))?\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	unlinked = regexp.MustCompile(`[^\w -]`)
	ownPath  = regexp.MustCompile("`((?:cmd|loader|analyzer|report|fixtures|docs)/[\\w./-]+?)(?::\\d+)?`")
)

// TestDocumentLinks holds that what documents link to, or name by its path in the repository, is there.
func TestDocumentLinks(t *testing.T) {
	t.Chdir("../..")
	seen := 0
	for _, page := range pages(t) {
		text := fenced.ReplaceAllString(string(read(t, page)), "")
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			seen++
			to := page
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(page), m[1])
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			} else if m[2] != "" && !slices.Contains(anchors(string(read(t, to))), m[2]) {
				t.Errorf("%s links to %s, which has no heading %s", page, to, m[2])
			}
		}
		for _, m := range ownPath.FindAllStringSubmatch(text, -1) {
			seen++
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("%s names %s, which is not there", page, m[1])
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d links and paths were found", seen)
	}
}

// anchors are the names that GitHub gives to the headings of a page.
func anchors(page string) (out []string) {
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		out = append(out, strings.ReplaceAll(unlinked.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return out
}
