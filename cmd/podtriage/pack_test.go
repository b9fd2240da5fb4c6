package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mholt/archiver/v4"
)

// dumpFile is a file of a dump that is packed.
type dumpFile struct {
	name string
	data []byte
}

func filesOf(t *testing.T, dir string) (out []dumpFile) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out = append(out, dumpFile{filepath.ToSlash(name), data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func tarOf(t *testing.T, files []dumpFile) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		if err := w.WriteHeader(&tar.Header{Name: f.name, Mode: 0o600, Size: int64(len(f.data))}); err != nil {
			t.Fatal(err)
		}
		w.Write(f.data)
	}
	w.Close()
	return b.Bytes()
}

func zipOf(t *testing.T, files []dumpFile) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		to, err := w.Create(f.name)
		if err != nil {
			t.Fatal(err)
		}
		to.Write(f.data)
	}
	w.Close()
	return b.Bytes()
}

// compressedBy packs with a writer of archiver.
func compressedBy(t *testing.T, data []byte, c interface {
	OpenWriter(io.Writer) (io.WriteCloser, error)
}) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := c.OpenWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// TestPackedReports holds that a dump gives the same reports, byte for byte, however it is packed.
func TestPackedReports(t *testing.T) {
	const dir = "../../fixtures/composite/rollout-broken"
	files := filesOf(t, dir)
	plain := tarOf(t, files)
	forms := map[string][]byte{
		"tar": plain, "zip": zipOf(t, files), "tar.gz": compressedBy(t, plain, archiver.Gz{}), "tar.bz2": compressedBy(t, plain, archiver.Bz2{}),
		"tar.xz": compressedBy(t, plain, archiver.Xz{}), "tar.zst": compressedBy(t, plain, archiver.Zstd{}),
	}
	unpacked := t.TempDir()
	if err := os.CopyFS(filepath.Join(unpacked, "dump"), os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"analyze dump", "analyze -o json dump", "analyze -o html dump", "timeline dump", "postmortem dump",
		"events dump", "get all -o wide dump"} {
		t.Chdir(unpacked)
		want := outputOf(t, args)
		for form, data := range forms {
			packed := t.TempDir()
			if err := os.WriteFile(filepath.Join(packed, "dump"), data, 0o600); err != nil {
				t.Fatal(err)
			}
			t.Chdir(packed)
			if d := cmp.Diff(want, outputOf(t, args)); d != "" {
				t.Errorf("podtriage %s: -directory +%s:\n%s", args, form, d)
			}
		}
	}
}

func outputOf(t *testing.T, args string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), append([]string{"podtriage"}, strings.Fields(args)...), nil, &stdout, &stderr); code != exitOK {
		t.Fatalf("podtriage %s: exit status %d: %s", args, code, &stderr)
	}
	if stdout.Len() < 100 {
		t.Fatalf("podtriage %s prints %q", args, &stdout)
	}
	return stdout.String()
}
