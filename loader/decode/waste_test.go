package decode

import (
	"errors"
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

// TestStop: who asks for an end gets it between two documents, also of a text that has been read already.
func TestStop(t *testing.T) {
	seen, over := 0, errors.New("over")
	_, err := Split(strings.NewReader(strings.Repeat(pod+"\n", 10)), Options{Stop: func() error {
		if seen == 3 {
			return over
		}
		return nil
	}}, Sink{Chunk: func(Chunk) error { seen++; return nil }})
	if seen != 3 || !errors.Is(err, over) {
		t.Errorf("%d documents, %v", seen, err)
	}
}
