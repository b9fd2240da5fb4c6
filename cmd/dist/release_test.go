package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
)

var (
	made  = time.Date(2026, 11, 18, 10, 2, 31, 0, time.UTC)
	files = []file{{"podtriage", 0o755, bytes.Repeat([]byte("program "), 5000)}, {"LICENSE", 0o644, []byte("free\n")},
		{"completions/_podtriage", 0o644, nil}}
)

// TestPackAgain packs the same files twice, in another order and in another zone: the bytes must not differ.
func TestPackAgain(t *testing.T) {
	for _, to := range targets {
		first, err := pack(to, files, made)
		if err != nil {
			t.Fatal(err)
		}
		again, err := pack(to, []file{files[2], files[0], files[1]}, made.In(time.FixedZone("elsewhere", -5*3600)).UTC())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, again) {
			t.Errorf("%s: packing the same files twice gives other bytes", to)
		}
	}
}

func TestPack(t *testing.T) {
	want := []string{
		"-rw-r--r-- LICENSE 5 2026-11-18T10:02:31Z", "-rw-r--r-- completions/_podtriage 0 2026-11-18T10:02:31Z",
		"-rwxr-xr-x podtriage 40000 2026-11-18T10:02:31Z",
	}
	for to, list := range map[target]func([]byte) ([]string, error){{"linux", "amd64"}: listTar, {"windows", "arm64"}: listZip} {
		data, err := pack(to, files, made)
		if err != nil {
			t.Fatal(err)
		}
		got, err := list(data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", to, diff)
		}
	}
}

func listTar(data []byte) (out []string, err error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, fmt.Sprint(h.FileInfo().Mode(), " ", h.Name, " ", h.Size, " ", h.ModTime.UTC().Format(time.RFC3339)))
		if h.Uname+h.Gname != "" || h.Uid+h.Gid != 0 {
			return nil, fmt.Errorf("%s names an owner", h.Name)
		}
	}
}

func listZip(data []byte) (out []string, err error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for _, f := range z.File {
		out = append(out, fmt.Sprint(f.Mode(), " ", f.Name, " ", f.UncompressedSize64, " ", f.Modified.UTC().Format(time.RFC3339)))
	}
	return out, nil
}

func TestChecksums(t *testing.T) {
	got := string(checksums([]release{{targets[0], "a.tar.gz", []byte("abc")}}))
	if want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.tar.gz\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestManifest holds what krew asks of a manifest: a semantic version, and of each platform its archive, checksum and program.
func TestManifest(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "v1.2.3", "v1.2.3-4-gabcdef0": "v1.2.3-4-gabcdef0", "abcdef0": "v0.0.0-abcdef0"} {
		var list []release
		for _, to := range targets {
			list = append(list, release{to, to.archive(version), []byte(to.String())})
		}
		var m struct {
			Kind string
			Spec struct {
				Version          string
				ShortDescription string
				Platforms        []struct {
					Selector         struct{ MatchLabels map[string]string }
					URI, SHA256, Bin string
				}
			}
		}
		if err := yaml.Unmarshal(manifest(version, list), &m); err != nil {
			t.Fatal(err)
		}
		if m.Kind != "Plugin" || m.Spec.Version != want || len(m.Spec.ShortDescription) > 50 || len(m.Spec.Platforms) != len(targets) {
			t.Errorf("%s: manifest is of kind %q, version %q, for %d platforms, described as %q",
				version, m.Kind, m.Spec.Version, len(m.Spec.Platforms), m.Spec.ShortDescription)
		}
		for i, p := range m.Spec.Platforms {
			to := targets[i]
			labels := map[string]string{"os": to.os, "arch": to.arch}
			if diff := cmp.Diff(labels, p.Selector.MatchLabels); diff != "" {
				t.Errorf("%s: selector (-want +got):\n%s", to, diff)
			}
			if !strings.HasSuffix(p.URI, "/releases/download/"+version+"/"+to.archive(version)) || p.SHA256 != list[i].sum() ||
				p.Bin != to.program() {
				t.Errorf("%s: %s, %s, %s", to, p.URI, p.SHA256, p.Bin)
			}
		}
	}
}
