package decode

import (
	"strings"
	"testing"
	"time"
)

// TestManyBroken: many documents or items without an end cost no more than the file is long, many times over; what is whole behind them
// is found.
func TestManyBroken(t *testing.T) {
	for name, text := range map[string]string{
		"documents":        strings.Repeat(`{"kind":"Pod","metadata":{"name":1`+"\n", 30_000) + second + "\n",
		"items":            `{"kind":"List","items":[` + strings.Repeat(`{"kind":"Pod","metadata":{"name":1,`, 30_000) + second + "]}\n",
		"strings":          strings.Repeat(`{"kind":"Pod","metadata":{"name":"`+"\n", 30_000) + second + "\n",
		"arrays in arrays": `{"kind":"List","items":[` + strings.Repeat(`[`, 30_000),
	} {
		start := time.Now()
		got := read(t, strings.NewReader(text))
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %s", name, took)
		}
		if name == "documents" && !strings.Contains(strings.Join(got[max(0, len(got)-3):], " "), "30001 Pod ns/b") {
			t.Errorf("%s: in the end %q", name, got[max(0, len(got)-3):])
		}
	}
}
