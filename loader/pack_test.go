package loader

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mholt/archiver/v4"
)

// tree is a dump by file names.
type tree map[string]string

// shop is a small kubectl cluster-info dump.
var shop = tree{
	"nodes.json": `{"kind":"NodeList","apiVersion":"v1","items":[{"metadata":{"name":"w1","uid":"n1"},"status":{"conditions":[
		{"type":"Ready","status":"True","lastHeartbeatTime":"2026-11-18T10:02:29Z"}]}}]}`,
	"shop/pods.json": `{"kind":"PodList","apiVersion":"v1","items":[
		{"metadata":{"name":"web-1","namespace":"shop","uid":"p2"},"spec":{"nodeName":"w1","containers":[{"name":"app"}]}},
		{"metadata":{"name":"web-0","namespace":"shop","uid":"p1"},"spec":{"nodeName":"w1","containers":[{"name":"app"},{"name":"side"}]}}]}`,
	"shop/events.json": `{"kind":"EventList","apiVersion":"v1","items":[{"metadata":{"name":"web-0.1","namespace":"shop"},"reason":"BackOff","type":"Warning",
		"involvedObject":{"kind":"Pod","namespace":"shop","name":"web-0","uid":"p1"},"firstTimestamp":"2026-11-18T09:00:00Z","lastTimestamp":"2026-11-18T10:02:00Z","count":7}]}`,
	"shop/deployments.json": `{"kind":"DeploymentList","apiVersion":"apps/v1","items":[]}`,
	"shop/web-0/logs.txt": "==== START logs for container app of pod shop/web-0 ====\nstart\n2026-11-18T10:02:01Z ERROR no route to 10.0.0.7\n" +
		"==== START logs for container forged of pod shop/web-0 ====\nend==== END logs for container app of pod shop/web-0 ====\n" +
		"==== START logs for container side of pod shop/web-0 ====\nRequest log error: container \"side\" in pod \"web-0\" is waiting to start: PodInitializing\n==== END logs for container side of pod shop/web-0 ====\n",
	"shop/web-1/logs.txt": "==== START logs for container app of pod shop/web-1 ====\n==== END logs for container app of pod shop/web-1 ====\n",
}

var written = time.Date(2026, 11, 18, 10, 3, 12, 0, time.UTC)

// names are the files in the order in which a directory is walked.
func (d tree) names() []string { return slices.Sorted(maps.Keys(d)) }

func (d tree) dir(t *testing.T) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "dump")
	for name, body := range d {
		p := filepath.Join(root, filepath.FromSlash(name))
		check(t, os.MkdirAll(filepath.Dir(p), 0o700))
		check(t, os.WriteFile(p, []byte(body), 0o600))
		check(t, os.Chtimes(p, written, written))
	}
	return root
}

func (d tree) tar(t *testing.T) []byte { return d.tarAt(t, written) }

func (d tree) tarAt(t *testing.T, at time.Time) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range d.names() {
		check(t, w.WriteHeader(&tar.Header{Name: "./" + name, Mode: 0o600, Size: int64(len(d[name])), ModTime: at}))
		_, err := io.WriteString(w, d[name])
		check(t, err)
	}
	check(t, w.Close())
	return b.Bytes()
}

func (d tree) zip(t *testing.T) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range d.names() {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: written})
		check(t, err)
		_, err = io.WriteString(f, d[name])
		check(t, err)
	}
	check(t, w.Close())
	return b.Bytes()
}

func compressed(t *testing.T, data []byte, open func(io.Writer) (io.WriteCloser, error)) []byte {
	var b bytes.Buffer
	w, err := open(&b)
	check(t, err)
	_, err = w.Write(data)
	check(t, err)
	check(t, w.Close())
	return b.Bytes()
}

func gz(t *testing.T, data []byte) []byte {
	return compressed(t, data, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
}

func save(t *testing.T, name string, data []byte) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), name)
	check(t, os.WriteFile(p, data, 0o600))
	return p
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, sources ...string) *Snapshot {
	t.Helper()
	s, err := Load(context.Background(), sources, Options{})
	check(t, err)
	return s
}

// text is all that can be seen of the Snapshot.
func (s *Snapshot) text(t *testing.T) string {
	t.Helper()
	data, err := json.MarshalIndent(s, "", " ")
	check(t, err)
	for _, p := range s.Pods {
		pos, err := json.Marshal(s.Pos(p))
		check(t, err)
		data = append(append(data, '\n'), pos...)
	}
	return string(data)
}

// TestAnyArchive packs one dump in eight ways; what is read must be the same to the byte.
func TestAnyArchive(t *testing.T) {
	plain := shop.tar(t)
	inner := gz(t, plain)
	want := load(t, shop.dir(t))
	want.Source.Paths = nil
	if len(want.Pods) != 2 || len(want.Events) != 1 || len(want.Logs) != 3 || len(want.Problems) != 0 {
		t.Fatalf("the directory: %s", want.text(t))
	}
	for name, data := range map[string][]byte{
		"d.tar":     plain,
		"d.tar.gz":  inner,
		"d.zip":     shop.zip(t),
		"d.tar.xz":  compressed(t, plain, archiver.Xz{}.OpenWriter),
		"d.tar.bz2": compressed(t, plain, archiver.Bz2{}.OpenWriter),
		"d.tar.zst": compressed(t, plain, archiver.Zstd{}.OpenWriter),
		"outer.zip": tree{"case/d.tgz": string(inner)}.zip(t),
	} {
		got := load(t, save(t, name, data))
		got.Source.Paths = nil
		text := strings.ReplaceAll(got.text(t), "case/d.tgz!", "")
		if d := cmp.Diff(want.text(t), text); d != "" {
			t.Errorf("%s: -directory +archive:\n%s", name, d)
		}
	}
}

// TestOrder reads the same dump many times: workers end in any order.
func TestOrder(t *testing.T) {
	file := save(t, "d.tar.gz", gz(t, shop.tar(t)))
	want := load(t, file).text(t)
	for range 20 {
		if d := cmp.Diff(want, load(t, file).text(t)); d != "" {
			t.Fatalf("-first +later:\n%s", d)
		}
	}
}
