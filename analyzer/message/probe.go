package message

import (
	"regexp"
	"strconv"
	"strings"
)

// ProbeKind is which probe an Unhealthy Event is about.
type ProbeKind string

// The probes.
const (
	Liveness  ProbeKind = "liveness"
	Readiness ProbeKind = "readiness"
	Startup   ProbeKind = "startup"
)

// ProbeFault is how a probe failed.
type ProbeFault int

// The faults of probes.
const (
	ProbeOther       ProbeFault = iota
	ProbeRefused                // nothing listens on that address and port
	ProbeTimeout                // connected or not, no answer in time
	ProbeUnreachable            // no route, or the network swallowed the packets
	ProbeStatus                 // the application answered with an error status
	ProbeClosed                 // the connection was cut
	ProbeScheme                 // HTTP spoken to HTTPS or the other way round
	ProbeTLS                    // certificate or handshake
	ProbeRedirects              // a loop of redirects
	ProbeLookup                 // the host name of the probe does not resolve
	ProbeExec                   // the probe's command said no
	ProbeExecMissing            // the probe's command cannot be run
	ProbeExecTimeout            // the probe's command took too long
	ProbeGRPC                   // the application's own health answer over gRPC
	ProbeGone                   // the container had already ended: says nothing
)

// Probe is what the message of an Unhealthy Event says.
type Probe struct {
	Kind    ProbeKind
	Fault   ProbeFault
	Errored bool // the kubelet could not run the probe at all
	Status  int  // of an HTTP answer
	Host    string
	Port    int
	Path    string
	Output  string // what follows the kubelet's own words
}

// Sources: pkg/probe/{http,tcp,exec,grpc} and pkg/kubelet/prober/prober.go, v1.0 to v1.37.
var (
	probeHead   = regexp.MustCompile(`(?is)^(liveness|readiness|startup) probe (failed|errored)(?: and resulted in \w+ state)?:? ?(.*)$`)
	probeURL    = regexp.MustCompile(`(?i)Get "?https?://(\[[^\]]+\]|[^:/" ]+)(?::(\d+))?(/[^":\s]*)?`)
	probeDial   = regexp.MustCompile(`dial (?:tcp|udp)[46]? (\[[^\]]+\]|[^:\s]+):(\d+)`)
	probeGRPCat = regexp.MustCompile(`(?:connect )?service (?:at )?"(\[[^\]]+\]|[^:"]+):(\d+)"`)
	probeStatus = regexp.MustCompile(`(?i)(?:HTTP probe failed with statuscode:|statuscode:?|HTTP/1\.\d) ?(\d{3})`)
)

// probeTexts are tried in order on the lower-cased output.
var probeTexts = []struct {
	part  string
	fault ProbeFault
}{
	{"container not running", ProbeGone},
	{"cannot exec in a stopped", ProbeGone},
	{"container is not created or running", ProbeGone},
	{"no such container", ProbeGone},
	{"failed to load task", ProbeGone},
	{"executable file not found", ProbeExecMissing},
	{"oci runtime exec failed", ProbeExecMissing},
	{"exec failed: unable to start", ProbeExecMissing},
	{"command timed out", ProbeExecTimeout},
	{"failed to exec in container: timeout", ProbeExecTimeout},
	{"server gave http response to https client", ProbeScheme},
	{"malformed http response", ProbeScheme},
	{"http request to an https server", ProbeScheme},
	{"x509:", ProbeTLS},
	{"tls handshake timeout", ProbeTimeout},
	{"tls:", ProbeTLS},
	{"stopped after 10 redirects", ProbeRedirects},
	{"no such host", ProbeLookup},
	{"connection refused", ProbeRefused},
	{"not_serving", ProbeGRPC},
	{"service unhealthy", ProbeGRPC},
	{"grpc health protocol", ProbeGRPC},
	{"health rpc probe failed", ProbeGRPC},
	{"no route to host", ProbeUnreachable},
	{"network is unreachable", ProbeUnreachable},
	{"connection reset", ProbeClosed},
	{"broken pipe", ProbeClosed},
	{": eof", ProbeClosed},
	{"server closed idle connection", ProbeClosed},
	{"transport connection broken", ProbeClosed},
}

// ParseProbe reads the message of an Unhealthy Event; the second result says whether it is one of a probe.
func ParseProbe(text string) (Probe, bool) {
	m := probeHead.FindStringSubmatch(strings.TrimPrefix(text, "(combined from similar events): "))
	if m == nil {
		return Probe{}, false
	}
	p := Probe{Kind: ProbeKind(strings.ToLower(m[1])), Errored: strings.EqualFold(m[2], "errored"), Output: strings.TrimSpace(m[3])}
	p.address()
	p.Fault = p.fault()
	return p, true
}

func (p *Probe) address() {
	if u := probeURL.FindStringSubmatch(p.Output); u != nil {
		p.Host, p.Path = strings.Trim(u[1], "[]"), u[3]
		p.Port, _ = strconv.Atoi(u[2])
	}
	for _, re := range []*regexp.Regexp{probeDial, probeGRPCat} {
		if d := re.FindStringSubmatch(p.Output); d != nil && p.Port == 0 {
			p.Host = strings.Trim(d[1], "[]")
			p.Port, _ = strconv.Atoi(d[2])
		}
	}
}

func (p *Probe) fault() ProbeFault {
	if s := probeStatus.FindStringSubmatch(p.Output); s != nil && !p.Errored {
		p.Status, _ = strconv.Atoi(s[1])
		return ProbeStatus
	}
	low := strings.ToLower(p.Output)
	for _, t := range probeTexts {
		if strings.Contains(low, t.part) {
			return t.fault
		}
	}
	timeout := strings.Contains(low, "deadline exceeded") || strings.Contains(low, "timeout") || strings.Contains(low, "timed out") ||
		strings.Contains(low, "request canceled")
	switch {
	case timeout && strings.Contains(low, "dial tcp"):
		return ProbeUnreachable
	case timeout && strings.Contains(low, "exec"):
		return ProbeExecTimeout
	case timeout:
		return ProbeTimeout
	case p.Errored && strings.Contains(low, "permission denied"):
		return ProbeExecMissing
	case p.Host == "" && p.Port == 0:
		return ProbeExec
	}
	return ProbeOther
}
