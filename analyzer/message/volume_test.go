package message

import (
	"strings"
	"testing"
)

func TestParseMount(t *testing.T) {
	setup := func(text string) string { return `MountVolume.SetUp failed for volume "v" : ` + text }
	device := func(text string) string { return `MountVolume.MountDevice failed for volume "v" : ` + text }
	attach := func(text string) string { return `AttachVolume.Attach failed for volume "v" : ` + text }
	nfs := func(out string) string {
		return setup("mount failed: exit status 32\nMounting command: mount\nMounting arguments: -t nfs 10.0.0.5:/srv /x\nOutput: " + out + "\n")
	}
	for _, tt := range []struct {
		text  string
		class MountClass
		has   string // of what is read out of the text
	}{
		{setup(`configmap "dashboards" not found`), MountNoObject, "ConfigMap dashboards"},
		{setup(`secrets "tls" not found`), MountNoObject, "Secret tls"},
		{setup("configmap references non-existent config key: settings.yaml"), MountNoKey, "settings.yaml"},
		{setup("references non-existent secret key: tls.key"), MountNoKey, "tls.key"},
		{setup("hostPath type check failed: /etc/hostname is not a directory"), MountHostPathType, "/etc/hostname directory"},
		{setup("failed to sync configmap cache: timed out waiting for the condition"), MountCacheSync, ""},
		{setup(`object "shop"/"conf" not registered`), MountCacheSync, ""},
		{setup(`failed to fetch token: serviceaccounts "builder" not found`), MountToken, "ServiceAccount builder"},
		{nfs("mount: /x: unknown filesystem type 'nfs'."), MountHelper, "nfs"},
		{nfs("mount: /x: bad option; for several filesystems (e.g. nfs, cifs) you might need a /sbin/mount.<type> helper program."),
			MountHelper, "nfs"},
		{nfs("mount: wrong fs type, bad option, bad superblock on 10.0.0.5:/srv,\n (for several filesystems (e.g. nfs, cifs) you might\n need a /sbin/mount.<type> helper program)"), MountHelper, "nfs"},
		{nfs("mount.nfs: rpc.statd is not running but is required for remote locking.\nmount.nfs: an incorrect mount option was specified"), MountHelper, "nfs"},
		{nfs("mount.nfs: access denied by server while mounting 10.0.0.5:/srv"), MountServerDenied, "nfs"},
		{nfs("mount.nfs: Connection timed out"), MountServerSilent, "nfs"},
		{nfs("mount.nfs: mounting 10.0.0.5:/srv failed, reason given by server: No such file or directory"), MountServerNoPath, "nfs"},
		{device("rpc error: code = Internal desc = mount failed: exit status 32\nOutput: mount: /x: wrong fs type, bad option, bad superblock on /dev/nvme1n1, missing codepage or helper program, or other error."), MountFilesystem, ""},
		{device("kubernetes.io/csi: attacher.MountDevice failed to create newCsiDriverClient: driver name ebs.csi.aws.com not found in the list of registered CSI drivers"), MountNoDriver, "ebs.csi.aws.com"},
		{device("rpc error: code = Aborted desc = an operation with the given Volume ID vol-1 already exists"), MountBusy, ""},
		{device("rpc error: code = DeadlineExceeded desc = context deadline exceeded"), MountDriverError, ""},
		{attach("timed out waiting for external-attacher of csi.example.com CSI driver to attach volume vol-1"),
			MountAttacher, "csi.example.com"},
		{attach("CSINode worker-2 does not contain driver ebs.csi.aws.com"), MountNoDriver, "ebs.csi.aws.com"},
		{setup(`volume mode "Ephemeral" not supported by driver secrets-store.csi.k8s.io (no CSIDriver object)`), MountNoDriver, "secrets-store.csi.k8s.io"},
		{setup(`rpc error: code = Unknown desc = error connecting to provider "aws": provider not found: provider "aws"`), MountNoDriver, ""},
		{setup("rpc error: code = Unknown desc = failed to get key vault token: nmi response failed with status code: 404"), MountDriverError, ""},
		{device("rpc error: code = Internal desc = failed to find disk on lun 0"), MountNoDevice, ""},
		{attach("rpc error: code = Internal desc = volume isn't in available state so we can not attach it. status: (EXTRA string=in-use)"), MountMultiAttach, ""},
		{attach("rpc error: code = ResourceExhausted desc = max number of volumes attached"), MountAttachLimit, ""},
		{attach("rpc error: code = Internal desc = VolumeInUse: vol-1 is already attached to an instance"), MountMultiAttach, ""},
		{attach("rpc error: code = Internal desc = the cloud said no"), MountAttachDenied, ""},
		{`MountVolume.NewMounter initialization failed for volume "v" : path "/mnt/disks/ssd1" does not exist`, MountNoPath, "/mnt/disks/ssd1"},
		{`MountVolume.NodeAffinity check failed for volume "v" : no matching NodeSelectorTerms`, MountNodeAffinity, ""},
		{`MountVolume.WaitForAttach failed for volume "v" : volume vol-1 has GET error for volume attachment csi-1: volumeattachments.storage.k8s.io "csi-1" is forbidden: no relationship found between node 'x' and this object`, MountWaitAttach, ""},
		{setup("applyFSGroup failed for vol pvc-1: lstat /var/lib/x: no such file or directory"), MountOwnership, ""},
		{`Multi-Attach error for volume "v" Volume is already used by pod(s) a, b and 2 pod(s) in different namespaces`, MountMultiAttach, "a b"},
		{`Waiting for detach for volume "v" Volume is already exclusively attached to one node, waiting on detach before it can be attached to another node`, MountMultiAttach, ""},
		{`MountVolume.SetUp failed for volume "kubernetes.io/secret/1f-v" (spec.Name: "v") pod "1f" (UID: "1f") with: secrets "tls" not found`, MountNoObject, "Secret tls"},
		{`Failed to attach volume "v" on node "worker-1" with: googleapi: Error 400: the disk resource 'v' is already being used by 'worker-2'`, MountMultiAttach, ""},
		{setup(`rpc error: code = Unknown desc = failed to get secretproviderclass shop/vault, error: SecretProviderClass.secrets-store.csi.x-k8s.io "vault" not found`), MountNoObject, "SecretProviderClass vault"},
		{device("rpc error: code = Internal desc = mount failed: exit status 1\nMounting command: mount\nMounting arguments: -t efs fs-1:/ /x\nOutput: Failed to resolve \"fs-1.efs.example.com\""), MountServerSilent, "efs"},
		{`MountVolume.WaitForAttach failed for volume "v" : failed to get any path for iscsi disk, last err seen:\niscsiadm: cannot make connection to 10.0.0.1: Connection refused`, MountServerSilent, ""},
		{setup("the volume is too loud"), MountUnclassified, ""},
	} {
		got := ParseMount(tt.text)
		read := strings.Join(append([]string{got.Kind, got.Object, got.Key, got.Path, got.Wanted, got.Driver}, got.Pods...), " ")
		if got.Class != tt.class || got.Volume != "v" || !strings.Contains(read, tt.has) {
			t.Errorf("ParseMount(%q) = %q, volume %q, read %q; want %q, %q", tt.text, got.Class, got.Volume, read, tt.class, tt.has)
		}
	}
}

func TestParseMountSummary(t *testing.T) {
	for _, tt := range []struct {
		text  string
		class MountClass
	}{
		{"Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[conf data default-token-x]: timed out waiting for the condition", MountTimeout},
		{"Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], failed to process volumes=[]: context deadline exceeded", MountTimeout},
		{"Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], failed to process volumes=[data]: error processing PVC shop/data: PVC is not bound", MountClaim},
		{`timeout expired waiting for volumes to attach or mount for pod "shop"/"web-0". list of unmounted volumes=[data]. list of unattached volumes=[data default-token-x]`, MountTimeout},
	} {
		got := ParseMount(tt.text)
		if got.Class != tt.class || len(got.Unready) != 1 || got.Unready[0] != "data" {
			t.Errorf("ParseMount(%q) = %q, unready %q; want %q, [data]", tt.text, got.Class, got.Unready, tt.class)
		}
	}
}

// TestParseMountProgress holds that the kubelet's word of how far it is counts as no failure to change an owner.
func TestParseMountProgress(t *testing.T) {
	for _, text := range []string{
		"Setting volume ownership for u/volumes/kubernetes.io~csi/pvc-1/mount, processed 30000 files.",
		"Setting volume ownership for u/mount is taking longer than expected, consider using OnRootMismatch - https://docs.example.com",
	} {
		if got := ParseMount(text).Class; got != MountOwnershipSlow {
			t.Errorf("%q is %q", text, got)
		}
	}
}
