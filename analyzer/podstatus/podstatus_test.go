package podstatus

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
)

// read decodes a testdata file. Its cases are what kubectl's printers and the kubelet of Kubernetes v1.37.2 returned for the
// inputs of their own table tests.
func read[T any](t *testing.T, name string) T {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out T
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}

func TestOf(t *testing.T) {
	type row struct {
		ID       string
		Wide     bool
		Now      time.Time
		Expected []string
		Pod      *corev1.Pod
	}
	for _, c := range read[struct{ Cases []row }](t, "printpod.json").Cases {
		r := Of(c.Pod, c.Now)
		got := []string{c.Pod.Name, r.Ready, r.Status, r.Restarts, r.Age}
		if c.Wide {
			got = append(got, r.IP, r.Node, r.Nominated, r.Gates)
		}
		if d := cmp.Diff(c.Expected, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.ID, d)
		}
	}
}

func TestDuration(t *testing.T) {
	for _, c := range read[[]struct {
		Seconds float64
		Human   string
	}](t, "durations.json") {
		if got := Duration(time.Duration(c.Seconds * float64(time.Second))); got != c.Human {
			t.Errorf("%gs: want %s, got %s", c.Seconds, c.Human, got)
		}
	}
}

func TestAgeOfUnknownTime(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	got := fmt.Sprint(Age(time.Time{}, at), Age(at, time.Time{}), Age(at, at))
	if want := "<unknown><unknown>0s"; got != want {
		t.Errorf("want %s, got %s", want, got)
	}
}
