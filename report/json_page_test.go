package report

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/incident"
	"github.com/podtriage/podtriage/analyzer/rules"
)

const jsonPage = "../docs/json.md"

// TestJSONPage holds docs/json.md to the types of the report: its two tables in words name each field of a report and of an
// incident and no other, the table of all fields is made from the types, and the categories are those of the rules.
func TestJSONPage(t *testing.T) {
	page := readText(t, jsonPage)
	words, fields, ok := strings.Cut(page, "\n## All fields\n")
	if !ok {
		t.Fatalf("%s has no section of all fields", jsonPage)
	}
	head, _, _ := strings.Cut(fields, "\n| ")
	golden(t, jsonPage, []byte(words+"\n## All fields\n"+head+"\n"+fieldTable(reflect.TypeFor[analyzer.Diagnosis]())))

	report, causes, _ := strings.Cut(words, "\nAn incident:\n")
	for _, table := range []struct {
		text string
		of   reflect.Type
	}{{report, reflect.TypeFor[analyzer.Diagnosis]()}, {causes, reflect.TypeFor[incident.Incident]()}} {
		var want []string
		for _, f := range jsonFields(table.of) {
			want = append(want, f.name)
		}
		slices.Sort(want)
		if d := cmp.Diff(want, firstColumn(table.text)); d != "" {
			t.Errorf("%s, table of %s: -fields of the type +fields that the page names:\n%s", jsonPage, table.of.Name(), d)
		}
	}
	if d := cmp.Diff(ruleCategories(), pageCategories(words)); d != "" {
		t.Errorf("%s: categories: -of the rules +of the page:\n%s", jsonPage, d)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// jsonField is a field as JSON has it.
type jsonField struct {
	name     string
	optional bool
	of       reflect.Type
}

func jsonFields(of reflect.Type) (out []jsonField) {
	for i := range of.NumField() {
		f := of.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported():
		case f.Anonymous && name == "":
			out = append(out, jsonFields(f.Type)...)
		default:
			out = append(out, jsonField{name, options != "", f.Type})
		}
	}
	return out
}

// fieldTable has a row for each type that a report is made of, in the order in which a reader meets them.
func fieldTable(root reflect.Type) string {
	out := "| object | fields |\n|---|---|\n"
	list, names := []reflect.Type{root}, map[string]reflect.Type{}
	for i := 0; i < len(list); i++ {
		of := list[i]
		name := typeName(of)
		if other, taken := names[name]; taken && other != of {
			panic(fmt.Sprintf("%v and %v have one name", other, of))
		}
		names[name] = of
		var cells []string
		for _, f := range jsonFields(of) {
			word, next := typeWord(f.of)
			if next != nil && !slices.Contains(list, next) {
				list = append(list, next)
			}
			optional := ""
			if f.optional {
				optional = "?"
			}
			cells = append(cells, strings.TrimSpace(fmt.Sprintf("`%s%s` %s", f.name, optional, word)))
		}
		out += "| " + name + " | " + strings.Join(cells, ", ") + " |\n"
	}
	return out
}

func typeName(of reflect.Type) string {
	if of == reflect.TypeFor[analyzer.Diagnosis]() {
		return "report"
	}
	return strings.ToLower(of.Name()[:1]) + of.Name()[1:]
}

// typeWord names a type for readers; a string needs no word. It returns the struct that is to be explained, if there is one.
func typeWord(of reflect.Type) (string, reflect.Type) {
	switch of.Kind() {
	case reflect.Pointer:
		return typeWord(of.Elem())
	case reflect.Slice:
		word, next := typeWord(of.Elem())
		if word == "" {
			word = "string"
		}
		return word + "[]", next
	case reflect.Map:
		return "number by name", nil
	case reflect.Bool:
		return "boolean", nil
	case reflect.String:
		return "", nil
	case reflect.Struct:
		if of == reflect.TypeFor[time.Time]() {
			return "time", nil
		}
		return typeName(of), of
	}
	return "number", nil
}

// firstColumn lists what the rows of a table name in their first column, sorted.
func firstColumn(text string) (out []string) {
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(text, -1) {
		for _, m := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(row[1], -1) {
			out = append(out, m[1])
		}
	}
	slices.Sort(out)
	return out
}

// ruleCategories are those of which incidents are made.
func ruleCategories() (out []string) {
	for _, r := range rules.Known() {
		if r.Category() != "hygiene" {
			out = append(out, r.Category())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func pageCategories(page string) []string {
	_, list, _ := strings.Cut(page, "Categories: `")
	list, _, _ = strings.Cut(list, "`")
	out := strings.Fields(list)
	slices.Sort(out)
	return out
}
