package escape

import "testing"

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                      "plain",
		"\x1b[31mred\x1b[0m":         `\x1b[31mred\x1b[0m`,
		"a\r\nb\tc":                  `a\r\nb\tc`,
		"\u009b31m \u0085":           `\u009b31m \u0085`,
		"abc\u202edcb":               `abc\u202edcb`,
		"pass\u200bword \ufeff":      `pass\u200bword \ufeff`,
		"soft\u00adhyphen":           `soft\u00adhyphen`,
		"bad \xff\xfe bytes":         `bad \xff\xfe bytes`,
		"tag \U000e0041":             `tag \U000e0041`,
		"private \ue000":             `private \ue000`,
		"Größe, 日本語, naïve, e\u0301": "Größe, 日本語, naïve, e\u0301",
		"e\u0301\u0302\u0303\u0304":  "e\u0301\u0302" + `\u0303\u0304`,
		"line\u2028sep":              `line\u2028sep`,
	} {
		if got := Line(in); got != want {
			t.Errorf("Line(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestText(t *testing.T) {
	if got, want := Text("a\r\nb\n\tc\rd\x00"), "a\nb\n\tc"+`\rd\x00`; got != want {
		t.Errorf("Text = %q, want %q", got, want)
	}
}

func TestShort(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"short", 5, "short"},
		{"a long text", 10, "a lo [...]"},
		{"ääääääääää", 11, "ää [...]"},
	} {
		if got := Short(c.in, c.n); got != c.want {
			t.Errorf("Short(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

func TestWidth(t *testing.T) {
	for in, want := range map[string]int{"abc": 3, "日本": 4, "e\u0301": 1, "ü": 1} {
		if got := Width(in); got != want {
			t.Errorf("Width(%q) = %d, want %d", in, got, want)
		}
	}
}
