package archive

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReaderPanics holds that a panic while one file is read, here of what the file is handed to, costs that file and is told, wherever the
// file is packed.
func TestReaderPanics(t *testing.T) {
	bad, good := entry{name: "bad.json", body: "bad"}, entry{name: "good.json", body: "good"}
	dir := t.TempDir()
	for _, e := range []entry{bad, good} {
		must(os.WriteFile(filepath.Join(dir, e.name), []byte(e.body), 0o600))
	}
	for name, source := range map[string]string{"directory": dir,
		"tar": write(t, "d.tar", tarOf(bad, good)), "tar.gz": write(t, "d.tgz", gz(tarOf(bad, good))),
		"zip": write(t, "d.zip", zipOf(bad, good))} {
		var out []string
		sink := recorder(&out)
		record := sink.File
		sink.File = func(f File, r io.Reader) error {
			if f.Name == bad.name {
				panic("index out of range")
			}
			return record(f, r)
		}
		err := Walk(context.Background(), source, "", nil, &Limits{}, sink)
		if d := cmp.Diff([]string{"loss bad.json internal error reading it; it was skipped", "good.json = good"}, out); d != "" || err != nil {
			t.Errorf("%s: error %v, -want +got\n%s", name, err, d)
		}
	}
}

// TestDevice holds that a device in a dump, which has no end, is not opened, nor a link to one.
func TestDevice(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("no /dev/zero here")
	}
	dir := t.TempDir()
	must(os.WriteFile(filepath.Join(dir, "pods.json"), []byte("pods"), 0o600))
	must(os.Symlink("/dev/zero", filepath.Join(dir, "nodes.json")))
	if node := exec.Command("mknod", filepath.Join(dir, "events.json"), "c", "1", "5"); node.Run() != nil {
		t.Log("mknod is not allowed: a device itself is not among the files")
	}
	if d := cmp.Diff([]string{"pods.json = pods"}, seen(t, dir, Limits{})); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
