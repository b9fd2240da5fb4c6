package redact

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// learnShapes learns the IPs, hosts and images of a text.
func (n *names) learnShapes(s string) {
	if aWord(s) {
		return
	}
	lower := strings.ToLower(s)
	for _, f := range ips {
		for _, m := range f.in(s, lower) {
			if ip := strings.ToLower(m[0]); isIP(ip) {
				n.add("ip", ip)
			}
		}
	}
	for _, f := range imagePlaces {
		for _, m := range f.in(s, lower) {
			n.learnImage(m[1])
		}
	}
	for _, m := range digest.in(s, lower) {
		n.add("digest", m[0])
	}
	for _, m := range email.in(s, lower) {
		n.add("email", m[0])
	}
	for _, f := range hostPlaces {
		for _, m := range f.in(s, lower) {
			n.learnHost(m[1])
		}
	}
	if !strings.Contains(lower, ".") {
		return
	}
	for _, m := range dotted.FindAllString(lower, -1) {
		if last := m[strings.LastIndexByte(m, '.')+1:]; slices.Contains(domains, last) || strings.HasSuffix(m, ".svc") ||
			strings.HasSuffix(m, "."+clusterDomain) {
			n.learnHost(m)
		}
	}
}

var (
	ips = []finder{
		pattern(`\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b`, "."),
		pattern(`(?i)\b[0-9a-f]{1,4}:[0-9a-f:]*:[0-9a-f:.]*[0-9a-f]\b`, ":"),
	}
	digest = pattern(`\bsha256:[0-9a-f]{12,64}\b`, "sha256:")
	email  = pattern(`(?i)\b[a-z0-9][a-z0-9._%+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b`, "@")
	dotted = regexp.MustCompile(`\b[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9-]*)+\b`)
)

// hostPlaces find what stands where only a host can.
var hostPlaces = []finder{
	pattern(`(?i)\b(?:https?|tcp|udp|grpcs?|wss?|postgres(?:ql)?|mysql|mariadb|redis|rediss|amqps?|nats|kafka|mongodb(?:\+srv)?|ldaps?|smtps?|s3|ftp|nfs|ssh|etcd|jdbc:[a-z]+|unix|dns|otlp|oci)://(?:[^\s/@"']*@)?([a-z0-9][a-z0-9._-]*)`, "://"),
	pattern(`(?i)\b(?:lookup|ENOTFOUND|EAI_AGAIN|UnknownHostException:|could not resolve host:?|unknown host:?|no such host:?|translate host name|resolve host(?:name)?:?|resolve address for|Name or service not known:?)\s+["'\x60]?([a-z0-9][a-z0-9._-]*)`, "lookup", "enotfound", "eai_again", "host", "resolve", "name or service"),
	pattern(`(?i)\bdial (?:tcp|udp)[46]?:? (?:lookup )?([a-z0-9][a-z0-9._-]*)`, "dial "),
	pattern(`(?i)\b(?:host|hostname|server|addr|address|hostaddr|nodename|peer|endpoint|broker)=["']?([a-z0-9][a-z0-9._-]*)`, "="),
	pattern(`\b(ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3})\b`, "ip-"),
	pattern(`(?i)\bnfs(?: server)? ([a-z0-9-]+\.[a-z0-9.-]+)`, "nfs"),
}

// domains are last labels of hosts' names that no file and no program's identifier has.
var domains = strings.Fields(`com net org io dev cloud app internal local localdomain lan corp intern intranet priv private home example test invalid arpa
	gov edu mil biz info ai tech online site store shop-1 network systems services zone aws goog azure k8s cluster consul svc
	de at ch eu uk us fr nl be lu it es pt se no dk fi cz ru ua in cn jp kr au nz ca br mx ar za tr gr hu ro bg ee lv lt ie`)

const clusterDomain = "cluster.local"

// publicHosts say nothing about a cluster's owner: label keys, API groups, and registries that everybody uses.
var publicHosts = strings.Fields(`k8s.io kubernetes.io x-k8s.io docker.io docker.com ghcr.io quay.io gcr.io mcr.microsoft.com public.ecr.aws github.com gitlab.com
	golang.org google.golang.org opencontainers.org cncf.io nvidia.com istio.io linkerd.io projectcalico.org cilium.io cert-manager.io localhost cluster.local
	svc.cluster.local java.net spring.io`)

func public(host string) bool {
	for _, p := range publicHosts {
		if host == p || strings.HasSuffix(host, "."+p) && p != clusterDomain && p != "svc."+clusterDomain {
			return !strings.HasSuffix(host, ".pkg.dev")
		}
	}
	return false
}

// isIP reports an address that tells one machine from another.
func isIP(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && !a.IsLoopback() && !a.IsUnspecified() && s != "255.255.255.255"
}

// learnHost learns a host by its parts where they are a Service and its namespace, else as a whole.
func (n *names) learnHost(host string) {
	host = strings.ToLower(strings.Trim(host, ".-_"))
	if isIP(host) {
		n.add("ip", host)
		return
	}
	if _, err := netip.ParseAddr(host); err == nil || public(host) || strings.Trim(host, "0123456789.") == "" {
		return
	}
	if parts := serviceHost(host); len(parts) > 1 {
		n.add("ns", parts[len(parts)-1])
		for i, p := range parts[:len(parts)-1] {
			if i == len(parts)-2 {
				n.add("service", p)
			} else {
				n.add("pod", p)
			}
		}
		return
	}
	if first, second, ok := strings.Cut(host, "."); ok && n.kinds[second] == "ns" {
		n.add("service", first)
		return
	}
	n.add("host", host)
}

// serviceHost splits the name of a Service in the cluster's DNS: Pod, Service, namespace.
func serviceHost(host string) []string {
	if rest, ok := strings.CutSuffix(host, "."+clusterDomain); ok {
		rest = strings.TrimSuffix(strings.TrimSuffix(rest, ".svc"), ".pod")
		return strings.Split(rest, ".")
	}
	if rest, ok := strings.CutSuffix(host, ".svc"); ok {
		return strings.Split(rest, ".")
	}
	return nil
}

// kept lists parts of a text that stay, as offsets: what was redacted before, and public hosts.
func kept(s string) [][]int {
	var out [][]int
	if strings.Contains(s, mark) {
		out = marks.FindAllStringIndex(s, -1)
	}
	if strings.Contains(s, ".") {
		for _, m := range dotted.FindAllStringIndex(s, -1) {
			if public(s[m[0]:m[1]]) {
				out = append(out, m)
			}
		}
	}
	return sorted(out)
}

var marks = regexp.MustCompile(`\[redacted:[a-z-]+\]`)
