package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"
)

// file is one file of an archive.
type file struct {
	name string
	mode fs.FileMode
	data []byte
}

// release is a packed archive.
type release struct {
	target target
	name   string
	data   []byte
}

func (r release) sum() string { return fmt.Sprintf("%x", sha256.Sum256(r.data)) }

// pack makes the target's kind of archive. The files are ordered by name and bear the time; no owner is named.
func pack(t target, files []file, made time.Time) ([]byte, error) {
	files = slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
	var b bytes.Buffer
	write := packTar
	if t.os == "windows" {
		write = packZip
	}
	err := write(&b, files, made)
	return b.Bytes(), err
}

func packTar(w io.Writer, files []file, made time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: made, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return z.Close()
}

func packZip(w io.Writer, files []file, made time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: made}
		h.SetMode(f.mode)
		part, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := part.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}

// checksums is the list that "sha256sum -c" reads.
func checksums(list []release) []byte {
	var b bytes.Buffer
	for _, r := range list {
		fmt.Fprintf(&b, "%s  %s\n", r.sum(), r.name)
	}
	return b.Bytes()
}

const home = "https://github.com/podtriage/podtriage"

var semantic = regexp.MustCompile(`^v\d+\.\d+\.\d+`)

// manifest is what krew installs the kubectl plugin by (krew.sigs.k8s.io/docs/developer-guide/plugin-manifest).
func manifest(version string, list []release) []byte {
	numbered := version
	if !semantic.MatchString(version) { // krew takes nothing else; a commit without a tag is before every version
		numbered = "v0.0.0-" + version
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: podtriage
spec:
  version: %s
  homepage: %s
  shortDescription: Find out why Pods failed, from a saved dump
  description: |
    Reads a saved cluster dump, such as "kubectl cluster-info dump" writes, and
    says what went wrong, since when and why, with the lines that prove it.
    It works offline: it never talks to a cluster.
  platforms:
`, numbered, home)
	for _, r := range list {
		fmt.Fprintf(&b, "  - selector:\n      matchLabels:\n        os: %s\n        arch: %s\n    uri: %s/releases/download/%s/%s\n"+
			"    sha256: %s\n    bin: %s\n",
			r.target.os, r.target.arch, home, version, r.name, r.sum(), r.target.program())
	}
	return b.Bytes()
}
