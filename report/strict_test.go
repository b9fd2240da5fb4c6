package report

import (
	"bytes"
	"context"
	"net/netip"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/fixtures"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/redact"
)

// TestStrict holds that no name of any fixture is left in any format, in small letters or capitals, also as a part of a
// longer word; and that one name has one pseudonym in all of them.
func TestStrict(t *testing.T) {
	if stays("never-a-name") {
		t.Fatal("Strict mode keeps the name of an object")
	}
	for file, s := range dumps(t) {
		d, err := analyzer.Analyze(context.Background(), s, analyzer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := redact.New(redact.Strict)
		rep := New(d, Options{Redact: r, Width: 160})
		hidden := regexp.MustCompile(`(?i)(?:^|[^a-z0-9])(?:` + strings.Join(namesOf(s), "|") + `)(?:$|[^a-z0-9])`)
		for _, f := range Formats() {
			var b bytes.Buffer
			if err := rep.Write(&b, f.Name); err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(ours.ReplaceAllString(b.String(), ""), "\n") {
				if at := hidden.FindStringIndex(line); at != nil && !strings.Contains(line[at[0]:at[1]], "API") {
					t.Errorf("%s: %s keeps %q in %q", file, f.Name, line[at[0]:at[1]], line[max(0, at[0]-60):min(len(line), at[1]+60)])
					break
				}
			}
		}
	}
}

// ours are parts of a page that hold nothing of a dump.
var ours = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*?</script>|<label for="filter">.*?</label>`)

// dumps loads some cases of fixtures and all composite dumps.
func dumps(t *testing.T) map[string]*loader.Snapshot {
	t.Helper()
	cases, err := fixtures.Read("../fixtures")
	composite, err2 := filepath.Glob("../fixtures/composite/*")
	if err != nil || err2 != nil || len(cases) == 0 || len(composite) == 0 {
		t.Fatal("no fixtures", err, err2)
	}
	out := map[string]*loader.Snapshot{}
	for i := 0; i < len(cases); i += 6 { // the property does not hang on the rule
		out[cases[i].String()] = loaded(t, "-", loader.Options{Stdin: cases[i].Dump()})
	}
	for _, file := range composite {
		if filepath.Ext(file) != ".txtar" {
			out[file] = loaded(t, file, loader.Options{})
		}
	}
	return out
}

func loaded(t *testing.T, source string, opts loader.Options) *loader.Snapshot {
	t.Helper()
	s, err := loader.Load(context.Background(), []string{source}, opts)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return s
}

// namesOf returns patterns of the names that the Snapshot's objects bear and use.
func namesOf(s *loader.Snapshot) []string {
	names := map[string]bool{"never-a-name": true}
	for r := range s.Objects() {
		names[r.Name], names[r.Namespace] = true, true
	}
	for _, e := range s.Events {
		names[e.Object.Name], names[e.Object.Namespace] = true, true
	}
	for _, p := range s.Pods {
		names[p.Spec.NodeName] = true
		for _, ip := range p.Status.PodIPs {
			names[ip.IP] = true
		}
		for _, c := range slices.Concat(p.Spec.InitContainers, p.Spec.Containers) {
			repo, _, _ := strings.Cut(c.Image, ":")
			names[c.Name], names[repo] = true, true
		}
	}
	for _, n := range s.Nodes {
		for _, a := range n.Status.Addresses {
			names[a.Address] = a.Type != corev1.NodeHostName
		}
	}
	var out []string
	for n := range names {
		if a, err := netip.ParseAddr(n); n == "" || stays(n) || err == nil && a.IsLoopback() {
			continue
		}
		out = append(out, regexp.QuoteMeta(n))
	}
	slices.Sort(out)
	return out
}

// stays reports a name that Strict mode shows, since it tells nothing of the cluster's owner: a Redactor that is told of it keeps it.
func stays(name string) bool {
	r := redact.New(redact.Strict)
	r.Learn("name", name)
	return r.Text(name) == name
}
