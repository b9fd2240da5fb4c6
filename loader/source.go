package loader

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// CheckSource returns why the named source cannot be a dump: it is what the system makes up, or everything that it has.
// Reading that would take for ever and tell nothing. What does not exist is left to [Load].
func CheckSource(source string) error {
	info, err := os.Stat(source)
	if source == "-" || err != nil {
		return nil
	}
	if why := notDump(source, info); why != "" {
		return &os.PathError{Op: "reading", Path: source, Err: errors.New(why)}
	}
	return nil
}

func notDump(source string, info os.FileInfo) string {
	if info.Mode()&os.ModeDevice != 0 {
		return "is a device, not a dump"
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return "" // a pipe: process substitution is one
	}
	real, err := filepath.Abs(source)
	if err != nil {
		return ""
	}
	if r, err := filepath.EvalSymlinks(real); err == nil {
		real = r
	}
	top := strings.Split(filepath.ToSlash(real), "/")
	switch {
	case filepath.Dir(real) == real:
		return "is the root of the file system, not a dump"
	case real == "/dev", len(top) > 1 && top[0] == "" && (top[1] == "proc" || top[1] == "sys"):
		return "is made up by the operating system and no dump"
	}
	return ""
}
