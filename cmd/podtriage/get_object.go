package main

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/podtriage/podtriage/analyzer/columns"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/redact"
)

// notKept stands for values of ConfigMaps and Secrets, which are dropped when a dump is read.
const notKept = "[not kept]"

// objects prints whole objects: one alone as itself, several as a List, as kubectl does.
func (g getting) objects(wanted []wantedObjects) error {
	items := []any{}
	for _, want := range wanted {
		if want.typed == "events" {
			return usage("get prints events as a table only").hint("events -o json prints them as JSON")
		}
		for _, r := range g.rows(want) {
			o, err := g.p.object(want.kind, r.Object)
			if err != nil {
				return err
			}
			items = append(items, o)
		}
	}
	var out any = map[string]any{"apiVersion": "v1", "kind": "List", "metadata": map[string]any{}, "items": items}
	if len(items) == 1 && len(wanted) == 1 && len(wanted[0].names) == 1 {
		out = items[0]
	}
	for _, want := range wanted {
		g.absent(want)
	}
	return g.p.print(func(w io.Writer) error { return encode(w, g.format, out) })
}

// encode writes the value as JSON or YAML.
func encode(w io.Writer, format string, v any) error {
	if format == "json" {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "    ")
		return enc.Encode(v)
	}
	data, err := yaml.Marshal(v)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// object turns the object into plain maps that are safe to show: without what kubectl hides, without values that may be
// secret.
func (p *program) object(k columns.Kind, o metav1.Object) (map[string]any, error) {
	data, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	m := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&m); err != nil {
		return nil, err
	}
	m["apiVersion"], m["kind"] = k.APIVersion(), k.Kind
	if meta, ok := m["metadata"].(map[string]any); ok {
		delete(meta, "managedFields")
	}
	if k.Kind == "ConfigMap" || k.Kind == "Secret" {
		for _, field := range []string{"data", "binaryData", "stringData"} {
			blank(m[field])
		}
	}
	return p.safe("", m).(map[string]any), nil
}

func blank(data any) {
	if m, ok := data.(map[string]any); ok {
		for k := range m {
			m[k] = notKept
		}
	}
}

// safe returns the value with each text safe to show. The name is that of the field that holds it.
func (p *program) safe(name string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		return p.safeMap(name, v)
	case []any:
		return p.safeList(name, v)
	case string:
		return escape.Text(p.redactor.Text(v))
	}
	return v
}

func (p *program) safeMap(name string, m map[string]any) map[string]any {
	out := make(map[string]any, len(m))
	for k, v := range m {
		text, isText := v.(string)
		if isText && (name == "annotations" || name == "labels") {
			out[escape.Line(k)] = escape.Text(p.valueOf(k, ": ", text))
			continue
		}
		if named, ok := m["name"].(string); ok && isText && k == "value" { // a header of a probe
			out[k] = escape.Text(p.valueOf(named, ": ", text))
			continue
		}
		out[escape.Line(k)] = p.safe(k, v)
	}
	return out
}

// valueOf takes secrets out of a value that its key may give away.
func (p *program) valueOf(key, sign, text string) string {
	if rest, ok := strings.CutPrefix(p.redactor.Text(key+sign+text), key+sign); ok {
		return rest
	}
	return p.redactor.Text(text)
}

func (p *program) safeList(name string, list []any) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = p.safe(name, v)
		switch {
		case name == "env":
			p.hideEnv(out[i])
		case i > 0 && slices.Contains([]string{"command", "args"}, name):
			before, _ := list[i-1].(string)
			if text, ok := v.(string); ok && strings.HasPrefix(before, "-") && !strings.Contains(before, "=") {
				out[i] = escape.Text(p.valueOf(before, " ", text)) // --password VALUE
			}
		}
	}
	return out
}

// hideEnv replaces the value of an environment variable, not its name.
func (p *program) hideEnv(variable any) {
	if m, ok := variable.(map[string]any); ok && m["value"] != nil && p.redactor.Mode() != redact.Off {
		m["value"] = "[redacted:env]"
	}
}
