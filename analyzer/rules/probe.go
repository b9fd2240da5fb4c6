package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/podtriage/podtriage/analyzer/message"
	"github.com/podtriage/podtriage/analyzer/podstatus"
	"github.com/podtriage/podtriage/loader"
)

// probeRules are the rules of this family, most specific first.
var probeRules = []*Rule{
	startupWrongPort, startupBudget, livenessWrongPort, livenessStart, livenessFailing,
	readinessWrongPort, readinessFailing, readinessGate, readinessUnknown,
}

// probeSpec returns the container's probe of that kind, or nil.
func probeSpec(ct Container, kind message.ProbeKind) *corev1.Probe {
	switch kind {
	case message.Liveness:
		return ct.Spec.LivenessProbe
	case message.Readiness:
		return ct.Spec.ReadinessProbe
	}
	return ct.Spec.StartupProbe
}

// probeField is the probe's place under the container, such as livenessProbe.
func probeField(kind message.ProbeKind) string { return string(kind) + "Probe" }

// newestProbe returns the newest failure of that probe, other than those that raced with the container's end, and what it
// says.
func newestProbe(p *Pod, ct Container, kind message.ProbeKind) (*loader.Event, message.Probe) {
	var best *loader.Event
	var said message.Probe
	for _, e := range p.Events {
		if !strings.EqualFold(e.Reason, "Unhealthy") || !about(p, e, ct) {
			continue
		}
		pr, ok := message.ParseProbe(e.Message)
		if !ok || pr.Kind != kind || pr.Fault == message.ProbeGone && best != nil {
			continue
		}
		if best == nil || !e.Last.Before(best.Last) || said.Fault == message.ProbeGone {
			best, said = e, pr
		}
	}
	return best, said
}

// verdict is the failure that a probe is judged by. An answer of the application (a status, a refusal of its own) tells more
// than the refused connections while it starts, so it is preferred where it is not much older.
func verdict(p *Pod, ct Container, kind message.ProbeKind) (*loader.Event, message.Probe) {
	best, said := newestProbe(p, ct, kind)
	if best == nil {
		return best, said
	}
	switch said.Fault {
	case message.ProbeRefused, message.ProbeClosed, message.ProbeExecTimeout, message.ProbeTimeout:
	default:
		return best, said
	}
	for _, e := range p.Events {
		if !strings.EqualFold(e.Reason, "Unhealthy") || !about(p, e, ct) || e.Last.Before(best.Last.Add(-steadyAfter)) {
			continue
		}
		pr, ok := message.ParseProbe(e.Message)
		told := pr.Fault == message.ProbeStatus || pr.Fault == message.ProbeExec && pr.Output != ""
		if ok && pr.Kind == kind && told {
			return e, pr
		}
	}
	return best, said
}

// probeEvidence is every kind of failure of that probe, the given one first.
func (c *Context) probeEvidence(p *Pod, ct Container, kind message.ProbeKind, first *loader.Event) []Evidence {
	out := []Evidence{c.EventEvidence(first)}
	for _, e := range p.Events {
		if pr, ok := message.ParseProbe(e.Message); e != first && ok && pr.Kind == kind && about(p, e, ct) && len(out) < 4 {
			out = append(out, c.EventEvidence(e))
		}
	}
	return append(out, c.PodField(p, "spec."+ct.Path+"."+probeField(kind), probeText(ct, kind)))
}

// probeText is the probe's definition in one line, with the defaults that hold where a field is not set.
func probeText(ct Container, kind message.ProbeKind) string {
	s := probeSpec(ct, kind)
	if s == nil {
		return "not set"
	}
	what := "exec"
	switch {
	case s.HTTPGet != nil:
		what = fmt.Sprintf("httpGet %s port %s path %s", strings.ToLower(cmp.Or(string(s.HTTPGet.Scheme), "http")), s.HTTPGet.Port.String(), cmp.Or(s.HTTPGet.Path, "/"))
	case s.TCPSocket != nil:
		what = "tcpSocket port " + s.TCPSocket.Port.String()
	case s.GRPC != nil:
		what = "grpc port " + strconv.Itoa(int(s.GRPC.Port))
	case s.Exec != nil:
		what = "exec " + strings.Join(s.Exec.Command, " ")
	}
	b := budgetOf(s)
	return fmt.Sprintf("%s, initialDelaySeconds %d, periodSeconds %d, timeoutSeconds %d, failureThreshold %d", what, b.delay, b.period, b.timeout, b.threshold)
}

// budget is the arithmetic of a probe, with Kubernetes' defaults, in seconds.
type budget struct{ delay, period, timeout, threshold int32 }

func budgetOf(s *corev1.Probe) budget {
	return budget{s.InitialDelaySeconds, cmp.Or(s.PeriodSeconds, 10), cmp.Or(s.TimeoutSeconds, 1), cmp.Or(s.FailureThreshold, 3)}
}

// most is the time from a container's start to the kill, if the probe never succeeds.
func (b budget) most() time.Duration {
	return time.Duration(b.delay+b.period*b.threshold) * time.Second
}

// least is the earliest kill: the first try comes at the end of the delay.
func (b budget) least() time.Duration {
	return time.Duration(b.delay+b.period*(b.threshold-1)) * time.Second
}

func (b budget) String() string {
	return fmt.Sprintf("%d s + %d x %d s = %s", b.delay, b.threshold, b.period, podstatus.Duration(b.most()))
}

// neverPassed reports whether the last run was as long as a probe allows that never succeeds: it was killed at the first
// chance. The end may lag by the grace period.
func neverPassed(p *Pod, e *ending, b budget) bool {
	if e.exit == nil || e.ran() == "" {
		return false
	}
	grace := int64(30)
	if s := p.Spec.TerminationGracePeriodSeconds; s != nil {
		grace = *s
	}
	ran := e.exit.FinishedAt.Sub(e.exit.StartedAt.Time)
	slack := time.Duration(int64(b.period)+min(grace, 60)+10) * time.Second
	return ran >= b.least()-2*time.Second && ran <= b.most()+slack
}

// justAsLong is neverPassed without slack: it must hold where nothing else tells of the probe.
func justAsLong(p *Pod, e *ending, b budget) bool {
	if e.exit == nil || e.ran() == "" {
		return false
	}
	grace := int64(30)
	if s := p.Spec.TerminationGracePeriodSeconds; s != nil {
		grace = *s
	}
	ran := e.exit.FinishedAt.Sub(e.exit.StartedAt.Time)
	if e.exit.ExitCode != 137 {
		grace = 5 // it handled SIGTERM
	}
	return ran >= b.least()-time.Second && ran <= b.most()+time.Duration(grace+3)*time.Second
}

// probePort resolves the probe's port; 0 when it has none or its name is not declared.
func probePort(ct Container, s *corev1.Probe) int {
	var port intstr.IntOrString
	switch {
	case s == nil:
		return 0
	case s.HTTPGet != nil:
		port = s.HTTPGet.Port
	case s.TCPSocket != nil:
		port = s.TCPSocket.Port
	case s.GRPC != nil:
		port = intstr.FromInt32(s.GRPC.Port)
	}
	if port.Type == intstr.Int {
		return int(port.IntVal)
	}
	for _, d := range ct.Spec.Ports {
		if d.Name == port.StrVal {
			return int(d.ContainerPort)
		}
	}
	return 0
}

// declaredPorts are the ports on which the container says that it listens, and where it says so: its own containerPorts,
// ports of its other probes, and targetPorts of Services that select the Pod.
func (c *Context) declaredPorts(p *Pod, ct Container, except message.ProbeKind) (ports []int, from []Evidence) {
	add := func(port int, ev Evidence) {
		if port != 0 && !slices.Contains(ports, port) {
			ports = append(ports, port)
			from = append(from, ev)
		}
	}
	for _, d := range ct.Spec.Ports {
		add(int(d.ContainerPort), c.PodField(p, "spec."+ct.Path+".ports", fmt.Sprintf("containerPort %d", d.ContainerPort)))
	}
	for _, kind := range []message.ProbeKind{message.Liveness, message.Readiness, message.Startup} {
		if ev, _ := newestProbe(p, ct, kind); kind != except && ev == nil && probeSpec(ct, kind) != nil {
			add(probePort(ct, probeSpec(ct, kind)), c.PodField(p, "spec."+ct.Path+"."+probeField(kind), probeText(ct, kind)))
		}
	}
	if len(p.Spec.Containers) == 1 {
		for _, s := range c.Snapshot.Services {
			if s.Namespace == p.Namespace && selects(s.Spec.Selector, p.Labels) {
				for _, sp := range s.Spec.Ports {
					add(int(sp.TargetPort.IntVal), c.Field("Service", s, "spec.ports", fmt.Sprintf("targetPort %s", sp.TargetPort.String())))
				}
			}
		}
	}
	return ports, from
}

func selects(selector, labels map[string]string) bool {
	for k, v := range selector {
		if labels[k] != v {
			return false
		}
	}
	return len(selector) > 0
}

// wrongPort reports a probe that asks a port on which nothing answers, while the container declares others.
func (c *Context) wrongPort(p *Pod, ct Container, kind message.ProbeKind, said message.Probe) (declared []int, from []Evidence, wrong bool) {
	s := probeSpec(ct, kind)
	port := cmp.Or(said.Port, probePort(ct, s))
	if s == nil || port == 0 || said.Fault != message.ProbeRefused && said.Fault != message.ProbeTimeout && said.Fault != message.ProbeUnreachable {
		return nil, nil, false
	}
	declared, from = c.declaredPorts(p, ct, kind)
	return declared, from, len(declared) > 0 && !slices.Contains(declared, port)
}

// loopback returns the argument that binds the container to 127.0.0.1, which a kubelet's probe cannot reach; or "".
func loopback(p *Pod, ct Container) string {
	if p.Spec.HostNetwork {
		return ""
	}
	for _, a := range slices.Concat(ct.Spec.Command, ct.Spec.Args) {
		low := strings.ToLower(a)
		if !strings.Contains(low, "127.0.0.1") && !strings.Contains(low, "localhost") {
			continue
		}
		for _, w := range []string{"bind", "listen", "address", "addr", "host", "--http", "web."} {
			if strings.Contains(low, w) {
				return a
			}
		}
	}
	return ""
}

// how says in a clause what the probe met.
func how(said message.Probe, s *corev1.Probe) string {
	at := ""
	if said.Port != 0 {
		at = fmt.Sprintf(" port %d", said.Port)
	} else if s != nil && (s.HTTPGet != nil || s.TCPSocket != nil) {
		at = " port " + portText(s)
	}
	switch said.Fault {
	case message.ProbeRefused:
		return "nothing listens on" + at + " (connection refused)"
	case message.ProbeTimeout:
		return fmt.Sprintf("no answer within timeoutSeconds %d", timeoutOf(s))
	case message.ProbeUnreachable:
		return "the network between kubelet and Pod does not deliver"
	case message.ProbeStatus:
		return fmt.Sprintf("the application answers%s with HTTP %d%s", pathText(s), said.Status, statusHint(said.Status))
	case message.ProbeClosed:
		return "the connection is cut before an answer"
	case message.ProbeScheme:
		return "the probe and the application do not speak the same scheme (HTTP and HTTPS)"
	case message.ProbeTLS:
		return "the TLS handshake fails"
	case message.ProbeRedirects:
		return "the application redirects in a loop"
	case message.ProbeLookup:
		return "the probe's host name does not resolve"
	case message.ProbeExec:
		if said.Output == "" {
			return "its command ends with an error and prints nothing"
		}
		return fmt.Sprintf("its command ends with an error: %s", oneLine(said.Output))
	case message.ProbeExecMissing:
		return "its command cannot be run in the container"
	case message.ProbeExecTimeout:
		return fmt.Sprintf("its command does not end within timeoutSeconds %d", timeoutOf(s))
	case message.ProbeGRPC:
		return "the application's gRPC health answer is not SERVING"
	}
	return oneLine(said.Output)
}

func portText(s *corev1.Probe) string {
	if s.HTTPGet != nil {
		return s.HTTPGet.Port.String()
	}
	return s.TCPSocket.Port.String()
}

func pathText(s *corev1.Probe) string {
	if s == nil || s.HTTPGet == nil {
		return ""
	}
	return " " + cmp.Or(s.HTTPGet.Path, "/")
}

func timeoutOf(s *corev1.Probe) int32 {
	if s == nil {
		return 1
	}
	return budgetOf(s).timeout
}

func statusHint(code int) string {
	switch {
	case code == 404:
		return ": the path does not exist"
	case code == 401 || code == 403:
		return ": the path asks for a login"
	case code >= 500:
		return ": it runs and says that it is not well"
	}
	return ""
}

// oneLine is the first line of a text, cut to what fits a sentence.
func oneLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if len(s) > 160 {
		s = strings.ToValidUTF8(s[:157], "") + "..."
	}
	return s
}

// cpuNote is what a small CPU limit does to a start or an answer; "" when there is none.
func cpuNote(ct Container) string {
	q, ok := ct.Spec.Resources.Limits[corev1.ResourceCPU]
	if !ok || q.MilliValue() > 500 {
		return ""
	}
	return fmt.Sprintf(" Its CPU limit of %s slows it down.", q.String())
}

// short is the budget without its arithmetic.
func (b budget) short() string { return podstatus.Duration(b.most()) }

// portList is "port 8080" or "ports 8080, 9090".
func portList(ports []int) string {
	var out []string
	for _, p := range ports {
		out = append(out, strconv.Itoa(p))
	}
	if len(out) == 1 {
		return "port " + out[0]
	}
	return "ports " + strings.Join(out, ", ")
}

// portField is where the probe's port stands.
func portField(s *corev1.Probe) string {
	switch {
	case s == nil:
		return ""
	case s.HTTPGet != nil:
		return ".httpGet.port"
	case s.TCPSocket != nil:
		return ".tcpSocket.port"
	case s.GRPC != nil:
		return ".grpc.port"
	}
	return ""
}
