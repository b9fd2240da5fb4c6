package message

import "testing"

func TestParseSandbox(t *testing.T) {
	const id = "71ef22cdaf65163adca4c97ed66df6a7cdcdcbe7c011d0ff62a77648cba5b46b"
	for _, tt := range []struct {
		text  string
		class SandboxClass
		name  string // of the plugin, image or handler
	}{
		{`failed to get sandbox image "registry.k8s.io/pause:3.9": failed to pull image "registry.k8s.io/pause:3.9": failed to resolve reference: dial tcp: lookup registry.k8s.io: no such host`, SandboxImage, "registry.k8s.io/pause:3.9"},
		{`failed to get sandbox runtime: no runtime for "runsc" is configured`, SandboxHandler, "runsc"},
		{`failed to setup network for sandbox "` + id +
			`": plugin type="aws-cni" name="aws-cni" failed (add): add cmd: failed to assign an IP address to container`, SandboxIPs, "aws-cni"},
		{`failed to set up sandbox container "` + id +
			`" network for pod "web": networkPlugin cni failed to set up pod "web_shop" network: failed to allocate for range 0: no IP addresses available in range set: 10.1.0.1-10.1.0.254`, SandboxIPs, "cni"},
		{`failed to setup network for sandbox "` + id + `": cni plugin not initialized`, SandboxNoPlugin, ""},
		{`Failed to create pod sandbox: failed to setup network for sandbox "` + id +
			`": plugin type="calico" failed (add): container veth name provided (eth0) already exists`, SandboxCNI, "calico"},
		{`failed to setup network for sandbox "` + id +
			`": plugin type="calico" failed (add): stat /var/lib/calico/nodename: no such file or directory`, SandboxAgent, "calico"},
		{`failed to setup network for sandbox "` + id +
			`": plugin type="calico" failed (add): Get "https://10.96.0.1:443/x": dial tcp 10.96.0.1:443: i/o timeout`, SandboxAPI, "calico"},
		{`failed to create pod network sandbox k8s_web: error adding pod shop_web to CNI network "multus-cni-network": plugin type="multus" failed (add): it rains`, SandboxCNI, "multus"},
		{`plugin type="flannel" failed (add): failed to delegate add: failed to set bridge addr: "cni0" already has an IP address different from 10.244.2.1/24`, SandboxBridge, "flannel"},
		{`failed to reserve sandbox name "web_0": name "web_0" is reserved for "` + id + `"`, SandboxReserved, ""},
		{`failed to create containerd task: failed to create shim task: OCI runtime create failed: expected cgroupsPath to be of format "slice:prefix:name" for systemd cgroups`, SandboxCgroup, ""},
		{`unable to ensure pod container exists: failed to create container for [kubepods burstable pod` + id +
			`] : mkdir /sys/fs/cgroup/memory/kubepods/burstable/pod` + id + `: no space left on device`, SandboxCgroup, ""},
		{"unable to ensure pod container exists: failed to create container: Message recipient disconnected from message bus without replying", SandboxCgroup, ""},
		{"rpc error: code = DeadlineExceeded desc = context deadline exceeded", SandboxTimeout, ""},
		{`Failed to pull image "gcr.io/google_containers/pause:0.8.0": image pull failed for gcr.io/google_containers/pause:0.8.0, dial tcp: lookup gcr.io: no such host`, SandboxImage, "gcr.io/google_containers/pause:0.8.0"},
		{`plugin type="azure-vnet" failed (add): IPAM Invoker Add failed with error: Failed to allocate address: No available addresses`,
			SandboxIPs, "azure-vnet"},
		{"the sand ran out", SandboxUnclassified, ""},
	} {
		got := ParseSandbox("(combined from similar events): Failed to create pod sandbox: " + tt.text)
		if name := got.Plugin + got.Image + got.Handler; got.Class != tt.class || name != tt.name {
			t.Errorf("ParseSandbox(%q) = %q, %q; want %q, %q", tt.text, got.Class, name, tt.class, tt.name)
		}
	}
}
