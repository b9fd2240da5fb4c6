package incident

import (
	"regexp"
	"slices"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// choice knows which of the Findings that name a cause explains each object, and each container of a Pod.
type choice struct {
	c          *rules.Context
	findings   []rules.Finding
	objects    map[loader.Ref]int // by Key: index of the Finding that explains the object
	containers map[place]int      // index of the first in precedence that speaks of the container alone
	owns       []bool             // by index: the Finding explains an object
}

// place is one container of a Pod.
type place struct {
	pod  loader.Ref // as Key
	name string
}

func choose(c *rules.Context, findings []rules.Finding) *choice {
	ch := &choice{c: c, findings: findings, objects: map[loader.Ref]int{}, containers: map[place]int{}, owns: make([]bool, len(findings))}
	ch.each(func(i int, r loader.Ref) {
		if j, ok := ch.objects[r]; !ok || ch.before(i, j) {
			ch.objects[r] = i
		}
	})
	ch.each(func(i int, r loader.Ref) { ch.owns[i] = ch.owns[i] || ch.objects[r] == i })
	for i := range findings {
		f := &findings[i]
		if at := (place{f.Subject.Key(), f.Container}); !f.Symptom && f.Container != "" {
			if j, ok := ch.containers[at]; !ok || ch.before(i, j) {
				ch.containers[at] = i
			}
		}
	}
	return ch
}

// each visits every object of which a Finding that names a cause speaks.
func (ch *choice) each(visit func(i int, r loader.Ref)) {
	for i := range ch.findings {
		f := &ch.findings[i]
		if f.Symptom {
			continue
		}
		visit(i, f.Subject.Key())
		for _, r := range f.Affected {
			visit(i, r.Key())
		}
	}
}

// before is the precedence among Findings: the worse first, then the more specific rule.
func (ch *choice) before(i, j int) bool {
	a, b := ch.findings[i].Severity.Rank(), ch.findings[j].Severity.Rank()
	return a > b || a == b && i < j
}

// apart reports whether the Finding is a fault of its own beside the one that explains its Pod: of another container that does
// not wait for the first, well enough proved, and not told to come of the other.
func (ch *choice) apart(i int) bool {
	f := &ch.findings[i]
	if f.Symptom || ch.owns[i] || f.Container == "" || f.Severity == rules.Info || f.Confidence == rules.Possible {
		return false
	}
	first := &ch.findings[ch.objects[f.Subject.Key()]]
	if first.Container == "" || first.Container == f.Container || ch.containers[place{f.Subject.Key(), f.Container}] != i {
		return false
	}
	p := ch.c.Pod(f.Subject)
	if p == nil || first.Subject.Key() != f.Subject.Key() {
		return false
	}
	a, b := containerOf(p, first.Container), containerOf(p, f.Container)
	sameWish := f.Rule == first.Rule && a.Spec != nil && b.Spec != nil && a.Spec.Image == b.Spec.Image
	return a.Role != rules.Init && b.Role != rules.Init && !sameWish && !callsNeighbour(f)
}

func containerOf(p *rules.Pod, name string) rules.Container {
	if i := slices.IndexFunc(p.Containers, func(k rules.Container) bool { return k.Name == name }); i >= 0 {
		return p.Containers[i]
	}
	return rules.Container{}
}

// itself is how a line names the address that the containers of a Pod share.
var itself = regexp.MustCompile(`(?i)\blocalhost\b|\b127\.\d+\.\d+\.\d+\b|\[::1\]|(?:^|[^:\w])::1\b`)

// callsNeighbour reports whether the container failed because nothing listened within its own Pod: the container that should
// is the one with the other fault.
func callsNeighbour(f *rules.Finding) bool {
	return dependent[rules.CategoryOf(f.Rule)] && slices.ContainsFunc(f.Evidence, func(e rules.Evidence) bool {
		return refusal(e.Text) && itself.MatchString(e.Text)
	})
}
