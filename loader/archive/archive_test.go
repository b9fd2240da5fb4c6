package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mholt/archiver/v4"
)

// entry is one member of an archive that a test packs.
type entry struct {
	name, body string
	link       string // makes it a symbolic link
	hard       string // makes it a hard link
}

var modified = time.Date(2026, 11, 18, 10, 2, 30, 0, time.UTC)

func tarOf(entries ...entry) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Mode: 0o644, Size: int64(len(e.body)), ModTime: modified, Typeflag: tar.TypeReg}
		switch {
		case e.link != "":
			h.Typeflag, h.Linkname = tar.TypeSymlink, e.link
		case e.hard != "":
			h.Typeflag, h.Linkname = tar.TypeLink, e.hard
		}
		must(w.WriteHeader(h))
		must(io.WriteString(w, e.body))
	}
	must(w.Close())
	return b.String()
}

func zipOf(entries ...entry) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: modified})
		must(err)
		must(io.WriteString(f, e.body))
	}
	must(w.Close())
	return b.String()
}

func gz(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	must(io.WriteString(w, s))
	must(w.Close())
	return b.String()
}

// packed compresses with a writer of archiver.
func packed(c interface {
	OpenWriter(io.Writer) (io.WriteCloser, error)
}, s string) string {
	var b bytes.Buffer
	w, err := c.OpenWriter(&b)
	must(err)
	must(io.WriteString(w, s))
	must(w.Close())
	return b.String()
}

func must(args ...any) {
	if err, ok := args[len(args)-1].(error); ok && err != nil {
		panic(err)
	}
}

// seen is what a walk hands out, a line each.
func seen(t *testing.T, source string, limits Limits) []string {
	t.Helper()
	var out []string
	err := Walk(context.Background(), source, "", nil, &limits, recorder(&out))
	if err != nil {
		out = append(out, "error "+err.Error())
	}
	return out
}

func recorder(out *[]string) Sink {
	return Sink{
		File: func(f File, r io.Reader) error {
			data, err := io.ReadAll(r)
			if err != nil {
				return err
			}
			if len(data) > 40 {
				data = data[:40]
			}
			*out = append(*out, f.Name+" = "+string(data))
			return nil
		},
		Link: func(name, target string) { *out = append(*out, name+" -> "+target) },
		Problem: func(p Problem) {
			mark := "note "
			if p.Loses {
				mark = "loss "
			}
			*out = append(*out, mark+p.Name+" "+p.Message)
		},
	}
}

func write(t *testing.T, name, content string) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWalk(t *testing.T) {
	a, b := entry{name: "shop/pods.json", body: "pods"}, entry{name: "nodes.json", body: "nodes"}
	both := []string{"shop/pods.json = pods", "nodes.json = nodes"}
	ab := tarOf(a, b)
	noise := strings.Repeat("0123456789abcdef", 600)
	random := pseudoRandom(60_000)
	long := tarOf(a, entry{name: "big", body: random}, b)
	for _, tt := range []struct {
		name, file, content string
		want                []string
	}{
		{"tar", "d.tar", ab, both},
		{"gzip", "d.tar.gz", gz(ab), both},
		{"bzip2", "d.tar.bz2", packed(archiver.Bz2{}, ab), both},
		{"xz", "d.tar.xz", packed(archiver.Xz{}, ab), both},
		{"zstd", "d.tar.zst", packed(archiver.Zstd{}, ab), both},
		{"zip", "d.zip", zipOf(a, b), both},
		{"a name that lies", "d.yaml", zipOf(a, b), both},
		{"one file", "pods.json", "{}", []string{"pods.json = {}"}},
		{"one file, compressed", "pods.json.gz", gz("{}"), []string{"pods.json.gz = {}"}},
		{"an empty file", "pods.json", "", []string{"pods.json = "}},
		{"gzip members cut a tar in two", "d.tgz", gz(ab[:700]) + gz(ab[700:]), both},
		{"gzip with zeros behind", "d.tgz", gz(ab) + strings.Repeat("\x00", 5000), both},
		{"gzip with text behind", "d.json.gz", gz("{}") + "not gzip",
			[]string{"note d.json.gz has 8 bytes after the end of its gzip data, which were not used", "d.json.gz = {}"}},
		{"two tars, one after the other", "d.tgz", gz(tarOf(a)) + gz(tarOf(b)), both},
		{"tar without an end", "d.tar", ab[:len(ab)-1024], both},
		{"tar with junk behind", "d.tar", ab + noise,
			append(both[:2:2], "note d.tar has 9600 bytes that belong to no member; they were not used")},
		{"no tar: wrong checksum", "d.tar", "x" + ab[1:], []string{"d.tar = x" + ab[1:40]}},
		{"nested", "c.zip", zipOf(entry{name: "in/d.tgz", body: gz(ab)}, b),
			[]string{"in/d.tgz!shop/pods.json = pods", "in/d.tgz!nodes.json = nodes", "nodes.json = nodes"}},
		{"nested in a tar", "c.tar", tarOf(entry{name: "d.zip", body: zipOf(a)}, b),
			[]string{"d.zip!shop/pods.json = pods", "nodes.json = nodes"}},
		{"too deep", "1.tar", tarOf(entry{name: "2.tar", body: tarOf(entry{name: "3.tar", body: tarOf(entry{name: "4.tar", body: ab}, b)})}),
			[]string{"loss 2.tar!3.tar!4.tar is an archive more than 3 archives deep, the limit; it was not read",
				"2.tar!3.tar!nodes.json = nodes"}},
		{"compressed too often", "x", gz(gz(gz(gz(gz(gz(gz("x"))))))),
			[]string{"loss x is compressed more than 6 times over, the limit; it was not read"}},
		{"names that lead out", "d.tar", tarOf(entry{name: "../../etc/a", body: "1"}, entry{name: "/abs/b", body: "2"},
			entry{name: `win\c`, body: "3"}, entry{name: "./d//e/../f", body: "4"}),
			[]string{"etc/a = 1", "abs/b = 2", "win/c = 3", "d/f = 4"}},
		{"duplicates stay in order", "d.tar", tarOf(a, entry{name: a.name, body: "newer"}),
			[]string{"shop/pods.json = pods", "shop/pods.json = newer"}},
		{"links", "d.tar", tarOf(entry{name: "x/l", link: "../y/t"}, entry{name: "out", link: "/etc/passwd"}, entry{name: "h", hard: "y/t"}, b),
			[]string{"x/l -> y/t", "h -> y/t", "nodes.json = nodes"}},
		{"leftovers of a Mac", "d.zip", zipOf(entry{name: "__MACOSX/._pods.json", body: "x"}, entry{name: "shop/._pods.json", body: "x"},
			entry{name: ".DS_Store", body: "x"}, a),
			[]string{"shop/pods.json = pods"}},
		{"gzip cut off", "d.tgz", gz(long)[:20_000], []string{"shop/pods.json = pods",
			"loss d.tgz is cut off: its gzip data ends too early, at byte 20000; what stands before was read", "big = " + random[:40]}},
		{"gzip with a wrong checksum", "d.tgz", flip(gz(ab), -8),
			append(both[:2:2], "loss d.tgz is damaged: the checksum of its gzip data is wrong, at byte 140; what was read of it may be wrong")},
		{"tar cut off", "d.tar", long[:20_000], []string{"shop/pods.json = pods", "big = " + random[:40],
			"loss d.tar is cut off in or after big; what stands before was read"}},
		{"tar with a damaged header", "d.tar", flip(tarOf(a, entry{name: "lost", body: "x"}, b), 1024), []string{"shop/pods.json = pods",
			"loss d.tar is damaged in or after shop/pods.json; the member there was skipped", "nodes.json = nodes"}},
		{"zip cut off", "d.zip", zipOf(a, b)[:200], []string{
			"loss d.zip is cut off or damaged: the directory at the end of the zip archive cannot be read; members were read one after the other",
			"shop/pods.json = pods", "nodes.json = nodes"}},
		{"zip with a damaged member", "d.zip", flip(zipOf(a, b), 56), nil},
		{"7z", "d.7z", "7z\xbc\xaf\x27\x1c\x00\x04",
			[]string{"loss d.7z is a 7z archive, which podtriage does not unpack; unpack it first (7z x)"}},
		{"encrypted", "d.enc", "Salted__12345678", []string{"loss d.enc is encrypted (openssl), decrypt it first"}},
		{"a zstd window of 2 TiB", "d.zst", "\x28\xb5\x2f\xfd\x00\xf8\x01\x00\x00",
			[]string{"loss d.zst asks for a larger zstd window than 64 MiB, the limit; it was not read"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := seen(t, write(t, tt.file, tt.content), Limits{})
			if tt.name == "zip with a damaged member" {
				if !strings.Contains(strings.Join(got, "\n"), "loss shop/pods.json is damaged") ||
					!strings.Contains(strings.Join(got, "\n"), "nodes.json = nodes") {
					t.Errorf("got %q", got)
				}
				return
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// flip changes a byte; a negative place counts from the end.
func flip(s string, at int) string {
	if at < 0 {
		at += len(s)
	}
	return s[:at] + string(s[at]^0x55) + s[at+1:]
}

// pseudoRandom is text that hardly compresses.
func pseudoRandom(n int) string {
	b, x := make([]byte, n), uint32(1)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = '!' + byte(x>>24)%90
	}
	return string(b)
}

func TestLimits(t *testing.T) {
	zeros := strings.Repeat("\x00", 1<<20)
	for _, tt := range []struct {
		name, file, content string
		limits              Limits
		want                []string
	}{
		{"bytes", "d.tgz", gz(tarOf(entry{name: "a", body: "1"}, entry{name: "b", body: zeros}, entry{name: "c", body: "2"})),
			Limits{Bytes: 300 << 10}, []string{"a = 1", "b = " + zeros[:40],
				"loss d.tgz holds more than 307200 bytes when unpacked, the limit; the rest was not read"}},
		{"entries", "d.tar", tarOf(entry{name: "a", body: "1"}, entry{name: "b", body: "2"}, entry{name: "c", body: "3"}), Limits{Entries: 2},
			[]string{"a = 1", "b = 2", "loss d.tar holds more than 2 files, the limit; the rest was not read"}},
		{"a zip in a stream", "d.tar", tarOf(entry{name: "a.zip", body: zipOf(entry{name: "x", body: "1"})}, entry{name: "b", body: "2"}),
			Limits{Memory: 50}, []string{"loss a.zip is a zip archive inside a stream and larger than 50 bytes, the limit; it was not read",
				"b = 2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, seen(t, write(t, tt.file, tt.content), tt.limits)); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

func TestDirectory(t *testing.T) {
	dir := t.TempDir()
	for name, body := range map[string]string{"b/pods.json": "pods", "a.tgz": gz(tarOf(entry{name: "in", body: "x"})),
		"c.json.gz": gz("{}"), "._c": "junk"} {
		must(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		must(os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600))
	}
	outside := write(t, "secret", "outside")
	must(os.Symlink(outside, filepath.Join(dir, "out")))
	must(os.Symlink("b/pods.json", filepath.Join(dir, "in")))
	must(os.Symlink("..", filepath.Join(dir, "b", "loop")))
	if pipe := exec.Command("mkfifo", filepath.Join(dir, "pipe")); pipe.Run() != nil {
		t.Log("no mkfifo: a pipe, which would block for ever if it was opened, is not among the files")
	}
	want := []string{"a.tgz!in = x", "b/pods.json = pods", "c.json.gz = {}", "in -> b/pods.json"}
	if d := cmp.Diff(want, seen(t, dir, Limits{})); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestStdin(t *testing.T) {
	var out []string
	in := strings.NewReader(zipOf(entry{name: "pods.json", body: "pods"}))
	if err := Walk(context.Background(), "-", "", io.NopCloser(in), &Limits{}, recorder(&out)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"pods.json = pods"}, out); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	sink := Sink{Problem: func(Problem) {}, File: func(File, io.Reader) error { cancel(); return nil }}
	err := Walk(ctx, write(t, "d.tar", tarOf(entry{name: "a"}, entry{name: "b"})), "", nil, &Limits{}, sink)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestNoSuchSource(t *testing.T) {
	err := Walk(context.Background(), filepath.Join(t.TempDir(), "none"), "", nil, &Limits{}, Sink{})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func FuzzArchive(f *testing.F) {
	a := entry{name: "shop/pods.json", body: strings.Repeat("pods", 300)}
	for _, seed := range []string{tarOf(a), gz(tarOf(a)), zipOf(a), packed(archiver.Bz2{}, tarOf(a)), packed(archiver.Xz{}, tarOf(a)),
		packed(archiver.Zstd{}, tarOf(a)), tarOf(entry{name: "z", body: zipOf(a)}), gz(tarOf(a))[:60], "{}", ""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var out []string
		sink := recorder(&out)
		limits := Limits{Bytes: 1 << 20, Entries: 100, Memory: 1 << 20}
		if err := Walk(context.Background(), "-", "", bytes.NewReader(data), &limits, sink); err != nil {
			t.Fatal(err)
		}
		if len(out) > 1000 {
			t.Errorf("%d lines from %d bytes", len(out), len(data))
		}
	})
}
