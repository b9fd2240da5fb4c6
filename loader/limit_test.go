package loader

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// unending is a source whose writer is still at work: what it has written can be read, then a read does not return.
type unending struct{ r io.Reader }

func (u unending) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if err == io.EOF && n == 0 {
		select {}
	}
	return n, nil
}

// TestMaxTime: what was read in time is used, what was not read is not said to be absent.
func TestMaxTime(t *testing.T) {
	velero := tree{"resources/pods/namespaces/shop/web-0.json": podJSON,
		"resources/secrets/namespaces/shop/a.json": `{"kind":"Secret","apiVersion":"v1","metadata":{"name":"a","namespace":"shop"}}`}.tar(t)
	for name, text := range map[string]string{
		"objects one by one": string(velero[:len(velero)-1024]),
		"a YAML list":        yamlList("PodList", podYAML),
		"a JSON list":        strings.TrimSuffix(listOf("PodList", podJSON), "]}"),
	} {
		s, err := Load(context.Background(), []string{"-"}, Options{Stdin: unending{strings.NewReader(text)}, MaxTime: time.Second})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(s.Pods) != 1 || len(s.Coverage.Cut) == 0 || s.Lookup(Ref{Kind: "Pod", Namespace: "shop", Name: "other"}) != NotCollected ||
			s.Lookup(Ref{Kind: "Secret", Namespace: "shop", Name: "b"}) != NotCollected {
			t.Errorf("%s: %d pods, %+v", name, len(s.Pods), s.Coverage)
		}
		want := Problem{File: "standard input", Message: "could not be read in 1s, the limit; the rest was not read", Loses: true}
		if !hasProblem(s.Problems, want) {
			t.Errorf("%s: problems %+v", name, s.Problems)
		}
	}
}

func hasProblem(all []Problem, want Problem) bool {
	for _, p := range all {
		if p == want {
			return true
		}
	}
	return false
}

// TestCancelUnending: the interruption does not wait for a read that does not return.
func TestCancelUnending(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err := Load(ctx, []string{"-"}, Options{Stdin: unending{strings.NewReader("")}, MaxTime: time.Hour})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestMaxBytes: the list in which the limit is hit is not whole, in whatever language and packing.
func TestMaxBytes(t *testing.T) {
	pods := yamlList("PodList", podYAML)
	pods += strings.Replace(pods[strings.Index(pods, "- "):], "web-0", "web-1", 1)
	for name, data := range map[string][]byte{"pods.yaml": []byte(pods), "pods.yaml.gz": gz(t, []byte(pods)),
		"d.tgz": gz(t, tree{"shop/pods.yaml": pods}.tar(t))} {
		s, err := Load(context.Background(), []string{save(t, name, data)}, Options{MaxBytes: int64(len(pods)) * 2 / 3})
		if err != nil {
			continue // nothing was read before the limit
		}
		if s.Lookup(Ref{Kind: "Pod", Namespace: "shop", Name: "other"}) != NotCollected || len(s.Coverage.Cut) == 0 || !s.Problems[0].Loses {
			t.Errorf("%s: %+v, problems %+v", name, s.Coverage, s.Problems)
		}
	}
}

// TestNoDump: what the system makes up is not walked.
func TestNoDump(t *testing.T) {
	root, err := filepath.Abs(string(filepath.Separator))
	check(t, err)
	if _, err := Load(context.Background(), []string{root}, Options{}); err == nil ||
		!strings.Contains(err.Error(), "is the root of the file system, not a dump") {
		t.Errorf("%s: %v", root, err)
	}
	if err := CheckSource(t.TempDir()); err != nil {
		t.Error(err)
	}
}

// TestProgress: of files the size is known, and in the end all of it was read; of a directory it is not.
func TestProgress(t *testing.T) {
	file := save(t, "d.tgz", gz(t, shop.tar(t)))
	for name, sources := range map[string][]string{"one": {file}, "two": {file, save(t, "e.tar", shop.tar(t))}, "dir": {shop.dir(t)}} {
		var last Progress
		_, err := Load(context.Background(), sources, Options{Progress: func(p Progress) { last = p }})
		check(t, err)
		if last.Files != len(shop)*len(sources) || name == "dir" != (last.Size == 0) || last.Done == 0 ||
			last.Size > 0 && last.Done != last.Size {
			t.Errorf("%s: in the end %+v", name, last)
		}
	}
}
