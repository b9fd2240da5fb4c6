package view

import (
	"fmt"
	"strings"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// count counts the Pods that are not unhealthy and of which is holds.
func (v *View) count(is func(*analyzer.Pod) bool) (n int) {
	for i := range v.Pods {
		if v.Pods[i].Healthy && is(&v.Pods[i]) {
			n++
		}
	}
	return n
}

// deleting is true of a Pod that is being deleted: kubectl shows Unknown for one whose node is lost, nothing where it has ended.
func deleting(p *analyzer.Pod) bool { return p.Status == "Terminating" || p.Status == "Unknown" }

// record is true of a Pod that failed and is no longer needed: its workload does well without it.
func record(p *analyzer.Pod) bool { return p.Phase == "Failed" && !deleting(p) }

// unready is true of a Pod that is new and not ready: it has not failed, but nor does it serve.
func unready(p *analyzer.Pod) bool {
	ready, all, _ := strings.Cut(p.Ready, "/")
	return ready != all && (p.Phase == "Running" || p.Phase == "Pending") && !deleting(p)
}

func (v *View) starting() int { return v.count(unready) }

// Standing parts the Pods that are not unhealthy: those that serve or have finished, the new ones that are not ready, those that are
// being deleted, and records of failed ones that are no longer needed.
func (v *View) Standing() (well, starting, deleted, records int) {
	starting, deleted, records = v.starting(), v.count(deleting), v.count(record)
	return v.Summary.Pods - v.Summary.Unhealthy - starting - deleted - records, starting, deleted, records
}

// apart counts the Pods that are neither unhealthy nor well: ", 1 is being deleted", or "".
func (v *View) apart() (out string) {
	if n := v.count(deleting); n > 0 {
		out += ", " + be(n) + " being deleted"
	}
	if n := v.count(record); n > 0 {
		out += ", " + be(n) + " " + records(n)
	}
	return out
}

func records(n int) string {
	if n == 1 {
		return "the record of a pod that failed and is no longer needed"
	}
	return "records of pods that failed and are no longer needed"
}

// standing is the verdict on a dump without unhealthy Pods in which some have ended or are about to.
func (v *View) standing(causes int) string {
	out, total := "", v.Summary.Pods
	well, _, _, _ := v.Standing()
	switch {
	case total == 1 && v.count(deleting) == 1:
		out = "The only pod in the dump is being deleted"
	case total == 1:
		out = "The only pod in the dump is " + records(1)
	case well == 0:
		out = "No pod in the dump is unhealthy, and none serves: " + strings.TrimPrefix(v.apart(), ", ")
	default:
		out = fmt.Sprintf("%s of %s healthy at the dump time%s", Number(well), ofPods(total, well), v.apart())
	}
	if causes > 0 {
		return out + ". " + wasWere(causes, "cause of trouble") + " found."
	}
	return out + "."
}

// notReady is the verdict on a dump whose worst are Pods that are not ready yet.
func (v *View) notReady() string {
	out, n := "", v.starting()
	switch {
	case v.Summary.Pods == 1:
		out = "The only pod in the dump is not ready yet."
	case n == v.Summary.Pods:
		out = "None of the " + Count(n, "pod") + " in the dump is ready yet."
	default:
		out = fmt.Sprintf("%s of %s not ready yet, no pod is unhealthy at the dump time.", Number(n), ofPods(v.Summary.Pods, n))
	}
	if v.Capture.Time.IsZero() || v.Capture.Basis == loader.NewestRecord {
		out += " For how long cannot be told, as nothing says when the dump was taken."
	}
	return out
}

// stricken counts the Pods that an error is about though each counts as healthy, such as one that should be gone.
func (v *View) stricken() int {
	hit := map[loader.Ref]bool{}
	for i := range v.Incidents {
		if v.Incidents[i].Severity != rules.Error {
			continue
		}
		for _, p := range v.pods[v.Incidents[i].ID] {
			hit[loader.Ref{Kind: "Pod", Namespace: p.Namespace, Name: p.Name}] = true
		}
	}
	return len(hit)
}
