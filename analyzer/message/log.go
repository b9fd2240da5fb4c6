package message

import (
	"regexp"
	"strings"
)

// LogFault is a well-known sort of failure in a line of a log.
type LogFault int

// The faults that log lines tell.
const (
	LogNone LogFault = iota
	LogLookup
	LogRefused
	LogTimeout
	LogUnreachable
	LogConnect
	LogCertificate
	LogAuth
	LogRBAC
	LogPermission
	LogPort
	LogDisk
	LogReadOnly
	LogHeap
	LogLibrary
	LogSetting
	LogConfig
	LogArguments
	LogMissingFile
	LogSchema
	LogLimit
	LogProcessor
	LogKernel
	LogVersion
	LogDamaged
	LogLocked
	LogType
	LogCaches
	LogLease
	LogForeign
	LogAddress
	LogPanic
	LogFatal
)

var logWords = [...]string{
	"", "a host name that does not resolve", "a refused connection", "a connection that timed out", "a network that is unreachable",
	"a connection that could not be made",
	"a certificate that is not accepted", "a refused login", "a permission that its ServiceAccount lacks (RBAC)",
	"a file or system permission", "a port that is already in use", "a full disk", "a read-only file system",
	"the memory limit of its own runtime", "a missing library", "a setting that is missing", "a configuration that cannot be read",
	"arguments that a program does not know", "a file that is missing", "a database schema that does not fit",
	"a limit of open files or processes", "a processor that lacks instructions", "a kernel setting or module of the node",
	"data of another version of the program", "data that is damaged", "a lock that another process holds",
	"a resource type that the API server does not serve", "caches of API objects that did not fill", "a leader lease that it lost",
	"data that belongs to another cluster", "an address that its host does not have",
	"an unhandled exception", "an error it calls fatal",
}

var logShort = [...]string{
	"", "unknown host", "connection refused", "connection timed out", "network unreachable", "connection failed", "certificate refused",
	"login refused", "RBAC forbids it", "permission denied", "port in use", "disk full", "read-only file system", "heap full",
	"library missing", "setting missing", "bad configuration", "unknown arguments", "file missing",
	"schema does not fit", "limit of files or processes", "processor too old", "kernel setting", "data of another version",
	"data damaged", "locked by another process", "resource type missing", "API caches not filled", "leader lease lost",
	"data of another cluster", "address not on its host", "exception", "fatal error",
}

// Short is the fault as a title says it.
func (f LogFault) Short() string { return logShort[f] }

// Words is the fault as a noun phrase.
func (f LogFault) Words() string { return logWords[f] }

// LogLine is what one line of a log tells.
type LogLine struct {
	Fault LogFault
	Host  string // the other side, where the line names one
	Port  int
}

// Remote reports whether the line is about reaching another host, which it names.
func (l LogLine) Remote() bool { return l.Connection() && l.Host != "" && !local(l.Host) }

// Connection reports whether the line is about a connection that failed or an address that does not resolve.
func (l LogLine) Connection() bool {
	switch l.Fault {
	case LogLookup, LogRefused, LogTimeout, LogUnreachable, LogConnect:
		return true
	}
	return false
}

func local(host string) bool {
	return host == "localhost" || strings.HasPrefix(host, "127.") || host == "::1" || host == "0.0.0.0" || host == "::"
}

// logTexts are tried in order on the lower-cased line: what names a cause stands before what only names a symptom. A part
// with "*" wants its pieces in that order; one with "|" before it begins a word: "enotfound" is no part of FileNotFoundException.
var logTexts = []struct {
	fault LogFault
	parts []string
}{
	{LogPanic, []string{"unreachable code", "unreachable statement"}}, // no network is meant
	{LogHeap, []string{"|outofmemoryerror", "javascript heap out of memory", "reached heap limit",
		"fatal error: runtime: out of memory", "runtime: out of memory", "runtime: cannot allocate memory", "cannot allocate memory",
		"std::bad_alloc", "|memoryerror", "allowed memory size of", "system.outofmemoryexception", "failed to allocate memory",
		"insufficient memory for the java runtime"}},
	{LogProcessor, []string{"cpu does not support", "processor does not support", "requires a cpu with", "requires a processor with",
		"illegal instruction"}},
	{LogRBAC, []string{"is forbidden: user \"system:serviceaccount", "is forbidden: user \\\"system:serviceaccount",
		"cannot list resource", "cannot get resource", "cannot watch resource", "cannot create resource", "cannot update resource",
		"cannot patch resource"}},
	{LogCertificate, []string{"x509:", "certificate has expired", "certificate verify failed", "unable to get local issuer",
		"self signed certificate", "self-signed certificate", "pkix path building failed", "sslhandshakeexception", "bad certificate",
		"certificate signed by unknown authority", "err_tls_cert"}},
	{LogLookup, []string{"no such host", "name or service not known", "temporary failure in name resolution", "could not resolve host",
		"could not translate host name", "getaddrinfo enotfound", "getaddrinfo eai_again", "|enotfound", "unknownhostexception",
		"nodename nor servname", "name does not resolve", "nxdomain", "host not found", "bad address", "unknown mysql server host",
		"unable to resolve host", "failed to resolve", "server misbehaving", "can't resolve",
		"no resolvable bootstrap", "failed to lookup address information", "getaddrinfo for * failed", "getaddrinfo failed",
		"no address associated with hostname", "hostnotfound", "such host is known", "could not resolve",
		"couldn't resolve host", "not resolvable"}},
	{LogPort, []string{"address already in use", "|eaddrinuse", "only one usage of each socket address",
		"port is already allocated", "address in use"}},
	{LogAddress, []string{"bind: cannot assign requested address", "listen eaddrnotavail", "bind * cannot assign requested address",
		"listen * cannot assign requested address"}},
	{LogRefused, []string{"connection refused", "|econnrefused", "actively refused", "connectexception: connection",
		"connection to * refused",
		"connect to * refused", "refused the connection", "server on * (111)", "errno 111", "errno: 111", "connectionrefused"}},
	{LogUnreachable, []string{"no route to host", "network is unreachable", "|ehostunreach", "|enetunreach", "host is unreachable",
		"noroutetohost", "host unreachable"}},
	{LogDisk, []string{"no space left on device", "|enospc", "disk quota exceeded", "disk full", "database or disk is full"}},
	{LogKernel, []string{"vm.max_map_count", "max virtual memory areas", "error setting key", "can't initialize iptables",
		"do you need to insmod", "could not insert '"}},
	{LogReadOnly, []string{"read-only file system", "|erofs"}},
	{LogAuth, []string{"password authentication failed", "access denied for user", "authentication failed", "auth failed", "wrongpass",
		"noauth authentication required", "invalid username-password", "login failed for user", "401 unauthorized", "403 forbidden",
		"invalid credentials", "invalid api key", "expiredtoken", "nocredentialproviders", "sasl authentication", "unauthorized: ",
		"accessdenied: ", "invalidaccesskeyid", "role \"* does not exist", "no pg_hba.conf entry", "ora-01017",
		"invalid username or password", "unable to locate credentials", "could not find default credentials", "no valid credential",
		"not authorized to perform"}},
	{LogLibrary, []string{"error while loading shared libraries", "cannot open shared object file", "version `glibc", "version 'glibc",
		"glibcxx_", "symbol not found", "relocation error", "undefined symbol", "modulenotfounderror", "no module named",
		"cannot find module", "classnotfoundexception", "noclassdeffounderror",
		"could not load file or assembly", "cannot load such file", "importerror:", "unsupportedclassversionerror",
		"compiled by a more recent version", "err_module_not_found", "could not find or load main class", "nosuchmethoderror",
		"gemnotfound", "compatible framework version"}},
	{LogVersion, []string{"database files are incompatible", "data directory was initialized by", "not compatible with this version",
		"featurecompatibilityversion", "feature compatibility version", "can't handle rdb format", "cannot downgrade", "downgrade is not",
		"downgrading from", "downgrade from", "upgrade from * is not supported", "upgrade after a crash is not supported",
		"by a newer version of", "with a newer version of", "from a newer version of", "cannot be upgraded directly",
		"unsupported redo log", "index created in version"}},
	{LogForeign, []string{"cluster id mismatch", "inconsistentclusterid", "doesn't match stored clusterid", "has already been bootstrapped",
		"different cluster uuid", "belongs to a different cluster", "system id mismatch"}},
	{LogDamaged, []string{"checksum mismatch", "crc mismatch", "invalid checkpoint record", "valid checkpoint record",
		"bad file format reading", "reading the append only file", "is corrupt", "are corrupt", " corrupted", "corruption detected",
		"data corruption", "bad magic number", "invalid magic number", "should be repaired", "marked as crashed",
		"disk image is malformed", "get all reachable pages"}},
	{LogLocked, []string{"failed to obtain node lock", "lock file * already exists", "lock held by", "already locked", "unable to lock",
		"could not lock", "lock * resource temporarily unavailable", "cannot lock", "unable to acquire lock", "failed to acquire lock",
		"database is locked", "another instance is running", "another process is using", "already in use by another process"}},
	{LogLimit, []string{"too many open files", "|emfile", "resource temporarily unavailable", "unable to create new native thread",
		"pthread_create failed"}},
	{LogSetting, []string{"environment variable*not ", "environment variable*missing", "environment variable*required",
		"environment variable*must", "environment variable*undefined", "environment variable*empty", "missing*environment variable",
		"required*environment variable", "missing env", "required env", "env var*not ", "env var*missing", "env var*required",
		"is not set", "must be set", "missing required", "required flag",
		"undefined variable", "keyerror:", "unbound variable", "required key", "required setting", "must be configured",
		"must be specified", "neither * is set"}},
	{LogPermission, []string{"migrat*permission denied", "migrat*operation not permitted"}},
	{LogSchema, []string{"relation \"", "no such table", "unknown column", "doesn't exist in engine", "schema version*not ",
		"schema version*mismatch", "schema version*newer", "schema version*want", "schema version*expected", "expected*schema version",
		"unsupported schema version",
		"migration*fail", "fail*migrat", "migrat*error", "error*migrat", "could not*migrat", "cannot*migrat", "unable to*migrat",
		"migrations are pending", "pending migration", "unapplied migration", "dirty database",
		"table '* doesn't exist", "column * does not exist", "no such column", "unknown database", "database \"* does not exist"}},
	{LogType, []string{"no matches for kind", "could not find the requested resource"}},
	{LogConfig, []string{"syntax error", "parse error", "error parsing", "failed to parse", "cannot parse", "could not parse", "yaml: line",
		"yaml: unmarshal", "yaml: map", "yaml: did not", "yaml: control", "yaml: invalid", "converting yaml", "yaml-cpp: ",
		"invalid character", "unexpected token", "invalid configuration", "invalid config", "configuration error", "config error",
		"config invalid", "configuration invalid", "config is invalid", "configuration is invalid",
		"config not valid"}},
	{LogArguments, []string{"unknown flag", "unknown shorthand flag", "unrecognized option", "unrecognised option", "unrecognized argument",
		"unknown option", "unknown argument", "invalid option", "illegal option",
		"flag provided but not defined", "unexpected argument", "invalid value for", "missing script"}},
	{LogPermission, []string{"permission denied", "|eacces", "operation not permitted", "|eperm", "permissionerror", "access is denied",
		"accessdeniedexception", "has invalid permissions", "has wrong ownership", "bad owner or permissions", "is not writable",
		"must be run as root", "must run as root"}},
	{LogCaches, []string{"caches to sync: timed out", "cache to be synced"}},
	{LogLease, []string{"leader election lost", "leaderelection lost", "lost leader lease", "lost leadership"}},
	{LogTimeout, []string{"i/o timeout", "context deadline exceeded", "connection timed out", "|etimedout", "connect timeout", "timed out",
		"timeout exceeded", "read timeout", "timeout occurred after waiting", "timeout expired", "connection timeout"}},
	{LogConnect, []string{"failed to connect", "could not connect", "couldn't connect", "unable to connect", "cannot connect",
		"can't connect", "not possible to connect", "connection failed", "communications link failure", "brokerunreachable",
		"endpoints were reachable", "error occurred while establishing a connection",
		"connection reset by peer", "|econnreset", "error trying to connect", "error while dialing", "failed to dial",
		"nobrokersavailable", "nonodeavailable", "no living connections", "serverselectiontimeout", "serverselectionerror",
		"is not reachable", ":* unreachable", "unreachable host", "server has gone away",
		"closed the connection unexpectedly"}},
	{LogMissingFile, []string{"no such file", "file not found", "filenotfound", "|enoent", "cannot find the file",
		"file does not exist", "file * does not exist", "directory * does not exist", "path * does not exist", "unable to access jarfile"}},
	{LogConfig, []string{"error reading *config", "error loading *config", "failed to load *config", "failed to read *config",
		"unable to load *config", "unable to read *config", "could not load *config", "could not read *config", "cannot load *config",
		"cannot read *config", "[emerg]", "wrong file structure", "bad conversion", "cannot unmarshal", "unmarshal error", "toml:"}},
	{LogPanic, []string{"panic:", "unhandled exception", "uncaught exception", "exception in thread", "unhandledpromiserejection",
		"segmentation fault", "sigsegv", "assertion failed", "fatal exception", "thread 'main' panicked"}},
	{LogFatal, []string{"fatal", "critical", "emerg", "panic", "error", "exception", "failed", "cannot ", "can't "}},
}

// ParseLog classifies a line of a log. LogNone is a line that tells of no failure.
func ParseLog(text string) LogLine {
	l := LogLine{Fault: faultOf(strings.ToLower(text))}
	if l.Fault != LogNone {
		l.Host, l.Port = logHost(text)
	}
	return l
}

func faultOf(low string) LogFault {
	switch {
	case !logNeedles.in(low):
		return LogNone
	case strings.HasPrefix(low, "[signal "): // Go's word on the panic that stands before it
		return LogFatal
	}
	for _, t := range logTexts {
		for _, p := range t.parts {
			if word, whole := strings.CutPrefix(p, "|"); (whole && beginsWord(low, word) || !whole && hasParts(low, p)) &&
				!harmless(t.fault, low) {
				return t.fault
			}
		}
	}
	return LogNone
}

// beginsWord reports whether the text holds the word, with no letter or digit before it.
func beginsWord(text, word string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		from += i
		if from == 0 || !strings.ContainsAny(text[from-1:from], "abcdefghijklmnopqrstuvwxyz0123456789") {
			return true
		}
		from += len(word)
	}
}

var logRecovers = regexp.MustCompile(`(?i)\b(?:re)?connected\b|\bconnection (?:established|restored|successful)|\blistening (?:on|at)\b|\bserver (?:started|is ready)\b`)

// LogRecovers reports whether the line tells that a connection stands or that the program serves: a failure to reach another
// host before it is over.
func LogRecovers(text string) bool {
	low := strings.ToLower(text)
	for _, no := range []string{"not connected", "disconnected", "fail", "error", "unable", "cannot", "could not", "refused"} {
		if strings.Contains(low, no) {
			return false
		}
	}
	return logRecovers.MatchString(text)
}

var logChild = regexp.MustCompile(`(?i)(?:rc|exit(?:ed)?(?: with)?(?: status| code)?|status|code|returned)[ =:]+137\b|signal(?:ed)?:? (?:killed|9\b)|\bkilled\b|\bSIGKILL\b`)

// ChildKilled reports whether the line tells that a child of the writer was killed by signal 9; who writes it still runs.
func ChildKilled(text string) bool {
	return (strings.Contains(text, "137") || hasFold(text, "sig") || hasFold(text, "kill")) && logChild.MatchString(text)
}

var logChildCode = regexp.MustCompile(`(?i)(?:rc|exit(?:ed)?(?: with)?(?: status| code)?|status|code|returned)[ =:]+137\b|(?:worker|child|process|pid)\b.*(?:signal(?:ed)?:? (?:killed|9\b)|SIGKILL\b)`)

// ChildCode reports whether the line names a child's end by signal 9 in so many words: its code 137, or SIGKILL of a worker.
func ChildCode(text string) bool {
	return (strings.Contains(text, "137") || hasFold(text, "sig")) && logChildCode.MatchString(text)
}

// hasFold reports whether the text holds the part, which is in lower case, in letters of any case. It keeps expressions that
// are tried in vain on nearly every line of every log away from them.
func hasFold(text, part string) bool {
	for i := 0; i+len(part) <= len(text); i++ {
		if text[i]|0x20 == part[0] && strings.EqualFold(text[i:i+len(part)], part) {
			return true
		}
	}
	return false
}
