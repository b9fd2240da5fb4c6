package change

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// RevisionAnnotation holds a Deployment's number of its template, and of a ReplicaSet (deployment_util.go, v1.37).
const RevisionAnnotation = "deployment.kubernetes.io/revision"

const (
	historyAnnotation = "deployment.kubernetes.io/revision-history" // numbers the ReplicaSet had before, by commas
	restartAnnotation = "kubectl.kubernetes.io/restartedAt"
)

// reaction is how soon a controller makes a revision of what was written.
const reaction = 5 * time.Second

// revision is a pod template that a workload had, once or several times.
type revision struct {
	ref      loader.Ref
	numbers  []int64 // ascending; the last is what it is now
	created  time.Time
	template *corev1.PodTemplateSpec
	pos      loader.Position
}

// step is one number of a revision.
type step struct {
	number int64
	*revision
}

// replicaSets compares the ReplicaSets of each Deployment. A rollback makes no new ReplicaSet: an old one gets a new number.
func (f *finder) replicaSets() {
	owners := map[loader.Ref][]*revision{}
	for _, rs := range f.s.ReplicaSets {
		owner, ok := loader.Controller(rs)
		numbers := revisionNumbers(rs)
		if !ok || len(numbers) == 0 {
			continue
		}
		owners[owner] = append(owners[owner], &revision{
			ref: loader.RefOf("ReplicaSet", rs), numbers: numbers, created: rs.CreationTimestamp.UTC(),
			template: &rs.Spec.Template, pos: f.s.Pos(rs),
		})
	}
	for owner, list := range owners {
		f.revisions(owner, list)
	}
}

func revisionNumbers(rs *appsv1.ReplicaSet) []int64 {
	var out []int64
	for _, part := range strings.Split(rs.Annotations[historyAnnotation]+","+rs.Annotations[RevisionAnnotation], ",") {
		if n, err := strconv.ParseInt(part, 10, 64); err == nil {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// controllerRevisions compares the revisions of StatefulSets and DaemonSets. A rollback gives the old one a new number and
// forgets the number it had; only its age tells.
func (f *finder) controllerRevisions() {
	owners := map[loader.Ref][]*revision{}
	for _, cr := range f.s.ControllerRevisions {
		owner, ok := loader.Controller(cr)
		var data struct {
			Spec struct {
				Template corev1.PodTemplateSpec `json:"template"`
			} `json:"spec"`
		}
		if !ok || json.Unmarshal(cr.Data.Raw, &data) != nil {
			continue
		}
		owners[owner] = append(owners[owner], &revision{
			ref: loader.RefOf("ControllerRevision", cr), numbers: []int64{cr.Revision}, created: cr.CreationTimestamp.UTC(),
			template: &data.Spec.Template, pos: f.s.Pos(cr),
		})
	}
	for owner, list := range owners {
		f.revisions(owner, list)
	}
}

// revisions adds one Change for each step from a revision to the next that is still there.
func (f *finder) revisions(owner loader.Ref, list []*revision) {
	var steps []step
	for _, r := range list {
		for _, n := range r.numbers {
			steps = append(steps, step{n, r})
		}
	}
	slices.SortFunc(steps, func(x, y step) int { return cmp.Or(cmp.Compare(x.number, y.number), x.ref.Compare(y.ref)) })
	var newest time.Time
	for i, now := range steps {
		again := now.number != now.numbers[0] || now.created.Before(newest)
		if i > 0 && steps[i-1].revision != now.revision {
			c := f.step(owner, steps[i-1], now, again, newest)
			f.revised[owner.Key()] = append(f.revised[owner.Key()], c.At)
			f.out = append(f.out, c)
		}
		if now.created.After(newest) {
			newest = now.created
		}
	}
}

// step describes the way from one revision to the next; again says that the template had been in use before.
func (f *finder) step(owner loader.Ref, old, now step, again bool, newest time.Time) Change {
	c := Change{
		Object: owner, Kind: Revision, At: now.created, Revision: now.number,
		Fields: templateFields(old.template, now.template), Positions: []loader.Position{now.pos, old.pos},
	}
	head := "revision " + strconv.FormatInt(now.number, 10)
	if again {
		c.Kind = Rollback
		c.At, c.Until, c.By = f.reuse(owner, old, now, newest)
		head = "rolled back to an earlier template, now " + head
		if n := now.numbers[0]; n != now.number {
			head = "rolled back to revision " + strconv.FormatInt(n, 10) + ", now revision " + strconv.FormatInt(now.number, 10)
		}
	} else {
		c.By = f.writer(owner, c.At)
	}
	if old.number+1 != now.number {
		head += " (compared to " + strconv.FormatInt(old.number, 10) + ")"
	}
	c.Text = head + ": " + describe(c.Fields, len(now.template.Spec.Containers) == 1)
	return c
}

// reuse is when an old revision was taken up again, and by which tool: by managedFields, by the Event that scaled it up, else
// between the newest revision and the first sign of it: the Event that scaled down the one it replaced, or the dump.
func (f *finder) reuse(owner loader.Ref, old, now step, newest time.Time) (at, until time.Time, by string) {
	for _, m := range f.people(owner) {
		if m.Time.After(newest) && m.FieldsV1 != nil && bytes.Contains(m.FieldsV1.GetRawBytes(), []byte(`"f:template"`)) {
			return m.Time.UTC(), time.Time{}, m.Manager
		}
	}
	until = f.s.Capture.Time
	for _, e := range f.s.EventsOf(owner) {
		switch {
		case e.Reason != "ScalingReplicaSet" || !e.First.After(newest):
		case scales(e.Message, true, now.ref.Name):
			return e.First, time.Time{}, ""
		case scales(e.Message, false, old.ref.Name) && e.First.Before(until):
			until = e.First
		}
	}
	if until.IsZero() {
		return time.Time{}, time.Time{}, "" // nothing bounds it
	}
	return newest, until, ""
}

// scales reports whether the Event's message says that the ReplicaSet was scaled that way.
func scales(text string, up bool, name string) bool {
	s, ok := message.ParseScaling(text)
	return ok && s.Up == up && s.ReplicaSet == name
}

// writer is the tool that wrote the workload when the revision was made, if managedFields tell.
func (f *finder) writer(owner loader.Ref, at time.Time) string {
	for _, m := range f.people(owner) {
		if d := at.Sub(m.Time.Time); d >= 0 && d <= reaction {
			return m.Manager
		}
	}
	return ""
}

func (f *finder) people(owner loader.Ref) []metav1.ManagedFieldsEntry {
	if o := f.s.Find(owner); o != nil {
		return people(o)
	}
	return nil
}

// people returns the managedFields entries with a time that no part of Kubernetes itself wrote.
func people(o metav1.Object) []metav1.ManagedFieldsEntry {
	var out []metav1.ManagedFieldsEntry
	for _, m := range o.GetManagedFields() {
		if m.Time != nil && m.Time.Unix() > 0 && m.Subresource != "status" && !system(m.Manager) {
			out = append(out, m)
		}
	}
	return out
}

// system says whether the manager is one of Kubernetes' own components.
func system(manager string) bool {
	switch manager {
	case "kube-controller-manager", "kube-scheduler", "kubelet", "kube-apiserver", "cloud-controller-manager", "kube-proxy",
		"k3s", "ancient-changes", "before-first-apply", "kubeadm", "horizontal-pod-autoscaler", "cluster-autoscaler":
		return true
	}
	return false
}
