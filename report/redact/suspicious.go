package redact

import (
	"slices"
	"strings"
)

// hint is what a text must contain, in letters of any case, to be able to hold a secret of some form. Nearly every text of a
// report holds none, so this keeps redaction cheaper than writing.
type hint struct {
	text  string
	whole bool // it is a word that ends a key: no letter follows
}

// hints lists the beginnings of shapes, one part of every key, and what else the finders look for.
var hints = func() (out []hint) {
	for _, s := range []string{"://", "-----", " -u", "-u\"", "-u'", "--user", " -p", "-p\"", "-p'", " -a", "-a\"", "-a'", " -w",
		"last-applied", "value", ".dockercfg",
		"@tcp", "@unix", "basic", "bearer", "negotiate", "ntlm", "aws4-"} {
		out = append(out, hint{text: s})
	}
	for _, s := range shapes {
		out = append(out, hint{text: strings.ToLower(s.prefix)})
	}
	for _, w := range words {
		out = append(out, telling(w.parts))
	}
	for _, e := range endings {
		out = append(out, hint{e, true})
	}
	return out
}()

// telling is the part of a key that is rarest in other texts.
func telling(parts []string) hint {
	last := parts[len(parts)-1]
	switch {
	case len(parts) == 1, last == "key":
		return hint{last, true}
	case slices.Contains(parts, "key"):
		return hint{text: "key"}
	}
	return hint{text: slices.MaxFunc(parts, func(a, b string) int { return len(a) - len(b) })}
}

// byGram finds the hints by their first four letters, or three where they have no more; seen says by a hash of those whether
// there are any.
var byGram, seen = func() (map[uint32][]hint, [1 << 16]bool) {
	by, in := map[uint32][]hint{}, [1 << 16]bool{}
	for _, h := range hints {
		g := gram(h.text[:min(len(h.text), 4)])
		by[g] = append(by[g], h)
		in[hash(g)] = true
	}
	return by, in
}()

func gram(s string) (g uint32) {
	for i := range len(s) {
		g = g<<8 | uint32(s[i])
	}
	return g
}

func hash(g uint32) uint32 { return g * 2654435761 >> 16 }

// suspicious reports whether the text may hold a secret. It errs on the side of yes.
func suspicious(s string) bool {
	var g uint32
	blob, upper := 0, false // length of the run that may be encoded, and whether it has capitals
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c > '~' || c == '\\' {
			return true
		}
		if isAlnum(c) || c == '+' || c == '/' || c == '_' || c == '-' {
			upper = upper || class(c) == 1
			if blob++; upper && blob >= blobLength-2 {
				return true
			}
		} else {
			blob, upper = 0, false
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		g = g<<8 | uint32(c)
		if seen[hash(g)] && hinted(s, i-3, g) || seen[hash(g&0xffffff)] && hinted(s, i-2, g&0xffffff) {
			return true
		}
	}
	return false
}

// hinted reports whether a hint that begins with the gram stands at s[i:].
func hinted(s string, i int, g uint32) bool {
	if i < 0 {
		return false
	}
	for _, h := range byGram[g] {
		end := i + len(h.text)
		if end <= len(s) && strings.EqualFold(s[i:end], h.text) && !(h.whole && end < len(s) && class(s[end]) < 2) {
			return true
		}
	}
	return false
}
