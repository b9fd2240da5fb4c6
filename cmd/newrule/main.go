// Command newrule begins a rule. In go the rule's ID, its title and the sign by which it is known; out comes what simple rules have
// alike: a Go file, its place in the family's list, a fixture with a Pod that fails and a look-alike, a line of CHANGELOG.md.
//
//	go run ./cmd/newrule volume/too-slow "the volume is too slow" event=VolumeSlow
//
// What only its author can know is marked TODO; the tests refuse a rule or fixture that still says so.
package main

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

const usage = `usage: go run ./cmd/newrule [-list VARIABLE] CATEGORY/CAUSE TITLE SIGN
SIGN is what is seen of a Pod; take the nearest and change the code:
  condition=TYPE/REASON   its condition is True for the reason; TYPE/False/REASON if it is False
  event=REASON            an Event with the reason tells of it, and it is not well
  waiting=REASON          a container waits with the reason
`

// rulesDir is where rules and their lists stand.
const rulesDir = "analyzer/rules"

//go:embed rule.tmpl
var ruleText string

//go:embed fixture.tmpl
var fixtureText string

// rule is what the templates are filled with.
type rule struct {
	ID, Title string
	Variable  string // of the Go file, such as volumeTooSlow
	Sign      string // condition, event or waiting
	Type      string // of the condition
	Status    string // of the condition: True, False or Unknown
	Reason    string
	Pods      []string // of the fixture: one that fails, and its look-alike
}

func main() {
	list := flag.String("list", "", "the variable of analyzer/rules that lists the rule; the list of most rules of its category if empty")
	flag.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	flag.Parse()
	if flag.NArg() != 3 {
		flag.Usage()
		os.Exit(2)
	}
	written, err := begin(".", *list, flag.Arg(0), flag.Arg(1), flag.Arg(2))
	for _, w := range written {
		if err = os.MkdirAll(filepath.Dir(w.path), 0o755); err == nil {
			err = os.WriteFile(w.path, w.data, 0o644)
		}
		if err != nil {
			break
		}
		fmt.Println(w.path)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "newrule:", err)
		os.Exit(1)
	}
	fmt.Println("Say what is marked TODO, then: go test ./analyzer/rules -update")
}

// file is a file to write.
type file struct {
	path string
	data []byte
}

// begin makes the files of a new rule from those below root.
func begin(root, list, id, title, sign string) ([]file, error) {
	r, err := parse(id, title, sign)
	if err != nil {
		return nil, err
	}
	category, cause, _ := strings.Cut(id, "/")
	code, fixture := filepath.Join(root, rulesDir, category+"_"+cause+".go"), filepath.Join(root, "fixtures", category, cause+".yaml")
	for _, p := range []string{code, fixture} {
		if _, err := os.Stat(p); err == nil {
			return nil, fmt.Errorf("%s is there already", p)
		}
	}
	source, err := fill(ruleText, r)
	if err != nil {
		return nil, err
	}
	source, err = format.Source(source)
	if err != nil {
		return nil, err
	}
	dump, err := fill(fixtureText, r)
	if err != nil {
		return nil, err
	}
	listed, err := enlist(filepath.Join(root, rulesDir), list, category, r.Variable)
	if err != nil {
		return nil, err
	}
	told, err := tell(filepath.Join(root, "CHANGELOG.md"), r)
	if err != nil {
		return nil, err
	}
	return []file{{code, source}, listed, {fixture, dump}, told}, nil
}

// parse makes a rule of the arguments.
func parse(id, title, sign string) (*rule, error) {
	if !regexp.MustCompile(`^[a-z][a-z-]*/[a-z0-9-]+$`).MatchString(id) {
		return nil, fmt.Errorf("%q is no CATEGORY/CAUSE such as volume/too-slow", id)
	}
	r := &rule{ID: id, Title: title, Variable: camel(id), Pods: []string{"web-1", "not-web-1"}}
	r.Sign, r.Reason, _ = strings.Cut(sign, "=")
	ok := r.Sign == "event" || r.Sign == "waiting"
	if r.Sign == "condition" {
		r.Type, r.Reason, ok = strings.Cut(r.Reason, "/")
		r.Status = "True"
		if status, reason, three := strings.Cut(r.Reason, "/"); three {
			r.Status, r.Reason = status, reason
		}
	}
	if !ok || !regexp.MustCompile(`^\w+$`).MatchString(r.Type+r.Status+r.Reason) {
		return nil, fmt.Errorf("%q is no sign; signs are condition=TYPE/REASON, event=REASON, waiting=REASON", sign)
	}
	return r, nil
}

// camel is the variable of the rule: volumeTooSlow of volume/too-slow.
func camel(id string) string {
	words := strings.FieldsFunc(id, func(r rune) bool { return r == '/' || r == '-' })
	for i := 1; i < len(words); i++ {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
	}
	return strings.Join(words, "")
}

func fill(text string, r *rule) ([]byte, error) {
	capital := func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
	onNode := func(id string) bool { return strings.HasPrefix(id, "node-lost/") }
	t, err := template.New("").Funcs(template.FuncMap{"capital": capital, "onNode": onNode}).Parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, r)
	return b.Bytes(), err
}

// tell puts the rule's line on top of what CHANGELOG.md says was added.
func tell(path string, r *rule) (file, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return file{}, err
	}
	line := fmt.Sprintf("### Added\n\n- Added rule [%s](docs/rules/%s.md): %s.\n", r.ID, r.ID, r.Title)
	return file{path, bytes.Replace(data, []byte("### Added\n\n"), []byte(line), 1)}, nil
}
