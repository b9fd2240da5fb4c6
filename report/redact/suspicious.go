package redact

import "strings"

// grams holds what a text must contain to be able to hold a secret: the first four letters, in lower case, of each shape and
// of each word of a key. It keeps redaction cheaper than writing. What is shorter than four letters stands in tris.
var grams, tris = func() (four, three [1 << 14]bool) {
	hints := []string{"://", "-----", " -u", "-u\"", " -p", "-p\"", " -a", "-a\"", "eyj", "last-applied", "value", "://", ".dockercfg", "@tcp", "@unix", "basic", "bearer"}
	for _, s := range shapes {
		hints = append(hints, s.prefix)
	}
	for _, w := range words {
		hints = append(hints, w.parts...)
	}
	for _, h := range hints {
		h = strings.ToLower(h)
		if len(h) > 3 {
			four[hash(gram(h[:4]))] = true
		} else {
			three[hash(gram(h))] = true
		}
	}
	return four, three
}()

func gram(s string) (g uint32) {
	for i := range len(s) {
		g = g<<8 | uint32(s[i])
	}
	return g
}

func hash(g uint32) uint32 { return g * 2654435761 >> 18 }

// suspicious reports whether the text may hold a secret. It errs on the side of yes.
func suspicious(s string) bool {
	if len(s) >= blobLength && !strings.ContainsAny(s, " \n") {
		return true
	}
	var g uint32
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c > '~' || c == '\\' {
			return true
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		g = g<<8 | uint32(c)
		if grams[hash(g)] || tris[hash(g&0xffffff)] {
			return true
		}
	}
	return false
}
