package message

import (
	"regexp"
	"strings"
)

// Mount is why a volume could not be attached or mounted.
type Mount struct {
	Class    MountClass
	Step     string   // such as MountVolume.SetUp, AttachVolume.Attach; "" in summaries
	Volume   string   // the PersistentVolume's name, or the Pod's own name of the volume for ConfigMaps, Secrets, hostPath …
	Unready  []string // the Pod's volumes that a summary names as not mounted, or as not to be processed
	Object   string   // the ConfigMap, Secret, ServiceAccount or claim that the text names
	Kind     string   // the kind of Object
	Key      string   // the key that Object lacks
	Path     string   // the path on the node
	Wanted   string   // what a hostPath was to be: directory, file …
	Driver   string   // the CSI driver or file system type
	Provider string   // the provider of the Secrets Store driver that is not there
	Pods     []string // Pods that hold the volume
	Text     string   // the cause alone
	ExitCode string   // of the mount command
}

// MountClass is the kind of a volume failure.
type MountClass string

// The classes of volume failures.
const (
	MountNoObject      MountClass = "object missing"
	MountNoKey         MountClass = "key missing"
	MountCacheSync     MountClass = "api server slow"
	MountToken         MountClass = "token"
	MountHostPathType  MountClass = "host path type"
	MountNoPath        MountClass = "path missing"
	MountMultiAttach   MountClass = "attached elsewhere"
	MountNoDriver      MountClass = "driver not on the node"
	MountAttacher      MountClass = "attacher silent"
	MountAttachDenied  MountClass = "attach refused"
	MountAttachLimit   MountClass = "attach limit"
	MountNodeAffinity  MountClass = "node affinity"
	MountHelper        MountClass = "mount helper missing"
	MountServerDenied  MountClass = "server denies"
	MountServerSilent  MountClass = "server silent"
	MountServerNoPath  MountClass = "export missing"
	MountFilesystem    MountClass = "file system damaged"
	MountBadOptions    MountClass = "bad mount options"
	MountSick          MountClass = "storage sick"
	MountBusy          MountClass = "operation in progress"
	MountCredentials   MountClass = "credentials"
	MountVolumeMissing MountClass = "volume missing"
	MountFull          MountClass = "full"
	MountClaim         MountClass = "claim"
	MountBlockMode     MountClass = "volume mode"
	MountOwnership     MountClass = "ownership"
	MountOwnershipSlow MountClass = "ownership-slow" // no failure: the kubelet says how far it is
	MountWaitAttach    MountClass = "waits for attach"
	MountNoDevice      MountClass = "device missing"
	MountTimeout       MountClass = "timeout" // only the summary
	MountDriverError   MountClass = "driver error"
	MountUnclassified  MountClass = "unclassified"
)

// mountTable holds texts of pkg/volume and pkg/kubelet/volumemanager (Kubernetes 1.0 to 1.37), k8s.io/mount-utils, CSI drivers and clouds.
var mountTable = []row[MountClass]{
	{MountMultiAttach, []string{"multi-attach error", "waiting for detach for volume", "is already exclusively attached",
		"is already used by", "already attached to node", "already attached to another", "volumeinuse",
		"is in use by", "resource_in_use", "being used by", "is attached to a different instance", "already attached to instance",
		"already attached to a", "attached to other", "isn't in available state*in-use", "status: in-use",
		"rbd image * is still being used", "attachdiskwhilebeingdetached", "is currently attached to", "attached to different node"}},
	{MountNoDriver, []string{"not found in the list of registered csi drivers", "does not contain driver", "no csi driver",
		"failed to get csi client", "is not registered", "csinode * not found", "no volume plugin matched",
		"connect: no such file or directory", "plugin/csi.sock", "no csidriver object", "provider not found: provider",
		"failed to find provider binary", "csi-providers/"}},
	{MountAttacher, []string{"timed out waiting for external-attacher", "attach timeout for volume"}},
	{MountNoKey, []string{"references non-existent config key", "references non-existent secret key", "couldn't find key",
		"non-existent * key"}},
	{MountCacheSync, []string{"failed to sync configmap cache", "failed to sync secret cache", "not registered",
		"couldn't propagate object cache", "references non-existent object cache"}},
	{MountToken, []string{"failed to fetch token", "serviceaccount \"* not found", "serviceaccounts \"* not found",
		"serviceaccount * is forbidden", "failed to get service account token"}},
	{MountNoObject, []string{"configmap \"* not found", "configmaps \"* not found", "secret \"* not found", "secrets \"* not found",
		"configmap * is forbidden", "secret * is forbidden", "configmaps \"* is forbidden", "secrets \"* is forbidden",
		"error getting * from the api server", "couldn't get secret", "couldn't get configmap", "secretproviderclass * not found"}},
	{MountHostPathType, []string{"hostpath type check failed"}},
	{MountClaim, []string{"pvc is not bound", "pvc is being deleted", "failed to fetch pvc", "persistentvolumeclaim \"* not found",
		"persistentvolumeclaims \"* not found", "error processing pvc", "claim is not bound", "is not bound to claim", "claim * not found",
		"is not yet bound to a volume", "persistentvolume \"* not found", "failed to fetch pv", "persistentvolumeclaims * is forbidden"}},
	{MountBlockMode, []string{"volumemode block", "volumemode filesystem", "has volumemode"}},
	{MountAttachLimit, []string{"attachmentlimitexceeded", "attachment limit", "maximum number of data disks", "too many volumes",
		"max volume count", "resourceexhausted", "operationnotallowed * data disks", "instance limit exceeded", "exceed * disks",
		"no free device", "no available device"}},
	{MountNodeAffinity, []string{"nodeaffinity check failed", "no matching nodeselectorterms", "volume node affinity", "not in the same zone",
		"must be in the same zone", "is not in the same availability zone", "zone mismatch", "different zone",
		"failed to find the disk in zone"}},
	{MountServerDenied, []string{"access denied by server", "mount error(13)", "permission denied (13)", "access denied",
		"nt_status_access_denied", "nt_status_logon_failure", "operation not permitted * nfs"}},
	{MountHelper, []string{"/sbin/mount."}},
	{MountFilesystem, []string{"wrong fs type", "bad superblock", "structure needs cleaning", "fsck found errors", "'fsck' found errors",
		"can't read superblock", "superblock", "failed to format", "mkfs", "already contains unknown data", "unformatted and is read-only",
		"filesystem mismatch", "expected file system type"}},
	{MountHelper, []string{"unknown filesystem type", "executable file not found", "command not found", "mount.nfs: not found",
		"no such device", "unable to find mount", "modprobe", "iscsiadm * not found", "iscsiadm * no such file",
		"fork/exec * no such file or directory", "failed to find executable"}},
	{MountServerNoPath, []string{"no such file or directory * mount.nfs",
		"mounting * failed, reason given by server: no such file or directory", "reason given by server", "mount error(2)",
		"mount.nfs: * no such file", "no such export"}},
	{MountServerSilent, []string{"connection timed out", "connection refused", "no route to host", "mount error(110)", "mount error(111)",
		"mount error(113)", "host is down", "network is unreachable", "failed to resolve ", "name or service not known", "no such host",
		"rpc: port mapper failure", "portmap query failed", "rpc prog not avail",
		"requested nfs version or transport protocol is not supported", "protocol not supported", "rpcbind", "i/o timeout", "dial tcp",
		"transport endpoint is not connected: connection"}},
	{MountSick, []string{"input/output error", "transport endpoint is not connected", "stale nfs file handle", "stale file handle",
		"bad message", "i/o error", "read-only file system", "remote i/o error", "corrupted mount", "device is busy", "device or resource busy"}},
	{MountFull, []string{"no space left on device", "disk quota exceeded", "volume is full"}},
	{MountHelper, []string{"rpc.statd is not running"}}, // "incorrect mount option" follows from it
	{MountBadOptions, []string{"bad option", "invalid argument", "incorrect mount option", "unknown parameter", "unrecognized mount option"}},
	{MountNoDevice, []string{"finddiskbylun", "disk on lun", "find device path", "unable to find device", "failed to find device",
		"could not find device", "timed out waiting for device"}},
	{MountWaitAttach, []string{"has get error for volume attachment", "volume attachment * not found", "no relationship found between node",
		"waitforattach", "is being detached", "volume not attached", "is not yet attached", "devicepath is empty",
		"could not find attached", "no device path"}},
	{MountCredentials, []string{"authentication failed", "unauthorizedoperation", "accessdenied", "authorizationfailed",
		"invalidclienttokenid", "unauthenticated", "permissiondenied", "permission_denied", "is not authorized", "401 unauthorized",
		"403 forbidden", "is forbidden", "no valid credential", "failed to get credentials",
		"invalid credentials", "failed to fetch secret", "permission denied"}},
	{MountVolumeMissing, []string{"invalidvolume.notfound", "volume not found", "disk not found", "code = notfound", "resourcenotfound",
		"does not exist * volume", "the volume * does not exist", "volume * not found", "image not found", "invaliddisk", "no such volume",
		"rbd: error opening image", "filesystem * does not exist", "share not found", "could not find volume"}},
	{MountOwnershipSlow, []string{"setting volume ownership for * is taking longer", "setting volume ownership for * processed"}},
	{MountOwnership, []string{"setting volume ownership", "applyfsgroup failed", "failed to chown", "failed to chmod"}},
	{MountNoPath, []string{"does not exist", "no such file or directory", "not a directory", "lstat", "stat /", "special device"}},
	{MountBusy, []string{"an operation with the given volume", "operation already exists", "code = aborted", "pending operation",
		"operation is already in progress"}},
	{MountDriverError, []string{"rpc error: code = ", "csi"}},
	{MountTimeout, []string{"timed out waiting for the condition", "context deadline exceeded",
		"timeout expired waiting for volumes", "deadline exceeded"}},
}

var (
	mountStep     = regexp.MustCompile(`(?s)^((?:MountVolume|AttachVolume|MapVolume|UnmapVolume|NodeExpandVolume|MountVolume\.NodeExpandVolume)\.[A-Za-z. ]*?)(?: failed| initialization failed| check failed)?(?: failed)? for volume "([^"]*)"[^:]*?: ?(.*)$`)
	multiAttach   = regexp.MustCompile(`(?s)(?:Multi-Attach error|Waiting for detach) for volume "([^"]*)" (.*)$`)
	oldAttach     = regexp.MustCompile(`(?s)^Failed to attach volume "([^"]*)" on node "[^"]*" with: (.*)$`)
	specName      = regexp.MustCompile(`\(spec\.Name: "([^"]+)"\)`)
	usedByPods    = regexp.MustCompile(`used by pod\(s\) ([^"]+?)(?: and \d+ pod| on node|$)`)
	unmounted     = regexp.MustCompile(`(?s)(?:unmounted|unattached) volumes=\[([^\]]*)\]`)
	unprocessed   = regexp.MustCompile(`failed to process volumes=\[([^\]]*)\]`)
	oldTimeout    = regexp.MustCompile(`list of unattached/unmounted volumes=\[([^\]]*)\]|list of unmounted volumes=\[([^\]]*)\]`)
	summaryCause  = regexp.MustCompile(`(?s)\]: (.*)$`)
	namedObject   = regexp.MustCompile(`(?i)\b(configmaps?|secrets?|serviceaccounts?|persistentvolumeclaims?|pvc|persistentvolumes?) "?([A-Za-z0-9./-]+)"?`)
	providerClass = regexp.MustCompile(`(?i)secretproviderclass\S* "([^"]+)" not found`)
	objectKey     = regexp.MustCompile(`references non-existent (?:config|secret) key: (\S+)|couldn't find key "?([^" ]+)`)
	hostPathType  = regexp.MustCompile(`hostPath type check failed: (\S+) is not an? (.+)$`)
	missingPath   = regexp.MustCompile(`path "([^"]+)" does not exist|(?:stat|lstat|open) (/\S+?):`)
	driverNamed   = regexp.MustCompile(`driver name (\S+) not found|driver (\S+) not found|contain driver (\S+)|external-attacher of (\S+)|by driver (\S+) \(no CSIDriver|unknown filesystem type '([^']+)'|/sbin/mount\.([a-z0-9]+)|mount -t (\S+)|Mounting arguments: (?:.*-- mount )?-t (\S+)`)
	provider      = regexp.MustCompile(`provider not found: provider "([^"]+)"|provider binary ([a-z0-9-]+)|csi-providers/([a-z0-9-]+)`)
	exitStatus    = regexp.MustCompile(`exit status (\d+)`)
	mountOutput   = regexp.MustCompile(`(?s)(?:^|\n)Output: (.*)$`)
)

// ParseMount reads the message of FailedMount, FailedAttachVolume, FailedMapVolume and their like.
func ParseMount(text string) Mount {
	text = Plain(text)
	m := Mount{Text: text, ExitCode: group(exitStatus, text)}
	switch {
	case mountStep.MatchString(text):
		x := mountStep.FindStringSubmatch(text)
		m.Step, m.Volume, m.Text = strings.TrimSpace(x[1]), x[2], strings.TrimSpace(x[3])
	case multiAttach.MatchString(text):
		x := multiAttach.FindStringSubmatch(text)
		m.Volume, m.Step = x[1], "AttachVolume.Attach"
	case oldAttach.MatchString(text):
		x := oldAttach.FindStringSubmatch(text)
		m.Volume, m.Step, m.Text = x[1], "AttachVolume.Attach", x[2]
	default:
		m.summary(text)
	}
	if name := group(specName, text); name != "" { // up to Kubernetes 1.7
		m.Volume = name
	}
	m.classify(text)
	m.details()
	return m
}

// summary reads the text that a kubelet writes when it gave up waiting: it names volumes, seldom a cause.
func (m *Mount) summary(text string) {
	for _, re := range []*regexp.Regexp{unprocessed, unmounted, oldTimeout} {
		if list := strings.Fields(group(re, text)); len(list) > 0 {
			m.Unready = list
			break
		}
	}
	if m.Unready != nil {
		if cause := group(summaryCause, text); cause != "" {
			m.Text = cause
		}
	}
}

// classify looks at the mount command's output before its wrapping, which quotes options and paths.
func (m *Mount) classify(whole string) {
	cause := m.Text
	if out := group(mountOutput, cause); out != "" {
		m.Class = classify(mountTable, out)
		if m.Class != "" && m.Class != MountNoPath {
			return
		}
		cause = out
	}
	m.Class = classify(mountTable, cause)
	if m.Class == "" && strings.Contains(whole, "rpc error: ") {
		m.Class = MountDriverError
	}
	if m.Step == "AttachVolume.Attach" && (m.Class == "" || m.Class == MountDriverError || m.Class == MountTimeout) {
		m.Class = MountAttachDenied
	}
	if strings.HasPrefix(whole, "Multi-Attach") || strings.HasPrefix(whole, "Waiting for detach") {
		m.Class = MountMultiAttach
	}
	if strings.Contains(m.Step, "NodeAffinity") {
		m.Class = MountNodeAffinity
	}
	if m.Class == "" {
		m.Class = MountUnclassified
	}
}

var mountKinds = map[string]string{"configmap": "ConfigMap", "secret": "Secret", "serviceaccount": "ServiceAccount",
	"persistentvolumeclaim": "PersistentVolumeClaim", "pvc": "PersistentVolumeClaim", "persistentvolume": "PersistentVolume"}

func (m *Mount) details() {
	switch m.Class {
	case MountNoObject, MountToken, MountClaim:
		if name := group(providerClass, m.Text); name != "" {
			m.Kind, m.Object = "SecretProviderClass", name
		} else if x := namedObject.FindStringSubmatch(m.Text); x != nil {
			m.Kind = mountKinds[strings.TrimSuffix(strings.ToLower(x[1]), "s")]
			m.Object = x[2][strings.LastIndex(x[2], "/")+1:]
		}
	case MountNoKey:
		m.Key = group(objectKey, m.Text)
		m.Kind = "ConfigMap"
		if strings.Contains(strings.ToLower(m.Text), "secret") {
			m.Kind = "Secret"
		}
	case MountNoDriver:
		m.Provider = group(provider, m.Text)
	case MountHostPathType:
		if x := hostPathType.FindStringSubmatch(m.Text); x != nil {
			m.Path, m.Wanted = x[1], strings.TrimSpace(x[2])
		}
	case MountNoPath:
		m.Path = group(missingPath, m.Text)
	case MountMultiAttach:
		for name := range strings.SplitSeq(group(usedByPods, m.Text), ",") {
			if name = strings.TrimSpace(name); name != "" {
				m.Pods = append(m.Pods, name)
			}
		}
	}
	m.Driver = strings.TrimSuffix(group(driverNamed, m.Text), ",")
}
