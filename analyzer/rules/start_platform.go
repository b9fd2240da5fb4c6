package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/podtriage/podtriage/analyzer/message"
)

// architectures are the names of CPU architectures as they stand in image tags, first as nodes spell them.
var architectures = [][]string{
	{"amd64", "x86", "x64"}, {"arm64", "aarch64", "arm64v8"}, {"arm", "armv7", "arm32v7", "armhf"}, {"s390x"}, {"ppc64le"}, {"riscv64"},
}

// foreignPlatform reads a container that ended at once without a word, whose image names another architecture than its
// node has. It is a reading, no proof: the text "exec format error" would be in the log, which the dump does not hold.
func (c *Context) foreignPlatform(p *Pod, ct Container) (startTrouble, bool) {
	t := startTrouble{pod: p, container: ct, ran: true, guess: true}
	x, field := ct.LastExit()
	if x == nil || x.ExitCode != 1 && x.ExitCode != 255 || x.Message != "" || p.Node == nil || startFailure(x) {
		return t, false
	}
	named := architectureOf(ct.Spec.Image)
	has := p.Node.Status.NodeInfo.Architecture
	if named == "" || has == "" || named == has || len(c.lastWords(p, ct)) > 0 {
		return t, false
	}
	t.Start = message.Start{Class: message.StartFormat}
	t.exit = x.ExitCode
	ev := c.PodField(p, field, exitText(x))
	ev.At = realTime(x.FinishedAt.Time)
	t.evidence = []Evidence{c.PodField(p, "spec."+ct.Path+".image", ct.Spec.Image), ev}
	return t, true
}

// architectureOf returns the architecture that the reference's repository or tag names, or "".
func architectureOf(image string) string {
	name, tag, _ := message.SplitImage(image)
	words := strings.FieldsFunc(strings.ToLower(name[strings.LastIndex(name, "/")+1:]+"-"+tag),
		func(r rune) bool { return strings.ContainsRune("-._", r) })
	for _, spellings := range architectures {
		if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(spellings, w) }) {
			return spellings[0]
		}
	}
	return ""
}

// describeGuess states what foreignPlatform read, as one of several readings.
func (t *startTrouble) describeGuess(x *Finding) {
	x.Confidence, x.RuledOut = Possible, nil
	x.Title = "image is named for another architecture"
	x.Cause = fmt.Sprintf("Container %q ended with exit code %d without a log or message in the dump. "+
		"Its image %s is named for %s and node %s is %s, so the kernel may not run its program (exec format error); "+
		"it may as well have failed for a reason of its own.",
		t.container.Name, t.exit, t.container.Spec.Image, architectureOf(t.container.Spec.Image), t.pod.Spec.NodeName,
		t.pod.Node.Status.NodeInfo.Architecture)
	x.Unknown = []string{"the container's log, which would settle it: it is not in the dump"}
	x.Next = []Step{
		{Kind: Ask, Text: "the log of the last run; \"exec format error\" settles it", Command: lastRunLogs(t.pod, t.container)},
		{Kind: Check, Text: "the platforms of the image", Command: "docker manifest inspect " + t.container.Spec.Image},
	}
}
