package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
	"sigs.k8s.io/yaml"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/report/escape"
)

// pieces are what hostile text is made of.
var pieces = []string{
	"\x1b[31m", "\x1b]8;;http://evil.example\x07", "\r", "\n", "\t", "\x00", "\u202e", "\u200b", "\u2028", "\u009b", "\xff", "\u00ad",
	"<script>alert(1)</script>", "</script>", "</style>", "<img src=x onerror=alert(1)>", `" onmouseover="x`, "'", "&amp;", "<!--", "-->",
	"</details>", "javascript:alert(1)", "`", "```", "````\n", "|", `\|`, `\`, "![i](http://evil.example/p.png)",
	"[l](http://evil.example)", "http://evil.example", "www.evil.example", "@oncall-team", "#12", "GH-1", "user@evil.example",
	"# h", "- item", "1. x", "> q", "---", "===", "\n\n", "{noformat}", "{code}", "[~admin]", "!x!", "<!channel>", "*", "_", "~~", ":smile:",
	"0123456789abcdef", "=1+1", "ä", "日本", "password=" + fakePassword, `"token": "` + fakeToken + `"`, fakeToken,
	"postgres://u:" + fakePassword + "@db/x", "pass\u200bword=" + fakePassword, "name", "shop", " ",
}

const (
	fakePassword = "labFakeHunter2Pw"
	fakeToken    = "ghp_LabFakeToken0123456789abcdefABCDEF01"
)

func hostile() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pieces), rapid.String()), 0, 8).Draw(t, "s"), "")
	})
}

// fillHostile puts hostile text into every string.
func fillHostile(t *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(hostile().Draw(t, "text"))
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(rapid.Int64Range(1.7e9, 1.7e9+5000).Draw(t, "time"), 0).UTC()))
			return
		}
		for i := range v.NumField() {
			fillHostile(t, v.Field(i))
		}
	case reflect.Slice:
		n := rapid.IntRange(0, 1).Draw(t, "n")
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fillHostile(t, v.Index(i))
		}
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64Range(0, 3).Draw(t, "int"))
	}
}

// TestHostile draws reports of hostile text in every format and reads them with parsers that are not ours.
func TestHostile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d analyzer.Diagnosis
		fillHostile(t, reflect.ValueOf(&d).Elem())
		d.Incidents = append(d.Incidents, incident.Incident{ID: "1", Title: hostile().Draw(t, "title"), Cause: hostile().Draw(t, "cause")})
		budget := rapid.SampledFrom([]int{0, 0, 500, 900, 2000, 5000}).Draw(t, "budget")
		r := New(&d, Options{MaxBytes: budget})
		for _, f := range Formats() {
			var b bytes.Buffer
			if err := r.Write(&b, f.Name); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			out := b.String()
			if f.Budget > 0 && budget > 0 {
				f.Budget = budget
			}
			safe(t, f, out)
			if check := parsers[f.Name]; check != nil {
				if err := check(out); err != nil {
					t.Fatalf("%s: %v\n%s", f.Name, err, out)
				}
			}
		}
	})
}

// safe checks what holds for every format: valid text, nothing that cannot be seen, no secret, within the budget.
func safe(t *rapid.T, f Format, out string) {
	if !utf8.ValidString(out) {
		t.Fatalf("%s is not UTF-8", f.Name)
	}
	for _, r := range out {
		if r != '\n' && r != '\t' && escape.Hidden(r) {
			t.Fatalf("%s holds %U", f.Name, r)
		}
	}
	for _, secret := range []string{fakePassword, "LabFakeToken"} {
		if strings.Contains(out, secret) {
			t.Fatalf("%s holds a secret: %s", f.Name, around(out, secret))
		}
	}
	if f.Budget > 0 && len(out) > f.Budget {
		t.Fatalf("%s has %d bytes, its budget is %d", f.Name, len(out), f.Budget)
	}
}

func around(s, part string) string {
	i := strings.Index(s, part)
	return s[max(i-80, 0):min(i+len(part)+20, len(s))]
}

var parsers = map[string]func(string) error{
	"json":   func(s string) error { return json.Unmarshal([]byte(s), new(map[string]any)) },
	"yaml":   func(s string) error { return yaml.Unmarshal([]byte(s), new(map[string]any)) },
	"ndjson": parseLines,
	"sarif":  func(s string) error { return json.Unmarshal([]byte(s), new(map[string]any)) },
	"junit":  parseXML,
	"html":   parseHTML,
	"md":     parseMarkdown,
	"jira":   parseJira,
	"slack": func(s string) error {
		if strings.ContainsAny(s, "<>") {
			return errors.New("a raw angle bracket")
		}
		return nil
	},
	"openmetrics": func(s string) error {
		for l := range strings.Lines(s) {
			if !metric.MatchString(strings.TrimSuffix(l, "\n")) {
				return errors.New("no metric: " + l)
			}
		}
		return nil
	},
}

var metric = regexp.MustCompile(`^(# (TYPE|HELP|EOF)( .*)?|[a-z_]+(\{([a-z_]+="(\\.|[^"\\])*",?)+\})? -?\d+)$`)

func parseLines(s string) error {
	for l := range strings.Lines(s) {
		if err := json.Unmarshal([]byte(l), new(map[string]any)); err != nil {
			return err
		}
	}
	return nil
}

func parseXML(s string) error {
	d := xml.NewDecoder(strings.NewReader(s))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok && !strings.Contains(" testsuites testsuite testcase failure skipped ", " "+e.Name.Local+" ") {
			return errors.New("an element of the dump: " + e.Name.Local)
		}
	}
}

// active are elements that may not come out of text.
var active = " script style img iframe object embed link base form video audio "

// parseHTML holds that the page has its own script and style sheet, nothing else that is active, and no outside link.
func parseHTML(s string) error {
	counts := map[string]int{}
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if counts["script"] != 1 || counts["style"] != 1 {
				return errors.New("not exactly one script and one style sheet")
			}
			return nil
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			counts[token.Data]++
			if strings.Contains(active, " "+token.Data+" ") && token.Data != "script" && token.Data != "style" {
				return errors.New("active element " + token.Data)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "src" || a.Key == "href" && !strings.HasPrefix(a.Val, "#") {
					return errors.New("active attribute " + a.Key + "=" + a.Val)
				}
			}
		}
	}
}

// parseMarkdown reads the ticket as GitHub does and holds that nothing of the dump became structure: no link, no image,
// no HTML but our own, and no mention outside of code.
func parseMarkdown(s string) error {
	var b bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(unsafeHTML()))
	if err := md.Convert([]byte(s), &b); err != nil {
		return err
	}
	text := ""
	code := 0
	z := html.NewTokenizer(&b)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return mentions(text)
		case html.TextToken:
			if code == 0 {
				text += string(z.Text())
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			if strings.Contains(active+"a input ", " "+string(name)+" ") {
				return errors.New("element " + string(name))
			}
			if string(name) == "code" {
				code++
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == "code" {
				code--
			}
		}
	}
}

func mentions(text string) error {
	for _, bad := range []string{"@", "#12", "://", "www.", "GH-1"} {
		if strings.Contains(text, bad) {
			return errors.New(bad + " stands outside of code: " + around(text, bad))
		}
	}
	return nil
}

// parseJira holds that noformat blocks are balanced and that outside of them every macro sign is escaped.
func parseJira(s string) error {
	parts := regexp.MustCompile(`\{noformat(:title=Evidence)?\}`).Split(s, -1)
	if len(parts)%2 == 0 {
		return errors.New("a noformat block has no end")
	}
	for i := 0; i < len(parts); i += 2 {
		if m := regexp.MustCompile(`(^|[^\\])(\\\\)*[{}\[\]!]`).FindString(parts[i]); m != "" {
			return errors.New("a live sign: " + m)
		}
	}
	return nil
}
