package rules

import "strings"

var lintLatest = &Rule{
	ID:    "hygiene/latest",
	Title: "images are named without a version",
	Doc: `The image has the tag latest or none: what runs depends on when each node pulled it, a restart may bring another program, ` +
		`and nobody can say what ran before. Name a version, or a digest.`,
	Detect: lintContainers("an image has no version", func(_ *Pod, ct Container) (string, string) {
		image := ct.Spec.Image
		last := image[strings.LastIndexByte(image, '/')+1:]
		if image != "" && !strings.Contains(image, "@") && (!strings.Contains(last, ":") || strings.HasSuffix(last, ":latest")) {
			return "image", image
		}
		return "", ""
	}),
}
