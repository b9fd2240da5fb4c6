package decode

import (
	"bytes"

	"sigs.k8s.io/yaml"
)

// libraryLimit bounds what goes to the YAML library, which takes sixty times the text in memory.
const libraryLimit = 16 << 20

// yamlToJSON makes JSON of a YAML document. Where our own reader knows the style, the JSON has its line feeds at the same
// places as the YAML, so that lines can be counted in it; the rest is the library's work, on one line.
func yamlToJSON(data []byte) ([]byte, *Problem) {
	if j, ok := blockJSON(data); ok {
		return j, nil
	}
	if len(data) > libraryLimit {
		return nil, &Problem{Message: "a YAML document larger than 16 MiB, not in the style of kubectl, was left out", Loses: true}
	}
	if aliased(data) > aliasLimit {
		return nil, &Problem{Message: "a YAML document whose aliases refer to more than 64 KiB was left out", Loses: true}
	}
	j, err := yaml.YAMLToJSON(data)
	if err != nil {
		return nil, &Problem{Message: "the document is broken and was left out: it is not valid YAML", Loses: true}
	}
	return j, nil
}

// aliasLimit bounds the text that aliases of one document repeat: the library bounds their number only.
const aliasLimit = 64 << 10

// aliased estimates from above how many bytes the aliases of a document repeat: each is taken to
// repeat the largest anchored text.
func aliased(data []byte) int {
	aliases := 0
	for _, sign := range []string{": *", "- *", "[*", ",*", ", *"} {
		aliases += bytes.Count(data, []byte(sign))
	}
	if aliases == 0 {
		return 0
	}
	largest := 0
	for rest := data; ; {
		i := bytes.IndexByte(rest, '&')
		if i < 0 {
			break
		}
		rest = rest[i+1:]
		n := bytes.IndexByte(rest, '&')
		if n < 0 {
			n = len(rest)
		}
		line := bytes.IndexByte(rest, '\n')
		if line < 0 {
			line = len(rest)
		}
		largest = max(largest, min(n, max(line, anchored(rest))))
	}
	return aliases * largest
}

// anchored returns the length of the lines after an anchor that are indented.
func anchored(text []byte) int {
	n := bytes.IndexByte(text, '\n')
	if n < 0 {
		return len(text)
	}
	for n+1 < len(text) && text[n+1] == ' ' {
		next := bytes.IndexByte(text[n+1:], '\n')
		if next < 0 {
			return len(text)
		}
		n += next + 1
	}
	return n
}
