package decode

import (
	stdjson "encoding/json"

	"sigs.k8s.io/yaml"
)

// libraryLimit bounds what goes to the YAML library, which takes sixty times the text in memory.
const libraryLimit = 16 << 20

// yamlToJSON makes JSON of a YAML document or of the last of the items of a list; prior items only hold anchors. The line
// of a Problem is relative to the text's.
func yamlToJSON(data []byte, prior int) ([]byte, *Problem) {
	return libraryJSON(data, prior)
}

// libraryJSON is yamlToJSON by way of the library, for what our own reader does not know.
func libraryJSON(data []byte, prior int) ([]byte, *Problem) {
	if len(data) > libraryLimit {
		return nil, &Problem{Message: "a YAML document larger than 16 MiB, not in kubectl's style, was left out", Loses: true}
	}
	j, err := yaml.YAMLToJSON(data)
	if err != nil {
		return nil, &Problem{Message: "the document is broken and was left out: it is not valid YAML", Loses: true}
	}
	if len(j) == 0 || j[0] != '[' {
		return j, nil
	}
	var items []stdjson.RawMessage
	if prior > 0 && stdjson.Unmarshal(j, &items) == nil && len(items) > prior {
		return items[prior], nil
	}
	return j, nil
}
