package message

import (
	"fmt"
	"strconv"
)

// Exit is what a container's exit code means.
type Exit struct {
	Code    int64
	Signal  string // such as SIGKILL, for 128 + signal
	Name    string // such as STATUS_ACCESS_VIOLATION, for Windows codes
	Meaning string // a short clause: "ended by SIGSEGV (segmentation fault)"
	Causes  string // usual causes, as a list
}

// Windows reports whether the code is an NTSTATUS.
func (e Exit) Windows() bool { return e.Name != "" }

var exitCodes = map[int64][2]string{
	0:   {"success", "the command is not a daemon, or runs in the background; a foreground flag is missing"},
	1:   {"general error", "an uncaught exception, a configuration error, a dependency that refused"},
	2:   {"misuse of a shell command, wrong arguments, or a Go panic", "bad flags; panic: and goroutine lines in the log"},
	64:  {"wrong usage (sysexits EX_USAGE)", "bad arguments"},
	65:  {"wrong data format (sysexits EX_DATAERR)", "bad input data"},
	69:  {"service unavailable (sysexits EX_UNAVAILABLE)", "a dependency that does not answer"},
	70:  {"internal software error (sysexits EX_SOFTWARE)", "a bug"},
	73:  {"cannot create a file (sysexits EX_CANTCREAT)", "permissions, read-only file system"},
	74:  {"input/output error (sysexits EX_IOERR)", "disk or network"},
	77:  {"permission denied (sysexits EX_NOPERM)", "permissions"},
	78:  {"configuration error (sysexits EX_CONFIG)", "a wrong or missing setting"},
	125: {"the wrapper itself failed", "docker run, env or a similar wrapper could not do its part"},
	126: {"command found but not executable", "permission bit, noexec mount, a directory"},
	127: {"command not found", "wrong PATH, missing interpreter, missing dynamic loader"},
	128: {"invalid exit argument, or the runtime could not start the process",
		"see the message of the exit record; git ends so on fatal errors"},
	255: {"exit -1, or the state was lost",
		"exit(-1) of the program, ssh, a failed exec after the start; with reason Unknown the runtime lost the container"},
}

var signals = map[int64][3]string{
	1: {"SIGHUP", "hang-up", "terminal closed, reload"}, 2: {"SIGINT", "interrupt", "stopSignal SIGINT"},
	3: {"SIGQUIT", "quit", "thread dump, JVM"},
	4: {"SIGILL", "illegal instruction", "a CPU feature that this node lacks (AVX), a corrupt binary"},
	5: {"SIGTRAP", "trap", ".NET or Go abort"}, 6: {"SIGABRT", "abort", "assert, C++ terminate, glibc abort, JVM crash"},
	7: {"SIGBUS", "bus error", "mmap on a cut file, /dev/shm too small"}, 8: {"SIGFPE", "arithmetic error", "division by zero"},
	9:  {"SIGKILL", "killed from outside", "memory limit, end of the grace period, probe kill, node"},
	10: {"SIGUSR1", "user signal 1", "unhandled signal"},
	11: {"SIGSEGV", "segmentation fault", "a bug in native code, a library or kernel that does not fit"},
	12: {"SIGUSR2", "user signal 2", "unhandled signal"}, 13: {"SIGPIPE", "broken pipe", "the reader of its output went away"},
	14: {"SIGALRM", "alarm", "a timer of its own"}, 15: {"SIGTERM", "asked to end", "deletion, rollout, probe kill, drain"},
	24: {"SIGXCPU", "CPU time limit", "ulimit"}, 25: {"SIGXFSZ", "file size limit", "ulimit"},
	31: {"SIGSYS", "forbidden system call", "seccomp profile"},
}

var ntstatus = map[uint32][2]string{
	0xC0000005: {"STATUS_ACCESS_VIOLATION", "access violation"}, 0xC0000135: {"STATUS_DLL_NOT_FOUND", "a DLL is missing in the image"},
	0xC0000142: {"STATUS_DLL_INIT_FAILED", "a DLL failed to initialize"},
	0xC0000139: {"STATUS_ENTRYPOINT_NOT_FOUND", "a DLL lacks a function"},
	0xC000007B: {"STATUS_INVALID_IMAGE_FORMAT", "32-bit and 64-bit mixed"}, 0xC00000FD: {"STATUS_STACK_OVERFLOW", "stack overflow"},
	0xC000013A: {"STATUS_CONTROL_C_EXIT", "stopped by Ctrl-C: a normal stop"},
	0xC0000409: {"STATUS_STACK_BUFFER_OVERRUN", "fail fast: the program ended itself"},
	0xC0000374: {"STATUS_HEAP_CORRUPTION", "heap corruption"}, 0xC0000017: {"STATUS_NO_MEMORY", "out of memory"},
	0xC000012D: {"STATUS_COMMITMENT_LIMIT", "memory limit reached"}, 0xC0000022: {"STATUS_ACCESS_DENIED", "access denied"},
	0xC0000094: {"STATUS_INTEGER_DIVIDE_BY_ZERO", "division by zero"}, 0xE0434352: {"CLR_EXCEPTION", "unhandled .NET exception"},
	0xE06D7363: {"CPP_EXCEPTION", "unhandled C++ exception"}, 0x40010004: {"DBG_TERMINATE_PROCESS", "ended at shutdown"},
	0x80131506: {"COR_E_EXECUTIONENGINE", ".NET runtime failure"},
}

// ExplainExit says what an exit code means. Windows codes come unsigned or, as the API stores them, as negative int32.
func ExplainExit(code int64) Exit {
	if code < 0 || code > 0xFFFF {
		if n, ok := ntstatus[uint32(code)]; ok {
			return Exit{Code: code, Name: n[0], Meaning: fmt.Sprintf("Windows 0x%08X %s: %s", uint32(code), n[0], n[1]), Causes: n[1]}
		}
		return Exit{Code: code, Meaning: fmt.Sprintf("Windows status 0x%08X", uint32(code))}
	}
	if known, ok := exitCodes[code]; ok {
		return Exit{Code: code, Meaning: known[0], Causes: known[1]}
	}
	if s, ok := signals[code-128]; ok && code > 128 {
		return Exit{Code: code, Signal: s[0], Meaning: "ended by " + s[0] + " (" + s[1] + ")", Causes: s[2]}
	}
	if code > 128 && code <= 128+64 {
		n := strconv.FormatInt(code-128, 10)
		return Exit{Code: code, Signal: "signal " + n, Meaning: "ended by signal " + n + ", or a code of the program's own"}
	}
	return Exit{Code: code, Meaning: "a code of the program's own"}
}
