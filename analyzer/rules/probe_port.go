package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/podtriage/podtriage/analyzer/message"
)

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
		for _, s := range c.ServicesOf(p) {
			for _, sp := range s.Spec.Ports {
				add(int(sp.TargetPort.IntVal), c.Field("Service", s, "spec.ports", fmt.Sprintf("targetPort %s", sp.TargetPort.String())))
			}
		}
	}
	return ports, from
}

// loggedPorts are the ports on which the container's log says that it listens, and the lines that say so.
func (c *Context) loggedPorts(p *Pod, ct Container) (ports []int, from []Evidence) {
	for _, log := range p.Logs {
		if !p.isLogOf(log, ct) {
			continue
		}
		for _, l := range log.Kept {
			if port := message.LogListens(l.Text); port != 0 && !slices.Contains(ports, port) {
				ports = append(ports, port)
				from = append(from, c.LogEvidence(log, l))
			}
		}
	}
	return ports, from
}

// portsTold says by what the ports of wrongPort are known.
func portsTold(ports []int, from []Evidence) string {
	if strings.HasPrefix(from[0].Field, "log of ") {
		return "Its log says that it listens on " + portList(ports)
	}
	return "The container declares " + portList(ports)
}

func selects(selector, labels map[string]string) bool {
	for k, v := range selector {
		if labels[k] != v {
			return false
		}
	}
	return len(selector) > 0
}

// wrongPort reports a probe that asks a port on which nothing answers, while the container declares others, or declares none and logs
// that it listens on others.
func (c *Context) wrongPort(p *Pod, ct Container, kind message.ProbeKind,
	said message.Probe) (declared []int, from []Evidence, wrong bool) {
	s := probeSpec(ct, kind)
	port := cmp.Or(said.Port, probePort(ct, s))
	if s == nil || port == 0 || said.Fault != message.ProbeRefused && said.Fault != message.ProbeTimeout &&
		said.Fault != message.ProbeUnreachable {
		return nil, nil, false
	}
	declared, from = c.declaredPorts(p, ct, kind)
	if len(declared) == 0 && said.Fault == message.ProbeRefused {
		declared, from = c.loggedPorts(p, ct)
	}
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
