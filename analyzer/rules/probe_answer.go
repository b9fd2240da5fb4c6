package rules

import (
	"cmp"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podtriage/podtriage/analyzer/message"
)

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
