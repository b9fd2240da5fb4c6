package redact

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/podtriage/podtriage/report/escape"
)

// skeleton is a text without some parts of it, its holes.
type skeleton struct {
	text string
	cuts []cut
}

// cut says that from this offset of the skeleton on so many bytes of the text were left out.
type cut struct{ plain, skipped int }

// skeletonOf leaves out the holes, which are in order.
func skeletonOf(s string, holes [][]int) skeleton {
	if len(holes) == 0 {
		return skeleton{text: s}
	}
	var b strings.Builder
	var cuts []cut
	done, skipped := 0, 0
	for _, h := range holes {
		if h[0] < done {
			continue
		}
		b.WriteString(s[done:h[0]])
		skipped += h[1] - h[0]
		done = h[1]
		cuts = append(cuts, cut{b.Len(), skipped})
	}
	b.WriteString(s[done:])
	return skeleton{b.String(), cuts}
}

// at finds an offset of the skeleton in the text.
func (k skeleton) at(i int) int {
	n := sort.Search(len(k.cuts), func(j int) bool { return k.cuts[j].plain >= i })
	if n == 0 {
		return i
	}
	return i + k.cuts[n-1].skipped
}

// ansi is a terminal's control sequence (CSI, OSC, or ESC and what belongs to it), also one that was written out before.
var ansi = regexp.MustCompile("(?:\x1b\\[|\u009b|\\\\x1b\\[)[0-?]*[ -/]*[@-~]|(?:\x1b\\]|\u009d)[^\x07\x1b\u009c]*(?:\x07|\x1b\\\\|\u009c)|\x1b[ -/]*[0-~]")

// written is an invisible character that was written out before, as in a saved report.
var written = regexp.MustCompile(`\\x[01][0-9a-f]|\\x7f|\\u00[89][0-9a-f]|\\u00ad|\\u061c|\\u20[0-6][0-9a-f]|\\ufe0[0-9a-f]|\\ufeff|\\U000e0[01][0-9a-f]{2}`)

// hidden lists characters that a reader cannot see. Line ends and tabs are not among them.
func hidden(s string) [][]int {
	var out [][]int
	if !escape.Clean(s) {
		for i := 0; i < len(s); {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r != '\n' && r != '\t' && r != '\r' && escape.Hidden(r) || r == utf8.RuneError && n == 1 {
				out = append(out, []int{i, i + n})
			}
			i += n
		}
	}
	return sorted(append(out, writtenOut(s)...))
}

// sequences lists whole control sequences, with the letters that belong to them, and the other invisible characters. There
// are none where hidden says it all.
func sequences(s string) [][]int {
	list := ansi.FindAllStringIndex(s, -1)
	if len(list) == 0 {
		return nil
	}
	return sorted(append(list, hidden(s)...))
}

func writtenOut(s string) [][]int {
	if !strings.Contains(s, `\x`) && !strings.Contains(s, `\u`) && !strings.Contains(s, `\U`) {
		return nil
	}
	return written.FindAllStringIndex(s, -1)
}

func sorted(holes [][]int) [][]int {
	slices.SortStableFunc(holes, func(a, b []int) int { return a[0] - b[0] })
	return holes
}
