package decode

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestFormatsPage holds docs/formats.md to the limit of one object.
func TestFormatsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	if row := fmt.Sprintf("| one object | %d MiB |", itemLimit>>20); !strings.Contains(string(page), row) {
		t.Errorf("docs/formats.md does not say: %s", row)
	}
}
