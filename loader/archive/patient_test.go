package archive

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestManyFolders: a tree of folders and links without a single file ends at the limit too.
func TestManyFolders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "top")
	for _, name := range []string{"a", "b", "c/d"} {
		must(os.MkdirAll(filepath.Join(dir, name), 0o700))
	}
	must(os.Symlink("a", filepath.Join(dir, "b", "link")))
	want := []string{"b/link -> b/a", "loss top holds more than 3 files, the limit; the rest was not read"}
	if d := cmp.Diff(want, seen(t, dir, Limits{Entries: 3})); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// TestPatient: a source whose read does not return ends with the context; one that cannot be opened says why.
func TestPatient(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stuck := make(chan bool)
	defer close(stuck)
	p := patient(ctx, func() (io.ReadCloser, error) { <-stuck; return nil, io.EOF })
	cancel()
	if n, err := p.Read(make([]byte, 1)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("read %d, %v", n, err)
	}
	p = patient(context.Background(), func() (io.ReadCloser, error) { return nil, os.ErrPermission })
	if _, err := p.Read(make([]byte, 1)); !errors.Is(err, os.ErrPermission) {
		t.Errorf("got %v", err)
	}
}
