package main

import (
	"fmt"
	"strings"
	"time"
)

// timeForm is how times are written for people.
const timeForm = "2006-01-02 15:04:05Z"

// when writes a time, or says that it is not known.
func when(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format(timeForm)
}

// count writes a number with its noun, such as 1 file, 3 files, 1,204 files.
func count(n int, noun string) string {
	if n != 1 {
		switch {
		case strings.HasSuffix(noun, "y"):
			noun = noun[:len(noun)-1] + "ies"
		default:
			noun += "s"
		}
	}
	return thousands(int64(n)) + " " + noun
}

func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// bytesText writes a size, such as 12.4 MB.
func bytesText(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1000_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
