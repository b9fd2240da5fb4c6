package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"

	"github.com/podtriage/podtriage/report/view"
)

// identity says how large a file is and its checksum, so that two people can tell that they speak of one dump. It is empty
// for a directory or a file that cannot be read again.
func identity(path string) (size, sum string) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", ""
	}
	f, err := os.Open(path)
	if err != nil {
		return "", ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", ""
	}
	return "   " + view.Bytes(info.Size()), hex.EncodeToString(h.Sum(nil))
}
