package redact

import (
	"strings"
	"testing"
)

// What the finders would find must look suspicious first.
func TestSuspicious(t *testing.T) {
	value := "Zx9-Kq7Lm2Tn8Vb4Rw6Yp1Hs3Jd5Fg0Cc9Xx7Uu"
	var texts []string
	for _, w := range words {
		texts = append(texts, "set "+strings.Join(w.parts, "_")+"="+value, "set "+strings.ToUpper(strings.Join(w.parts, "-"))+": "+value)
	}
	for _, e := range endings {
		texts = append(texts, "set PG"+strings.ToUpper(e)+"="+value)
	}
	for _, s := range shapes {
		texts = append(texts, "sent "+s.prefix+strings.Repeat("a1", 30))
	}
	texts = append(texts, "curl -u a:b1", "curl --user a:b1", "ldapsearch -w b1", "user:b1@tcp(db)", "Negotiate "+value,
		"sum "+strings.ReplaceAll(value, "-", "/")+" was sent")
	for _, s := range texts {
		if e := redactText(s); e.text != s && !suspicious(s) {
			t.Errorf("%q holds %v and is not suspicious", s, e.kinds)
		}
	}
}
