package decode

import (
	"bytes"
	stdjson "encoding/json"
	"io"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

// Split reads one file as a stream, finds its encoding and shape by content and hands out chunks.
func Split(r io.Reader, opts Options, sink Sink) (Shape, error) {
	data, err := io.ReadAll(r)
	s := splitter{opts: opts, sink: sink}
	text := bytes.TrimSpace(data)
	switch {
	case len(text) == 0:
		return Shape{Form: Empty, Reason: "the file is empty"}, err
	case text[0] == '{':
		s.shape = Shape{Form: JSON}
		dec := stdjson.NewDecoder(bytes.NewReader(data))
		for {
			var raw stdjson.RawMessage
			if dec.Decode(&raw) != nil {
				return s.shape, err
			}
			line := 1 + bytes.Count(data[:dec.InputOffset()], []byte("\n")) - bytes.Count(raw, []byte("\n"))
			if err := s.document(line, raw); err != nil {
				return s.shape, err
			}
		}
	}
	s.shape = Shape{Form: YAML}
	line := 1
	for _, doc := range bytes.Split(append([]byte("\n"), data...), []byte("\n---")) {
		at := line
		line += bytes.Count(doc, []byte("\n")) + 1
		j, err := yaml.YAMLToJSON(doc)
		if err != nil {
			sink.Problem(Problem{Line: at, Message: "the document is not valid YAML", Loses: true})
			continue
		}
		if err := s.document(at, j); err != nil {
			return s.shape, err
		}
	}
	return s.shape, err
}

type splitter struct {
	opts  Options
	sink  Sink
	shape Shape
}

func (s *splitter) document(line int, raw []byte) error {
	var head struct {
		metav1.TypeMeta `json:",inline"`
		Items           []stdjson.RawMessage `json:"items"`
		Object          stdjson.RawMessage   `json:"object"`
	}
	if json.Unmarshal(raw, &head) != nil {
		return nil
	}
	if head.Kind == "" && len(head.Object) > 0 {
		return s.document(line, head.Object)
	}
	kind, list := strings.CutSuffix(head.Kind, "List")
	if !list {
		s.shape.Chunks++
		return s.sink.Chunk(Chunk{Kind: head.Kind, APIVersion: head.APIVersion, Line: line, Data: raw, opts: s.opts})
	}
	if s.sink.List != nil {
		s.sink.List(kind, head.APIVersion, len(head.Items))
	}
	for _, it := range head.Items {
		s.shape.Chunks++
		if err := s.sink.Chunk(Chunk{Kind: kind, APIVersion: head.APIVersion, Item: true, Line: line, Data: it, opts: s.opts}); err != nil {
			return err
		}
	}
	return nil
}

// Decode makes the objects of the chunk. It may be called from many goroutines.
func (c Chunk) Decode() ([]Object, []Problem) {
	var t metav1.TypeMeta
	if json.Unmarshal(c.Data, &t) == nil && t.Kind != "" {
		c.Kind = t.Kind
	}
	if c.Kind == "" {
		return nil, nil
	}
	o := New(c.Kind)
	if json.Unmarshal(c.Data, o) != nil {
		return nil, []Problem{{Line: c.Line, Message: "the object is not as its kind should be", Loses: true}}
	}
	return []Object{{Kind: c.Kind, Value: o, Line: c.Line, Column: c.Column}}, nil
}
