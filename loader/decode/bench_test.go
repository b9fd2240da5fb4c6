package decode

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// manyPods is a PodList as kubectl prints it, of the Pods of testdata/equal/list.json many times over.
func manyPods(b *testing.B, n int) []byte {
	b.Helper()
	var pod []byte
	_, err := Split(openText(b, "testdata/equal/list.json"), Options{}, Sink{Chunk: func(c Chunk) error {
		if pod == nil {
			pod = c.Data
		}
		return nil
	}})
	if err != nil {
		b.Fatal(err)
	}
	var out strings.Builder
	out.WriteString("{\n    \"kind\": \"PodList\",\n    \"apiVersion\": \"v1\",\n    \"items\": [\n")
	for i := range n {
		if i > 0 {
			out.WriteString(",\n")
		}
		fmt.Fprintf(&out, "        %s", bytes.Replace(pod, []byte(`"name": "`), fmt.Appendf(nil, `"name": "p%d-`, i), 1))
	}
	out.WriteString("\n    ]\n}\n")
	return []byte(out.String())
}

func asYAML(b *testing.B, j []byte) []byte {
	b.Helper()
	y, err := yaml.JSONToYAML(j)
	if err != nil {
		b.Fatal(err)
	}
	return y
}

func chunksOf(b *testing.B, text []byte) (chunks []Chunk) {
	b.Helper()
	if _, err := Split(bytes.NewReader(text), Options{}, Sink{Chunk: func(c Chunk) error {
		chunks = append(chunks, c)
		return nil
	}}); err != nil || len(chunks) == 0 {
		b.Fatal(len(chunks), err)
	}
	return chunks
}

func BenchmarkSplit(b *testing.B) {
	j := manyPods(b, 500)
	for name, text := range map[string][]byte{"JSON": j, "YAML": asYAML(b, j)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				chunksOf(b, text)
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	j := manyPods(b, 500)
	for name, text := range map[string][]byte{"JSON": j, "YAML": asYAML(b, j)} {
		b.Run(name, func(b *testing.B) {
			chunks := chunksOf(b, text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for _, c := range chunks {
					if objects, problems := c.Decode(); len(objects) != 1 || len(problems) > 0 {
						b.Fatal(problems)
					}
				}
			}
		})
	}
}
