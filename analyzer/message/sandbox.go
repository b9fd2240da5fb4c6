package message

import "regexp"

// Sandbox is why a Pod's sandbox (its network namespace and pause container) could not be made.
type Sandbox struct {
	Class   SandboxClass
	Plugin  string // the CNI plugin that failed, such as aws-cni
	Network string // the name of the CNI network or configuration
	Image   string // the pause image
	Handler string // the runtime handler
	Pull    Pull   // why the pause image could not be pulled; set with SandboxImage
	Text    string // the runtime's own words
}

// SandboxClass is the kind of a sandbox failure.
type SandboxClass string

// The classes of sandbox failures.
const (
	SandboxImage        SandboxClass = "pause image"
	SandboxHandler      SandboxClass = "runtime handler"
	SandboxIPs          SandboxClass = "no address left"
	SandboxNoPlugin     SandboxClass = "network plugin missing"
	SandboxAgent        SandboxClass = "network agent down"
	SandboxAPI          SandboxClass = "api server not reached"
	SandboxBridge       SandboxClass = "stale bridge"
	SandboxReserved     SandboxClass = "name reserved"
	SandboxCgroup       SandboxClass = "cgroup"
	SandboxSecurity     SandboxClass = "security set-up"
	SandboxPort         SandboxClass = "host port taken"
	SandboxDisk         SandboxClass = "disk full"
	SandboxRuntime      SandboxClass = "runtime down"
	SandboxTimeout      SandboxClass = "timeout"
	SandboxCNI          SandboxClass = "network set-up"
	SandboxUnclassified SandboxClass = "unclassified"
)

// sandboxTable holds texts of containerd internal/cri/server/sandbox_run.go, go-cni, CRI-O and docker wrappers, and
// the plugins of aws, azure, calico, cilium, flannel, weave, multus, ovn and antrea.
var sandboxTable = []row[SandboxClass]{
	{SandboxImage, []string{"failed to get sandbox image", "failed pulling image", "failed to pull image", "unable to pull sandbox image",
		"failed to pull sandbox image", "pulling pause image", "creating pod sandbox image"}},
	{SandboxHandler, []string{"no runtime for", "failed to get sandbox runtime", "failed to find runtime handler", "runtimehandler",
		"runtime handler", "unknown runtime specified", "invalid runtime name",
		"runtime not found", "exec: \"kata-runtime\"", "containerd-shim-runsc", "containerd-shim-kata * not",
		"failed to start shim * executable file not found"}},
	{SandboxCgroup, []string{"pod container exists", "mkdir /sys/fs/cgroup"}}, // whatever the kernel or systemd says to it
	{SandboxDisk, []string{"no space left on device", "disk quota exceeded"}},
	{SandboxIPs, []string{"no ip addresses available", "range is full", "failed to assign an ip address", "no available ip", "no more ips",
		"failed to allocate for range", "insufficient number of available ip",
		"insufficientfreeaddresses", "pool exhausted", "no ips available", "ip pool * exhausted", "ip pool is exhausted", "no free ip",
		"failed to request ip address", "insufficientcidrblocks", "not enough ip", "no free addresses",
		"all ip addresses are in use", "no addresses available", "no available addresses", "privateipaddresslimitexceeded",
		"unable to allocate ip", "could not allocate ip", "assignipv4 failed", "addresspool exhausted", "ipam * exhausted",
		"no ipv4 pools", "out of ip", "failed to allocate ip"}},
	{SandboxNoPlugin, []string{"failed to find plugin", "cni plugin not initialized", "cni config not initialized",
		"cni config uninitialized", "no networks found in", "no valid networks found", "networkpluginnotready",
		"no cni configuration file", "network plugin is not ready", "has no cni configuration", "unable to find network plugin",
		"cni failed to load", "networkready=false", "error loading cni config"}},
	{SandboxAgent, []string{"/var/lib/calico/nodename", "cilium.sock", "/run/flannel/subnet.env", "127.0.0.1:50051", "is the agent running",
		"unable to connect to cilium", "unable to create endpoint", "failed to connect to ipamd",
		"multus.sock", "ovnkube", "ovs-vsctl", "openvswitch", "antrea * sock", "weave * connection refused", "127.0.0.1:6784",
		"dial unix * no such file or directory", "dial unix * connection refused",
		"timed out waiting for ovs port binding", "failed to get pod annotation", "still waiting for readinessindicatorfile",
		"timed out waiting for annotations", "http request failed * ovn", "the ovs * not"}},
	{SandboxAPI, []string{"dial tcp * i/o timeout", "dial tcp * connection refused", "dial tcp * no route to host", "tls handshake timeout",
		"error getting clusterinformation", "unauthorized", "x509: ", "connection is unauthorized",
		"net/http: request canceled", "the server could not find the requested resource", "is forbidden"}},
	{SandboxBridge, []string{"already has an ip address different from"}},
	{SandboxPort, []string{"address already in use", "port is already allocated", "cannot open hostport",
		"failed to add hostport", "bind: address"}},
	{SandboxReserved, []string{"failed to reserve sandbox name", "is reserved for", "is already in use by", "name is reserved",
		"sandbox with name * already exists"}},
	{SandboxSecurity, []string{"apparmor", "seccomp", "selinux", "sysctl", "open /proc/sys/", "userns", "user namespace", "idmap"}},
	{SandboxCgroup, []string{"cgroup", "unable to apply cgroup", "unable to start unit", "slice:prefix:name", "systemd cgroup", "dbus",
		"oom-killed", "memory limit too low", "limit too low"}},
	{SandboxRuntime, []string{"connect: no such file or directory", "transport is closing", "containerd.sock", "crio.sock", "docker.sock",
		"cannot connect to the docker daemon", "error while dialing", "ttrpc: closed", "code = unavailable", "server is not initialized yet",
		"failed to start shim", "failed to create shim", "failed to create containerd task", "error reading from server: eof",
		"shim * exited", "failed to mount rootfs", "failed to create snapshot"}},
	{SandboxTimeout, []string{"context deadline exceeded", "deadlineexceeded", "timed out", "context canceled", "operation timeout"}},
	{SandboxCNI, []string{"failed to setup network for sandbox", "failed to set up pod network", "cni failed to set up pod", "to cni network",
		"plugin type=", "networkplugin", "failed to create pod network sandbox", "cni", "failed to set up sandbox container",
		"network: "}},
}

var (
	cniPlugin  = regexp.MustCompile(`plugin type="([^"]+)"|networkPlugin (\S+) failed|failed to find plugin "([^"]+)"|plugin "([^"]+)" failed`)
	cniNetwork = regexp.MustCompile(`plugin type="[^"]+" name="([^"]+)"|CNI network "([^"]+)"`)
	pauseImage = regexp.MustCompile(`sandbox image "([^"]+)"|pull(?:ing)? image "([^"]+)"|pull(?:ing)? image (\S+?):? `)
	handler    = regexp.MustCompile(`no runtime for "([^"]+)"|runtime handler "?([^" ]+)|RuntimeHandler "([^"]+)"|runtime specified "?([^" ]+)|containerd-shim-([a-z0-9]+)-`)
	hexID      = regexp.MustCompile(`\b[0-9a-f]{64}\b`)
)

// ParseSandbox reads the message of FailedCreatePodSandBox (before 1.8 also FailedSync), FailedCreatePodContainer and NetworkNotReady.
func ParseSandbox(text string) Sandbox {
	text = Plain(text)
	s := Sandbox{Text: text, Plugin: group(cniPlugin, text), Network: group(cniNetwork, text)}
	s.Class = classify(sandboxTable, hexID.ReplaceAllString(text, "<id>"))
	switch s.Class {
	case "":
		s.Class = SandboxUnclassified
	case SandboxImage:
		s.Image = group(pauseImage, text)
		s.Pull = ParsePull(text)
		s.Pull.Image, s.Pull.Registry = s.Image, RegistryOf(s.Image)
	case SandboxHandler:
		s.Handler = group(handler, text)
	}
	return s
}

// MaskIDs puts "<id>" in place of container ids, so that texts of one cause compare equal.
func MaskIDs(text string) string { return hexID.ReplaceAllString(text, "<id>") }
