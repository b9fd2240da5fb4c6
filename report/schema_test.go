package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/compare"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/loader"
)

// words are the types that hold one of a few words.
func words(list ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, w := range list {
		s.Enum = append(s.Enum, w)
	}
	return s
}

// schemaOf makes the schema of a type. Fields may be added within v1, so a reader must accept what it does not know.
func schemaOf(t *testing.T, of reflect.Type, title string) []byte {
	t.Helper()
	s, err := jsonschema.ForType(of, &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[time.Time]():             {Type: "string", Format: "date-time"},
		reflect.TypeFor[rules.Severity]():        words("error", "warning", "info"),
		reflect.TypeFor[rules.Confidence]():      words("confirmed", "likely", "possible"),
		reflect.TypeFor[rules.StepKind]():        words("ask", "check", "fix"),
		reflect.TypeFor[timeline.Precision]():    words("exact", "between", "atLeast"),
		reflect.TypeFor[timeline.Kind]():         words("lifecycle", "container", "condition", "event", "change", "log", "gap"),
		reflect.TypeFor[analyzer.MissingState](): words("cut off", "none in the dump", "not in the dump", "expired", "not recorded"),
		reflect.TypeFor[compare.What]():          words("new", "gone", "changed", "replaced", "worse", "better", "fixed", "onlyNew", "onlyOld"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	open(s)
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title = title
	out, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(out, '\n')
}

// open allows fields that are not listed, and empty words where an enumeration may be unset.
func open(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Properties) > 0 {
		s.AdditionalProperties = nil
	}
	for _, p := range s.Properties {
		open(p)
	}
	open(s.Items)
}

func TestSchemas(t *testing.T) {
	for name, of := range map[string]reflect.Type{
		"report": reflect.TypeFor[analyzer.Diagnosis](), "cause": reflect.TypeFor[line](), "unexplained": reflect.TypeFor[unknown](),
		"timeline": reflect.TypeFor[histories](), "diff": reflect.TypeFor[compare.Difference](),
	} {
		want := schemaOf(t, of, "podtriage "+name+", version 1")
		for _, path := range []string{"schema/" + name + ".v1.json", "../docs/schema/" + name + ".v1.json"} {
			golden(t, filepath.FromSlash(path), want)
		}
		if got, err := Schema(name); err == nil && !*update && !bytes.Equal(got, want) {
			t.Errorf("Schema(%q) is not the file in docs/schema", name)
		} else if err != nil {
			t.Error(err)
		}
	}
	if _, err := Schema("../report"); err == nil || !strings.Contains(err.Error(), "schemas are report") {
		t.Errorf("Schema of an unknown name: %v", err)
	}
}

// TestOutputsFitSchemas holds that every fixture's report, timelines and NDJSON are what the schemas say.
func TestOutputsFitSchemas(t *testing.T) {
	for _, name := range saved(t) {
		d := load(t, name)
		validate(t, name, "report", render(t, d, "json"))
		var past bytes.Buffer
		if err := New(d, Options{}).WriteTimelines(&past, "json", loader.Ref{}); err != nil {
			t.Fatal(err)
		}
		validate(t, name, "timeline", past.Bytes())
		for _, l := range bytes.Split(bytes.TrimSpace(render(t, d, "ndjson")), []byte("\n")) {
			schema := "cause"
			if bytes.Contains(l, []byte(unexplainedSchema)) {
				schema = "unexplained"
			}
			if len(l) > 0 {
				validate(t, name, schema, l)
			}
		}
	}
}

func validate(t *testing.T, fixture, schema string, data []byte) {
	t.Helper()
	raw, err := os.ReadFile("schema/" + schema + ".v1.json")
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	r, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v", fixture, err)
	}
	if err := r.Validate(v); err != nil {
		t.Errorf("%s is not a %s: %v", fixture, schema, err)
	}
}

// TestDifferenceFitsSchema holds that what differs is what its schema says.
func TestDifferenceFitsSchema(t *testing.T) {
	d := &compare.Difference{
		Schema: compare.Schema, Incidents: []compare.Incident{{What: compare.New, Severity: rules.Error, Rule: "oom/container-limit"}},
		Objects: []compare.Object{{What: compare.Gone, Object: loader.Ref{Kind: "Pod", Namespace: "shop", Name: "web"}}},
	}
	var b bytes.Buffer
	if err := WriteDifference(&b, "json", d, Options{}); err != nil {
		t.Fatal(err)
	}
	validate(t, "a difference", "diff", b.Bytes())
}
