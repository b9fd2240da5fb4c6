package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Both are gofmt's form: a rule with its ID, and a list of rules.
var (
	ruleForm = regexp.MustCompile(`var (\w+) = &Rule\{\s*ID:\s*"([^"]+)"`)
	listForm = regexp.MustCompile(`var (\w+) = \[\]\*Rule\{([^}]*)\}`)
	nameForm = regexp.MustCompile(`(?m)(//.*)|\w+`)
)

// columns is how long a line may get, a little less for the list's own name.
const columns = 100

// enlist returns the file of the list with the rule in it: before the rule that takes what the others leave, else last. With no name of
// a list it is that of most rules of the category.
func enlist(dir, list, category, variable string) (file, error) {
	sources, ids, err := read(dir)
	if err != nil {
		return file{}, err
	}
	var out file
	var names []string
	most := 0
	for _, f := range sources {
		for _, at := range listForm.FindAllSubmatchIndex(f.data, -1) {
			name, body := string(f.data[at[2]:at[3]]), f.data[at[4]:at[5]]
			names = append(names, name)
			n := ofCategory(body, ids, category)
			if name == list || list == "" && n > most {
				most, out = n, file{f.path, bytes.Join([][]byte{f.data[:at[4]], with(body, variable, ids), f.data[at[5]:]}, nil)}
			}
		}
	}
	if out.path == "" {
		return out, fmt.Errorf("no list %q with rules of category %q; -list names one of %s", list, category, strings.Join(names, ", "))
	}
	out.data, err = format.Source(out.data)
	return out, err
}

// ofCategory counts the rules of the category in the list.
func ofCategory(body []byte, ids map[string]string, category string) int {
	n := 0
	for _, element := range nameForm.FindAll(body, -1) {
		if strings.HasPrefix(ids[string(element)], category+"/") {
			n++
		}
	}
	return n
}

// read returns the files of a folder, and the ID of each variable that is a rule.
func read(dir string) ([]file, map[string]string, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	var out []file
	ids := map[string]string{}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, file{p, data})
		for _, m := range ruleForm.FindAllSubmatch(data, -1) {
			ids[string(m[1])] = string(m[2])
		}
	}
	return out, ids, err
}

// with is the body of a list with the variable in it.
func with(body []byte, variable string, ids map[string]string) []byte {
	comma := ", "
	if bytes.Count(body, []byte("\n")) > bytes.Count(body, []byte(",")) {
		comma = ",\n" // a rule a line
	}
	for _, at := range nameForm.FindAllIndex(body, -1) {
		if strings.HasSuffix(ids[string(body[at[0]:at[1]])], "/unclassified") {
			return bytes.Join([][]byte{body[:at[0]], []byte(variable + comma), body[at[0]:]}, nil)
		}
	}
	rest := bytes.TrimRight(body, ", \t\n")
	if len(rest)-bytes.LastIndexByte(rest, '\n')+len(variable) > columns {
		comma = ",\n"
	}
	return bytes.Join([][]byte{rest, []byte(comma + variable), body[len(rest):]}, nil)
}
