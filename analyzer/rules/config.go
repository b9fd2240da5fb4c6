package rules

import (
	"cmp"
	"slices"
	"time"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/loader"
)

// configRules are the rules of this family, most specific first.
var configRules = []*Rule{
	configNoObject, configNoKey, configForbidden, configUserName, configRoot, configSubPath, configAPISlow, configServices, configNoVolume,
	configProfile, configField, configTarget, configUnclassified, configSkippedKeys,
}

// configFailure is a container whose configuration the kubelet cannot put together, and why.
type configFailure struct {
	message.Config
	pod       *Pod
	container Container
	evidence  []Evidence
}

// configFailures lists the containers that wait for their configuration at capture time.
func (c *Context) configFailures() []configFailure {
	return c.known.configs.get(func() []configFailure { return ofContainers(c, c.configFailure) })
}

// configFailure reads the container's records. A container that runs, ended or waits for something else has its configuration.
func (c *Context) configFailure(p *Pod, ct Container) (configFailure, bool) {
	f := configFailure{pod: p, container: ct}
	reason, _ := ct.Waiting()
	switch reason {
	case "CreateContainerConfigError", "RunContainerError", "CreateContainerError", "", "ContainerCreating", "PodInitializing":
	default:
		if !contains(reason, " ") { // up to Kubernetes 1.1 the reason is a sentence
			return f, false
		}
	}
	if ct.Status.State.Running != nil || ct.Status.State.Terminated != nil {
		return f, false
	}
	var newest time.Time
	for _, r := range c.records(p, ct) {
		cfg, ok := message.ParseConfig(r.reason, r.text)
		if !ok || isPullRecord(r) || startFailureRecord(r) || reason != "CreateContainerConfigError" && !onlyConfig(cfg.Class) && !ofOptions(r) {
			continue
		}
		if len(f.evidence) == 0 || f.Class == message.ConfigUnclassified && cfg.Class != message.ConfigUnclassified {
			f.Config = cfg
			f.evidence = append([]Evidence{r.ev}, f.evidence...)
			newest = r.at
		} else if len(f.evidence) < 4 {
			f.evidence = append(f.evidence, r.ev)
		}
	}
	if len(f.evidence) == 0 || reason != "CreateContainerConfigError" && !newest.After(newestEvent(p, ct.Name, "Created", "Started")) {
		return f, false
	}
	return f, true
}

// onlyConfig is true for classes whose text no runtime writes, so that it is the kubelet's under any waiting reason: up to
// Kubernetes 1.6 that was RunContainerError.
func onlyConfig(c message.ConfigClass) bool {
	switch c {
	case message.ConfigNoObject, message.ConfigNoKey, message.ConfigForbidden, message.ConfigCacheSync, message.ConfigRoot,
		message.ConfigUserName, message.ConfigServices:
		return true
	}
	return false
}

// ofOptions reports whether the record is a kubelet's up to 1.6 that could not put the container's options together.
func ofOptions(r record) bool { return contains(r.text, "GenerateRunContainerOptions: ") }

// startFailureRecord reports whether the record is of a container that was created.
func startFailureRecord(r record) bool {
	return r.reason == "StartError" || r.reason == "ContainerCannotRun"
}

// configRule makes the Detect of a rule that explains configuration failures of the given classes.
func configRule(words func(*Context, *configFailure, *Finding), classes ...message.ConfigClass) func(*Context) []Finding {
	fits := func(_ *Context, f *configFailure) bool { return slices.Contains(classes, f.Class) }
	return familyRule((*Context).configFailures, fits, (*configFailure).finding, words)
}

// finding is what all configuration failures have in common.
func (f *configFailure) finding(*Context) Finding {
	first, last := span(f.evidence)
	x := Finding{
		Severity: Error, Confidence: Confirmed, Subject: f.pod.Ref, Container: f.container.Name, Culprit: blame(f.pod, f.container.Path),
		Evidence: f.evidence, First: first, Last: last,
	}
	x.RuledOut = append(x.RuledOut, "a crash of the program: the container was not created, so it has no exit code and no log")
	return x
}

// object is the ConfigMap or Secret that the text names.
func (f *configFailure) object() loader.Ref {
	return loader.Ref{Kind: f.Kind, Namespace: cmp.Or(f.Namespace, f.pod.Namespace), Name: f.Object}
}
