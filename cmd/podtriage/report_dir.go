package main

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/podtriage/podtriage/report"
)

// attachments are the files of --report-dir, each with its format.
var attachments = [][2]string{
	{"summary.txt", "text"}, {"ticket.md", "md"}, {"report.html", "html"}, {"report.json", "json"}, {"findings.sarif", "sarif"},
}

// writeDir writes the attachments into a directory, or into one zip file if the name ends so.
func (p *program) writeDir(path string, r *report.Report) error {
	if strings.HasSuffix(strings.ToLower(path), ".zip") {
		return p.writeFile(path, func(w io.Writer) error { return zipAttachments(w, r) })
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return unwritable(path, err)
	}
	for _, a := range attachments {
		if _, err := report.Find(a[1]); err != nil {
			continue
		}
		if err := p.writeFile(filepath.Join(path, a[0]), func(w io.Writer) error { return r.Write(w, a[1]) }); err != nil {
			return err
		}
	}
	return nil
}

// zipAttachments packs them without times: the same report gives the same bytes.
func zipAttachments(w io.Writer, r *report.Report) error {
	z := zip.NewWriter(w)
	for _, a := range attachments {
		if _, err := report.Find(a[1]); err != nil {
			continue
		}
		f, err := z.CreateHeader(&zip.FileHeader{Name: a[0], Method: zip.Deflate})
		if err != nil {
			return err
		}
		if err := r.Write(f, a[1]); err != nil {
			return err
		}
	}
	return z.Close()
}
