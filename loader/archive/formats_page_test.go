package archive

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFormatsPage holds docs/formats.md to the limits of this package and to the containers that are recognised and refused.
func TestFormatsPage(t *testing.T) {
	data, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	page, l := string(data), &Limits{}
	for _, row := range []string{
		"| bytes when unpacked, all levels together | " + amount(l.maxBytes()) + ", `--max-unpacked` |",
		fmt.Sprintf("| members of archives; files, folders and links of directories | %d,000 |", l.maxEntries()/1000),
		fmt.Sprintf("| archives inside archives | %d |", l.maxDepth()),
		fmt.Sprintf("| compressions inside compressions | %d |", maxLayers),
		"| a zip archive inside a stream | " + amount(l.maxMemory()) + " |",
		"a window above " + amount(maxWindow) + " is refused",
	} {
		if !strings.Contains(page, row) {
			t.Errorf("docs/formats.md does not say: %s", row)
		}
	}
	var want []string
	name := regexp.MustCompile(`is an? (?:Windows )?(\w+)(?: archive)?,|compressed with (\w+)|encrypted \((\w+)\)`)
	for _, f := range foreigners {
		m := name.FindStringSubmatch(f.words)
		want = append(want, strings.ToLower(m[1]+m[2]+m[3]))
	}
	row := regexp.MustCompile(`(?m)^\| (7z, .*?) \|`).FindStringSubmatch(page)
	got := strings.FieldsFunc(strings.ToLower(row[1]), func(r rune) bool { return strings.ContainsRune(",; ", r) })
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(slices.Compact(want), got); d != "" {
		t.Errorf("docs/formats.md, what needs unpacking first: -recognised +on the page:\n%s", d)
	}
}
