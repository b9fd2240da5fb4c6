package explain

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// exits are the exit codes that people ask about by number, the signals among them.
func exits() []Entry {
	const kind = "exit code"
	return []Entry{
		{Kind: kind, Name: "0", Short: "success",
			Means: "The program ended by itself and was content. Under restartPolicy Always it is started again and ends up in " +
				"CrashLoopBackOff: the command is not one that stays, it went into the background, or a flag to stay in the foreground is missing.",
			Look: "command and args; the log, which often says that all is done.", Rules: []string{"app-crash/exit-zero"}},
		{Kind: kind, Name: "1", Short: "the program failed, in the most general way",
			Means: "An uncaught exception, a wrong configuration, a dependency that did not answer. Only the log tells.",
			Look:  "the last lines of the previous log.", Rules: []string{"app-crash/exit", "dependency"}},
		{Kind: kind, Name: "2", Short: "wrong usage, or a panic of a Go program",
			Means: "Shells and many command-line programs say that the arguments are wrong; Go programs exit so after a panic.",
			Look:  "the log: usage text, or panic: and goroutine.", Rules: []string{"app-crash/exit"}},
		{Kind: kind, Name: "125", Short: "docker itself failed to run the container",
			Means: "From the docker command line, seldom in a cluster.", Look: "the message."},
		{Kind: kind, Name: "126", Short: "the command was found and cannot be executed",
			Means: "No permission to execute, a directory, or a volume mounted noexec. From a shell inside the container, or from docker.",
			Look:  "the file's mode in the image; fsGroup and mounts.", Rules: []string{"command-error"}},
		{Kind: kind, Name: "127", Short: "a command was not found",
			Means: "A shell inside the container did not find it, or the dynamic loader of the program is missing (glibc against musl).",
			Look:  "PATH, the spelling, the base image.", Rules: []string{"command-error"}},
		{Kind: kind, Name: "128", Short: "the container could not be started",
			Means: "With reason StartError or ContainerCannotRun it never ran; the message says why. " +
				"By itself a program may also end so, such as git.", Look: "terminated.reason and terminated.message.",
			Rules: []string{"command-error", "create-error"}},
		{Kind: kind, Name: "137", Also: []string{"SIGKILL", "signal 9"}, Short: "killed by signal 9 (SIGKILL)",
			Means: "Somebody killed the process without asking. It is not a synonym for out of memory.",
			Apart: `Reason OOMKilled: the container's memory limit. A Killing Event "failed liveness probe" or "failed startup probe" before it: the probe, and the program did not stop within its grace period. A deletion or a rollout
before it: the grace period was over. Reason ContainerStatusUnknown: made up by the kubelet. Reason Error and none of these: the kernel on a full node, an operator, or a record that is lost; then nothing decides.`,
			Look:  "terminated.reason; Events Killing, Unhealthy, SystemOOM; deletionTimestamp; memory graphs.",
			Rules: []string{"oom", "liveness", "startup-probe", "app-crash/killed"}},
		{Kind: kind, Name: "143", Also: []string{"SIGTERM", "signal 15"}, Short: "ended by signal 15 (SIGTERM)",
			Means: "The process was asked to stop and did, without an exit code of its own. That is the normal end at a deletion, " +
				"a rollout, a scale-down or a drain.",
			Apart: "A Killing Event that names a probe: the probe. A deletion: normal. Neither: " +
				"something inside the container or on the node sent it.", Look: "Events Killing; what was rolled out or scaled at that time.",
			Rules: []string{"liveness", "app-crash/signal"}},
		{Kind: kind, Name: "139", Also: []string{"SIGSEGV", "signal 11"},
			Short: "crashed by signal 11 (SIGSEGV), a memory fault of the program",
			Means: "Native code touched memory that is not its own: a bug, a wrong library, a damaged binary. " +
				"It has nothing to do with memory limits.",
			Look: "a core dump; what library or image changed.", Rules: []string{"app-crash/signal"}},
		{Kind: kind, Name: "255", Short: "exit -1, or the state was lost",
			Means: "With reason Unknown, containerd lost the state in a restart of the runtime or the machine. " +
				"With reason Error the program said -1, or an entry point could not be executed: exec format error is then in the log.",
			Look: "terminated.reason; the log; the node's boot ID.", Rules: []string{"node-lost/restarted", "app-crash/exit", "command-error"}},
	}
}

// signals are those that end processes, with what they usually mean.
var signals = map[int][2]string{
	1: {"SIGHUP", "a terminal closed, or a request to reload that the program does not handle"},
	2: {"SIGINT", "an interrupt, or the image's own stop signal"},
	3: {"SIGQUIT", "a request for a thread dump that ended the program"},
	4: {"SIGILL", "an instruction that this CPU does not have, or a damaged binary"},
	5: {"SIGTRAP", "an abort of .NET or Go, or a debugger"},
	6: {"SIGABRT", "an abort by the program itself: a failed assertion, a C++ exception, the Java VM"},
	7: {"SIGBUS", "a memory-mapped file that was cut short, or /dev/shm that is too small"}, 8: {"SIGFPE", "a division by zero"},
	9: {"SIGKILL", ""}, 10: {"SIGUSR1", "a signal that the program does not handle"}, 11: {"SIGSEGV", ""},
	12: {"SIGUSR2", "a signal that the program does not handle"}, 13: {"SIGPIPE", "writing to a reader that was gone"},
	14: {"SIGALRM", "a timer that the program does not handle"}, 15: {"SIGTERM", ""},
	24: {"SIGXCPU", "a limit of CPU time (ulimit)"}, 25: {"SIGXFSZ", "a limit of file size (ulimit)"},
	31: {"SIGSYS", "a system call that the seccomp profile forbids"},
}

// windows are NTSTATUS values that Windows containers exit with.
var windows = map[uint32][2]string{
	0xC0000005: {"STATUS_ACCESS_VIOLATION", "the program touched memory that is not its own"},
	0xC0000135: {"STATUS_DLL_NOT_FOUND", "a DLL is missing in the image"},
	0xC0000142: {"STATUS_DLL_INIT_FAILED", "a DLL failed to start"},
	0xC0000139: {"STATUS_ENTRYPOINT_NOT_FOUND", "a DLL has another version than the program expects"},
	0xC000007B: {"STATUS_INVALID_IMAGE_FORMAT", "a program or DLL for another architecture"},
	0xC00000FD: {"STATUS_STACK_OVERFLOW", "the stack overflowed"},
	0xC000013A: {"STATUS_CONTROL_C_EXIT", "a normal stop"},
	0xC0000409: {"STATUS_STACK_BUFFER_OVERRUN", "the program ended itself (fail fast)"},
	0xC0000374: {"STATUS_HEAP_CORRUPTION", "the heap is damaged"}, 0xC0000017: {"STATUS_NO_MEMORY", "no memory was left"},
	0xC000012D: {"STATUS_COMMITMENT_LIMIT", "the memory limit was reached"}, 0xC0000022: {"STATUS_ACCESS_DENIED", "access was denied"},
	0xC0000094: {"STATUS_INTEGER_DIVIDE_BY_ZERO", "a division by zero"}, 0xE0434352: {"unhandled .NET exception", "the log has the exception"},
	0xE06D7363: {"unhandled C++ exception", "the program did not catch an exception"},
	0x40010004: {"DBG_TERMINATE_PROCESS", "the system shut the process down"},
	0x80131506: {"COR_E_EXECUTIONENGINE", "the .NET runtime itself failed"},
}

var number = regexp.MustCompile(`^(?i:(?:init:)?(?:exit ?code:?|exit|code|signal:?) ?)?(-?\d+|0x[0-9a-fA-F]+)$`)

// code explains an exit code or a signal that no entry names, in any spelling: 134, exit code 134, 0xC0000005, -1073741819.
func code(word string) []Entry {
	for n, s := range signals {
		if strings.EqualFold(word, s[0]) {
			return []Entry{signal(n)}
		}
	}
	m := number.FindStringSubmatch(strings.TrimSpace(word))
	if m == nil {
		return nil
	}
	n, err := strconv.ParseInt(m[1], 0, 64)
	switch {
	case err != nil:
		return nil
	case strings.HasPrefix(strings.ToLower(word), "signal"):
		if _, ok := signals[int(n)]; ok {
			return named(strconv.FormatInt(128+n, 10), signal(int(n)))
		}
		return nil
	case n != int64(int32(n)) || n < 0:
		return windowsCode(n)
	case n > 128 && n <= 128+64:
		return named(m[1], signal(int(n-128)))
	case n < 256:
		return named(m[1], Entry{Kind: "exit code", Name: m[1], Short: "a code of the program's own",
			Means: "Neither shells, nor runtimes, nor Kubernetes give it a meaning. The program's documentation and log do.",
			Look:  "the previous log.", Rules: []string{"app-crash/exit"}})
	}
	return windowsCode(n)
}

// named returns the entry of that name if there is one, else the other.
func named(name string, other Entry) []Entry {
	for _, e := range exits() {
		if e.Name == name {
			return []Entry{e}
		}
	}
	return []Entry{other}
}

func signal(n int) Entry {
	s, ok := signals[n]
	if !ok {
		s = [2]string{fmt.Sprintf("signal %d", n), "a signal that ends programs which do not handle it"}
	}
	return Entry{Kind: "exit code", Name: strconv.Itoa(128 + n), Short: fmt.Sprintf("ended by signal %d (%s)", n, s[0]),
		Means: "Usually " + s[1] + ". A program may also return this number by itself.",
		Look:  "the previous log; a core dump if there is one.", Rules: []string{"app-crash/signal"}}
}

func windowsCode(n int64) []Entry {
	s, ok := windows[uint32(n)]
	if !ok {
		return nil
	}
	return []Entry{{Kind: "exit code of Windows", Name: strconv.FormatInt(n, 10), Short: s[0],
		Means: fmt.Sprintf("%s: %s. As a signed number it is %d, as an unsigned one %d, in hex 0x%08X.",
			s[0], s[1], int32(n), uint32(n), uint32(n)),
		Look: "the log and the event log of the container.", Rules: []string{"app-crash"}}}
}
