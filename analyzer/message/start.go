package message

import (
	"regexp"
	"strings"
)

// Start is why a runtime could not create a container or start its process.
type Start struct {
	Class StartClass
	Path  string // the executable, directory or profile that the text names
	Mount string // the mount's destination in the container
	From  string // the mount's source on the node
	Why   string // the system's word at a mount: "not a directory"
	Name  string // the container name that is taken
	Text  string // the runtime's own words, without wrapping
}

// StartClass is the kind of a start failure.
type StartClass string

// The classes of start failures.
const (
	StartNotFound     StartClass = "command not found"
	StartNoFile       StartClass = "no such file"
	StartNoPermission StartClass = "permission denied"
	StartDirectory    StartClass = "is a directory"
	StartFormat       StartClass = "exec format"
	StartInterpreter  StartClass = "interpreter missing"
	StartNoCommand    StartClass = "no command"
	StartWorkingDir   StartClass = "working directory"
	StartMount        StartClass = "mount"
	StartPropagation  StartClass = "mount propagation"
	StartAppArmor     StartClass = "apparmor"
	StartSeccomp      StartClass = "seccomp"
	StartSecurity     StartClass = "security"
	StartUser         StartClass = "user"
	StartMemory       StartClass = "memory limit too low"
	StartCgroup       StartClass = "cgroup"
	StartDevice       StartClass = "device"
	StartReserved     StartClass = "name reserved"
	StartImageGone    StartClass = "image gone"
	StartSnapshot     StartClass = "snapshot"
	StartHandler      StartClass = "runtime handler"
	StartDiskFull     StartClass = "disk full"
	StartProcessLimit StartClass = "process limit"
	StartPort         StartClass = "port taken"
	StartSandboxGone  StartClass = "sandbox gone"
	StartVM           StartClass = "virtual machine"
	StartWindows      StartClass = "windows"
	StartHook         StartClass = "runtime hook"
	StartTimeout      StartClass = "timeout"
	StartRuntimeDown  StartClass = "runtime down"
	StartUnclassified StartClass = "unclassified"
)

// startTable holds texts of runc libcontainer, crun, containerd internal/cri/server, CRI-O, docker, kata and hcsshim. Mounts
// and working directories come before the command: their texts also end in "no such file or directory".
var startTable = []row[StartClass]{
	{StartReserved, []string{"failed to reserve container name", "is reserved for", "container name * is already in use",
		"name is already in use", "is already in use by container", "conflict. the container name"}},
	{StartNoCommand, []string{"no command specified", "no process args", "args must not be empty", "no command or entrypoint",
		"starting container process * exec: \"\": ", "process.args"}},
	{StartWorkingDir, []string{"chdir to cwd", "chdir `", "container init: mkdir ", "cwd must be an absolute path", "working directory",
		"workingdir", "cannot chdir", "no such file or directory: setting cwd", "chdir to '"}},
	{StartPropagation, []string{"but it is not a shared mount", "not a shared or slave mount", "is mounted on * but it is not",
		"private mount", "could not be shared"}},
	{StartMemory, []string{"container init was oom-killed", "possibly oom-killed", "can't get final child's pid from pipe",
		"memory limit too low", "oom-killed", "minimum memory limit", "should be at least", "memory limit too small"}},
	{StartAppArmor, []string{"apparmor"}},
	{StartSeccomp, []string{"seccomp"}},
	{StartUser, []string{"unable to find user", "no matching entries in passwd", "unable to find group", "no matching entries in group",
		"unable to setup user", "setgroups", "unable to set uid", "unable to set gid", "linux spec user", "user string to uid", "invalid user"}},
	{StartDevice, []string{"nvidia-container-cli", "nvidia-container-runtime", "could not select device driver", "unresolvable cdi devices",
		"cdi device injection", "failed to inject cdi", "error gathering device information", "nvml", "habana", "amdgpu"}},
	{StartDiskFull, []string{"no space left on device", "disk quota exceeded"}},
	{StartCgroup, []string{"cgroup", "unable to start unit", "memory.max", "cpu.cfs_quota", "slice:prefix:name", "hugetlb", "cpuset", "dbus"}},
	{StartSandboxGone, []string{"sandbox * not found", "failed to find sandbox", "sandbox container * is not running",
		"sandbox is not running", "sandbox * not running", "cannot join network of a non running container", "no such container",
		"namespace path", "cannot join network"}},
	{StartMount, []string{"error mounting", "to rootfs at", "create mountpoint", "create mount destination", "mkdirat", "mount point",
		"mounting \"", "mount `", "bind mount", "creating mount", "failed to mkdir", "failed to generate container * mkdir",
		"failed to generate container * stat ", "not a directory: unknown", "failed to mount \"", "invalid mount", "failed to eval symlinks",
		"duplicate mount point", "make mountpoint", "read-only file system", "failed to apply subpath", "on mountpath",
		"oci runtime error: * mount"}},
	{StartFormat, []string{"exec format error", "exec_format", "not a valid win32 application", "bad cpu type"}},
	{StartInterpreter, []string{"missing dynamic library", "bad interpreter", "exec container process * no such file or directory"}},
	{StartNotFound, []string{"executable file not found", "executable file `* not found", "executable file * in $path", "cannot find `",
		"command not found", "not found in $path", "exec user process * not found"}},
	{StartDirectory, []string{"is a directory"}},
	{StartWindows, []string{"hcs::", "hcsshim", "hcscreate", "the system cannot find the file", "the directory name is invalid",
		"container operating system does not match"}},
	{StartVM, []string{"os error", "kata", "qemu", "hypervisor", "vsock", "firecracker", "cloud-hypervisor", "failed to launch",
		"agent is not running"}},
	{StartHook, []string{"error running hook", "prestart hook", "createruntime hook", "createcontainer hook", "running prestart", "oci hook"}},
	{StartProcessLimit, []string{"resource temporarily unavailable", "can't fork", "cannot fork", "pids limit",
		"too many open files", "inotify"}},
	{StartPort, []string{"address already in use", "port is already allocated"}},
	{StartImageGone, []string{"failed to resolve image", "image not known", "no such image", "image * not found", "failed to get image"}},
	{StartSnapshot, []string{"failed to mount rootfs", "failed to create snapshot", "missing parent", "parent snapshot",
		"failed to prepare snapshot", "layer does not exist", "error creating overlay mount", "failed to start container * snapshot",
		"storage driver", "error creating read-write layer", "creating read-write layer", "error creating aufs", "bucket: not found",
		"invalid argument: overlay", "rootfs"}},
	{StartHandler, []string{"no runtime for", "runtimehandler", "runtime handler", "unknown or invalid runtime name", "runtime * not found"}},
	{StartNoPermission, []string{"permission denied", "operation not permitted", "access is denied"}},
	{StartSecurity, []string{"selinux", "capabilit", "sysctl", "no_new_privs", "keyring", "setxattr", "label", "userns",
		"user namespace", "idmap"}},
	{StartNoFile, []string{"no such file or directory", "does not exist", "stat "}},
	{StartTimeout, []string{"context deadline exceeded", "deadlineexceeded", "timed out", "operation timeout", "context canceled"}},
	{StartRuntimeDown, []string{"connect: no such file", "transport is closing", "containerd.sock", "crio.sock",
		"cannot connect to the docker daemon", "error while dialing", "ttrpc: closed", "code = unavailable", "connection refused", "eof"}},
}

// logTable is for lines that a shell, the loader or the runtime's init wrote into the container's log just before its end.
var logTable = []row[StartClass]{
	{StartFormat, []string{"exec format error", "cannot execute binary file", "not a valid elf"}},
	{StartInterpreter, []string{"bad interpreter", "cannot execute: required file not found",
		"exec user process caused: no such file or directory", "exec user process caused \"no such file or directory\"",
		"exec /* no such file or directory",
		"exec container process * no such file or directory", "error loading shared librar", "error while loading shared libraries",
		"version `glibc* not found", "version `cxxabi* not found"}},
	{StartNoPermission, []string{": permission denied", "exec container process * operation not permitted",
		"exec /* operation not permitted", "exec user process caused: permission denied",
		"exec user process caused \"permission denied\""}},
	{StartDirectory, []string{": is a directory"}},
	{StartNotFound, []string{": command not found", ": not found", "exec: * not found", "executable file not found",
		"sh: * no such file or directory", "is not recognized as an internal or external command"}},
}

var (
	execPath  = regexp.MustCompile("exec: \\\\?\"([^\"\\\\]+)\\\\?\"|executable file `([^`]+)`|cannot find `([^`]+)`|exec container process (?:\\(missing dynamic library\\?\\) )?`([^`]+)`|open executable: `?([^`]+)`|(?:^|\\s)exec (/[^\\s:]+): |CreateProcess [^:]+: (.+?):")
	cwdPath   = regexp.MustCompile("cwd \\(\\\\?\"([^\"\\\\]+)|chdir `([^`]+)`|mkdir ([^:]+):|chdir to '([^']+)'")
	mountArgs = regexp.MustCompile("mounting \\\\?\"([^\"\\\\]+)\\\\?\" to rootfs (?:\\\\?\"[^\"]*\\\\?\" )?(?:at )?\\\\?\"?([^\"\\\\]+?)\\\\?\"?(?:\\s|:|$)|mount `([^`]+)` to `([^`]+)`|path \"([^\"]+)\" is mounted on \"([^\"]+)\"|create mountpoint for (\\S+) mount")
	profile   = regexp.MustCompile(`profile "([^"]+)"|open (/\S+): no such file|apparmor profile ([a-z0-9][\w.-]+)`)
	taken     = regexp.MustCompile(`name "([^"]+)"`)
	mountWhy  = regexp.MustCompile(`(not a directory|no such file or directory|read-only file system|permission denied|operation not permitted|device or resource busy|invalid argument|is a directory|file exists|too many levels of symbolic links|no such device)[^:]*(?:: unknown)?\W*$`)
)

// ParseStart reads a waiting message of CreateContainerError or RunContainerError, the message of a StartError or
// ContainerCannotRun, or the Event "Error: …" of them.
func ParseStart(text string) Start {
	text = Plain(text)
	s := Start{Text: text}
	text = strings.ReplaceAll(text, `\`, "") // runtimes quote each other's errors, some twice
	s.Class = classify(startTable, text)
	switch s.Class {
	case "":
		s.Class = StartUnclassified
	case StartNotFound, StartNoFile, StartNoPermission, StartDirectory, StartFormat, StartInterpreter:
		s.Path = group(execPath, text)
		if s.Class == StartNoFile && s.Path == "" && !strings.Contains(text, "executable") {
			s.Class = StartUnclassified // some file on the node, not the command
		}
		if s.Class == StartNoPermission && s.Path == "" && !strings.Contains(text, "executable") {
			s.Class = StartSecurity
		}
	case StartWorkingDir:
		s.Path = group(cwdPath, text)
	case StartMount, StartPropagation:
		s.mount(text)
	case StartAppArmor, StartSeccomp:
		s.Path = group(profile, text)
	case StartReserved:
		s.Name = group(taken, text)
	}
	return s
}

func (s *Start) mount(text string) {
	if m := mountArgs.FindStringSubmatch(text); m != nil {
		s.From, s.Mount = m[1]+m[3]+m[5], m[2]+m[4]+m[6]+m[7]
	}
	s.Why = group(mountWhy, strings.ToLower(text))
}

// ParseStartLog reads a log line in which a shell or the runtime's init says that it could not run something; "" class when
// the line says no such thing.
func ParseStartLog(line string) Start {
	s := Start{Text: line, Class: classify(logTable, line)}
	if s.Class != "" {
		s.Path = logPath(line)
	}
	return s
}

var shellPath = regexp.MustCompile(`(?:^|[\s:])(?:exec )?((?:/|\./)?[\w./+-]+): (?:command not found|not found|[Pp]ermission denied|No such file or directory|no such file or directory|[Ii]s a directory|cannot execute|exec format error|bad interpreter)`)

// logPath leaves out words that stand before the same texts and are no path: "exec user process caused: …", "shared object
// file: …".
func logPath(line string) string {
	switch path := group(shellPath, line); path {
	case "":
		return group(execPath, line)
	case "caused", "file":
		return ""
	default:
		return path
	}
}
