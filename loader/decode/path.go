package decode

import (
	"strconv"
	"strings"
)

// pathAt returns the path of the value that begins at data[to] inside the object at data[from], such as
// spec.containers[0].image. It is found by walking again, so that decoding keeps no path.
func pathAt(data []byte, from, to int) string {
	var path strings.Builder
	for at := from; at < to; {
		next := -1
		switch data[at] {
		case '{':
			next = memberAt(data, at, to, &path)
		case '[':
			next = elementAt(data, at, to, &path)
		}
		if next < 0 {
			break
		}
		at = next
	}
	return cut(strings.TrimPrefix(path.String(), "."))
}

// memberAt finds the member of the object at data[at] in which data[to] lies and returns where its value begins.
func memberAt(data []byte, at, to int, path *strings.Builder) int {
	found := -1
	d := decoder{data: data, pos: at}
	d.entries(func(key []byte) bool {
		start := d.pos
		if !d.skip() {
			return false
		}
		if to < d.pos {
			found = start
			writeKey(path, string(key))
			return false
		}
		return true
	})
	return found
}

func elementAt(data []byte, at, to int, path *strings.Builder) int {
	for n, i := 0, skipSpace(data, at+1); i < len(data) && data[i] != ']'; n++ {
		end := skipValue(data, i)
		if end < 0 {
			return -1
		}
		if to < end {
			path.WriteString("[" + strconv.Itoa(n) + "]")
			return i
		}
		if i = skipSpace(data, end); i < len(data) && data[i] == ',' {
			i = skipSpace(data, i+1)
		}
	}
	return -1
}

// writeKey adds a key to a path; one that is no plain word, such as a label's, stands in brackets.
func writeKey(path *strings.Builder, key string) {
	if strings.ContainsAny(key, "./[] ") {
		path.WriteString("[" + key + "]")
		return
	}
	path.WriteString("." + key)
}

// cut keeps a path short: a hostile key may be of any length.
func cut(path string) string {
	const most = 200
	if len(path) <= most {
		return path
	}
	return strings.ToValidUTF8(path[:most], "") + "…"
}
