package message

import (
	"slices"
	"strings"
)

// needles are texts of which a part of a table needs one. Nearly all lines of a log hold none, and one look at each byte tells.
type needles struct {
	pairs [1 << 16]bool // the first two bytes of a needle
	words [256][]string // needles by their first byte
}

// logNeedles are the longest pieces of the parts of logTexts.
var logNeedles = func() *needles {
	n := &needles{}
	for _, t := range logTexts {
		for _, p := range t.parts {
			word := slices.MaxFunc(strings.Split(strings.TrimPrefix(p, "|"), "*"), func(a, b string) int { return len(a) - len(b) })
			n.pairs[int(word[0])<<8|int(word[1])] = true
			n.words[word[0]] = append(n.words[word[0]], word)
		}
	}
	return n
}()

// in reports whether the text holds a needle.
func (n *needles) in(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if !n.pairs[int(text[i])<<8|int(text[i+1])] {
			continue
		}
		for _, w := range n.words[text[i]] {
			if strings.HasPrefix(text[i:], w) {
				return true
			}
		}
	}
	return false
}
