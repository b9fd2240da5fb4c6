package jira

import "testing"

// TestText holds that the wiki shows what the dump says: no macro, no link, no smiley; and that plain words stay plain.
func TestText(t *testing.T) {
	for text_, want := range map[string]string{
		"shop/web-1 on ip-10-0-3-17":  "shop/web-1 on ip-10-0-3-17",
		"see ABC-12 and log_writer":   `see ABC\-12 and log_writer`,
		"http://a.example/x":          `http:\//a.example/x`,
		"www.a.example":               `www\.a.example`,
		"user@a.example {code} [a|b]": `user\@a.example \{code\} \[a\|b\]`,
		"ok (y) :) (off) (the rest)":  `ok \(y) \:) \(off) (the rest)`,
		"-gone- _x_ *y* what??":       `\-gone\- \_x\_ \*y\* what\?\?`,
		"a:b 09:15:13Z why?":          "a:b 09:15:13Z why?",
	} {
		if got := text(text_); got != want {
			t.Errorf("%q becomes %q, want %q", text_, got, want)
		}
	}
}
