// Package loader reads saved cluster dumps and makes one read-only [Snapshot] of them.
//
// In go the names of files, directories and archives, or "-" for standard input. Files flow from loader/archive to
// loader/decode one by one; what they hold is merged, sorted and indexed. Nothing is written, nothing is fetched, and no
// file outside the named sources is opened.
package loader

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mholt/archiver/v4"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/podtriage/podtriage/loader/decode"
)

// ErrNothing is returned when the sources hold no Kubernetes object.
var ErrNothing = errors.New("no Kubernetes objects found")

// Options change how sources are read.
type Options struct {
	Now   time.Time // overrides the inferred capture time
	Stdin io.Reader // what "-" reads

	// Progress, if set, is called after each file with how many files and bytes were read so far, from one goroutine at a time.
	Progress func(files int, bytes int64)
}

// Load reads the sources as one dump. The error says that there is nothing to analyze; damage that leaves something
// is in the Snapshot's Problems.
func Load(ctx context.Context, sources []string, opts Options) (*Snapshot, error) {
	b := &builder{}
	src := Source{Paths: slices.Clone(sources)}
	var newest, oldest time.Time
	visit := func(name string, mod time.Time, r io.Reader) error {
		data, err := io.ReadAll(r)
		src.Files++
		src.Bytes += int64(len(data))
		if !mod.IsZero() && (newest.IsZero() || mod.After(newest)) {
			newest = mod
		}
		if !mod.IsZero() && (oldest.IsZero() || mod.Before(oldest)) {
			oldest = mod
		}
		b.file(name, data)
		if opts.Progress != nil {
			opts.Progress(src.Files, src.Bytes)
		}
		return err
	}
	for _, p := range sources {
		if err := walk(ctx, p, visit); err != nil {
			return nil, fmt.Errorf("reading %s: %w", p, err)
		}
	}
	if len(b.objects) == 0 {
		return nil, ErrNothing
	}
	s := b.snapshot()
	s.Source = src
	s.Capture = Capture{Time: newest.UTC(), Earliest: oldest.UTC(), Basis: "file times in the archive"}
	if newest.IsZero() {
		s.Capture.Time, s.Capture.Basis = newestRecord(s), "newest record in the dump"
		s.Capture.Earliest = s.Capture.Time
	}
	if !opts.Now.IsZero() {
		s.Capture = Capture{Time: opts.Now.UTC(), Earliest: opts.Now.UTC(), Basis: "given by --now"}
	}
	for _, e := range s.Events {
		if s.Capture.EventsSince.IsZero() || e.Last.Before(s.Capture.EventsSince) {
			s.Capture.EventsSince = e.Last
		}
	}
	return s, nil
}

func newestRecord(s *Snapshot) time.Time {
	var t time.Time
	for _, e := range s.Events {
		if e.Last.After(t) {
			t = e.Last
		}
	}
	for _, p := range s.Pods {
		for _, c := range p.Status.Conditions {
			if c.LastTransitionTime.After(t) {
				t = c.LastTransitionTime.UTC()
			}
		}
	}
	return t
}

func walk(ctx context.Context, path string, visit func(string, time.Time, io.Reader) error) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return open(ctx, filepath.Base(path), f, visit)
	}
	return filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(p)
		if err != nil {
			return err
		}
		defer f.Close()
		rel, _ := filepath.Rel(path, p)
		return visit(rel, time.Time{}, f)
	})
}

func open(ctx context.Context, name string, r io.Reader, visit func(string, time.Time, io.Reader) error) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := archiver.Gz{}.OpenReader(bytes.NewReader(data))
		if err != nil {
			return err
		}
		return open(ctx, strings.TrimSuffix(name, ".gz"), z, visit)
	}
	if len(data) > 262 && string(data[257:262]) == "ustar" {
		return archiver.Tar{}.Extract(ctx, bytes.NewReader(data), func(_ context.Context, f archiver.FileInfo) error {
			if !f.Mode().IsRegular() {
				return nil
			}
			r, err := f.Open()
			if err != nil {
				return err
			}
			defer r.Close()
			return visit(strings.TrimPrefix(f.NameInArchive, "./"), f.ModTime(), r)
		})
	}
	return visit(name, time.Time{}, bytes.NewReader(data))
}

func (b *builder) file(name string, data []byte) {
	if base := filepath.Base(name); strings.HasSuffix(base, ".log") || base == "logs.txt" {
		b.log(name, data)
		return
	}
	if len(bytes.TrimSpace(data)) > 0 && bytes.TrimSpace(data)[0] == '{' {
		dec := stdjson.NewDecoder(bytes.NewReader(data))
		for {
			var raw stdjson.RawMessage
			if err := dec.Decode(&raw); err != nil {
				return
			}
			b.document(name, 1, raw)
		}
	}
	line := 1
	for _, doc := range bytes.Split(append([]byte("\n"), data...), []byte("\n---")) {
		at := line
		line += bytes.Count(doc, []byte("\n")) + 1
		j, err := yaml.YAMLToJSON(doc)
		if err != nil {
			b.problems = append(b.problems, Problem{File: name, Line: at, Message: err.Error(), Loses: true})
			continue
		}
		b.document(name, at, j)
	}
}

func (b *builder) document(name string, line int, raw []byte) {
	var head struct {
		metav1.TypeMeta `json:",inline"`
		Items           []stdjson.RawMessage `json:"items"`
		Type            string               `json:"type"`
		Object          stdjson.RawMessage   `json:"object"`
	}
	if json.Unmarshal(raw, &head) != nil {
		return
	}
	if head.Kind == "" && len(head.Object) > 0 {
		b.document(name, line, head.Object)
		return
	}
	if !strings.HasSuffix(head.Kind, "List") {
		b.object(name, line, head.Kind, raw)
		return
	}
	kind := strings.TrimSuffix(head.Kind, "List")
	if kind != "" {
		b.collected(kind, namespaceOf(name))
	}
	for _, it := range head.Items {
		var t metav1.TypeMeta
		if json.Unmarshal(it, &t) == nil && t.Kind != "" {
			b.object(name, line, t.Kind, it)
			continue
		}
		b.object(name, line, kind, it)
	}
}

func namespaceOf(name string) string {
	if d := filepath.Dir(name); d != "." {
		return filepath.Base(d)
	}
	return ""
}

func (b *builder) object(name string, line int, kind string, raw []byte) {
	if kind == "" {
		return
	}
	o := decode.New(kind)
	if err := json.Unmarshal(raw, o); err != nil {
		b.problems = append(b.problems, Problem{File: name, Line: line, Message: err.Error(), Loses: true})
		return
	}
	if o.GetName() == "" {
		return
	}
	b.objects = append(b.objects, found{kind, o, Position{File: name, Line: line}})
	if o.GetNamespace() != "" {
		b.collected(kind, o.GetNamespace())
	}
}

func (b *builder) log(name string, data []byte) {
	parts := strings.Split(filepath.ToSlash(name), "/")
	if len(parts) < 3 {
		return
	}
	l := &Log{Namespace: parts[len(parts)-3], Pod: parts[len(parts)-2], File: name, First: 1}
	for i, t := range strings.Split(string(data), "\n") {
		if rest, ok := strings.CutPrefix(t, "==== START logs for container "); ok {
			c, _, _ := strings.Cut(rest, " ")
			l = &Log{Namespace: l.Namespace, Pod: l.Pod, Container: c, File: name, First: i + 2}
			b.logs = append(b.logs, l)
			continue
		}
		t, _, _ = strings.Cut(t, "==== END logs for container ")
		if t == "" {
			continue
		}
		l.Lines++
		l.Bytes += int64(len(t)) + 1
		l.Kept = append(l.Kept, LogLine{Line: i + 1, Text: t, Many: 1})
	}
}
