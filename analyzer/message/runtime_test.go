package message

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseEviction(t *testing.T) {
	for text, want := range map[string]Eviction{
		"The node was low on resource: memory. Threshold quantity: 100Mi, available: 88Mi. Container app was using 1843Mi, request is 256Mi, has larger consumption of memory. Container log was using 9Mi, request is 0, has larger consumption of memory. ": {
			Kind: EvictionPressure, Resource: "memory", Threshold: "100Mi", Available: "88Mi",
			Usage: []EvictionUsage{{Name: "app", Used: "1843Mi", Request: "256Mi"}, {Name: "log", Used: "9Mi", Request: "0"}}},
		"The node was low on resource: memory. Threshold quantity: 100Mi, available: 88Mi. Pod web was using 2Gi, request is 1Gi, has larger consumption of memory. ": {
			Kind: EvictionPressure, Resource: "memory", Threshold: "100Mi", Available: "88Mi",
			Usage: []EvictionUsage{{Pod: true, Name: "web", Used: "2Gi", Request: "1Gi"}}},
		"The node was low on resource: ephemeral-storage. Container app was using 5053216Ki, which exceeds its request of 0. ": {
			Kind: EvictionPressure, Resource: "ephemeral-storage", Usage: []EvictionUsage{{Name: "app", Used: "5053216Ki", Request: "0"}}},
		"The node was low on resource: nodefsInodes.":     {Kind: EvictionPressure, Resource: "inodes"},
		"The node was low on resource: imagefs.":          {Kind: EvictionPressure, Resource: "ephemeral-storage"},
		"The node was low on resource: [MemoryPressure].": {Kind: EvictionPressure, Resource: "memory"},
		"The node was low on compute resources.":          {Kind: EvictionPressure, Resource: "memory"},
		"The node was low on resource: pids. Threshold quantity: 1k, available: 5. ": {Kind: EvictionPressure, Resource: "pids",
			Threshold: "1k", Available: "5"},
		"Pod was rejected: The node had condition: [MemoryPressure DiskPressure]. ": {Kind: EvictionAdmission,
			Conditions: []string{"MemoryPressure", "DiskPressure"}},
		"Pod The node had condition: [DiskPressure]. ": {Kind: EvictionAdmission, Conditions: []string{"DiskPressure"}},
		`Usage of EmptyDir volume "cache" exceeds the limit "10Mi". `: {Kind: EvictionEmptyDir, Resource: "ephemeral-storage",
			Volume: "cache", Limit: "10Mi"},
		`usage of EmptyDir volume "cache" exceeds the limit "10Mi"`: {Kind: EvictionEmptyDir, Resource: "ephemeral-storage",
			Volume: "cache", Limit: "10Mi"},
		"Pod ephemeral local storage usage exceeds the total limit of containers 20Mi. ": {Kind: EvictionPodStorage,
			Resource: "ephemeral-storage", Limit: "20Mi"},
		`Container app exceeded its local ephemeral storage limit "1Gi". `: {Kind: EvictionContainer,
			Resource: "ephemeral-storage", Container: "app", Limit: "1Gi"},
		"Something that no kubelet ever wrote": {},
	} {
		if diff := cmp.Diff(want, ParseEviction(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestParseKill(t *testing.T) {
	for text, want := range map[string]struct {
		by        Killer
		container string
	}{
		"Stopping container app":                                   {KillStop, "app"},
		"Container app failed liveness probe, will be restarted":   {KillLiveness, "app"},
		"Container app failed startup probe":                       {KillStartup, "app"},
		"Init container proxy failed startup probe":                {KillStartup, "proxy"},
		"Container app definition changed, will be restarted":      {KillDefinition, "app"},
		"Container app resize requires restart, will be restarted": {KillResize, "app"},
		"FailedPostStartHook":                                      {KillHook, ""},
		`Killing container with docker id 0b7743acd1a5: pod "web-x_default(u)" container "web" is unhealthy, it will be killed and re-created.`: {KillLiveness, "web"},
		"Killing container with id docker://jenkins:Container failed liveness probe.. Container will be killed and recreated.":                  {KillLiveness, "jenkins"},
		"Killing container with id docker://web:Need to kill Pod":                                                                               {KillStop, "web"},
		`Container is in "unknown" state, try killing it before restart`:                                                                        {KillState, ""},
		"Killing for sport": {KillOther, ""},
	} {
		if got := ParseKill(text); got != want.by {
			t.Errorf("%q: killer %d, want %d", text, got, want.by)
		}
		if got := KilledContainer(text); got != want.container {
			t.Errorf("%q: container %q, want %q", text, got, want.container)
		}
	}
}

func TestParseHook(t *testing.T) {
	exec := `Exec lifecycle hook ([sh -c register]) for Container "app" in Pod "web_shop(1)" failed - error: command 'sh -c register' exited with 7: , message: "no such key\n"`
	for text, want := range map[string]Hook{
		"PostStartHook failed": {Hidden: true},
		"PreStopHook failed":   {Hidden: true},
		exec: {Kind: "exec", Action: "sh -c register", Container: "app", Exit: 7,
			Error: "command 'sh -c register' exited with 7: ", Output: "no such key"},
		`HTTP lifecycle hook (/register) for Container "app" in Pod "web_shop(1)" failed - error: Get "http://10.0.0.1:8500/register": dial tcp 10.0.0.1:8500: connect: connection refused`: {
			Kind: "http", Action: "/register", Container: "app",
			Error: `Get "http://10.0.0.1:8500/register": dial tcp 10.0.0.1:8500: connect: connection refused`},
		"Error executing in Docker Container: 2": {Error: "Error executing in Docker Container: 2"},
	} {
		if diff := cmp.Diff(want, ParseHook(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestParseProbe(t *testing.T) {
	for text, want := range map[string]Probe{
		`Readiness probe failed: Get "http://10.0.0.1:9090/healthz": dial tcp 10.0.0.1:9090: connect: connection refused`:                 {Kind: Readiness, Fault: ProbeRefused, Host: "10.0.0.1", Port: 9090, Path: "/healthz"},
		`Liveness probe failed: Get http://10.0.0.1:80/: dial tcp 10.0.0.1:80: getsockopt: connection refused`:                            {Kind: Liveness, Fault: ProbeRefused, Host: "10.0.0.1", Port: 80, Path: "/"},
		`Liveness probe failed: HTTP probe failed with statuscode: 404`:                                                                   {Kind: Liveness, Fault: ProbeStatus, Status: 404},
		`Startup probe failed: dial tcp 10.0.0.1:15021: connect: connection refused`:                                                      {Kind: Startup, Fault: ProbeRefused, Host: "10.0.0.1", Port: 15021},
		`Readiness probe failed: Get "http://10.0.0.1:8080/": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`: {Kind: Readiness, Fault: ProbeTimeout, Host: "10.0.0.1", Port: 8080, Path: "/"},
		`Liveness probe failed: Get http://10.0.0.1:8080/: net/http: request canceled (Client.Timeout exceeded while awaiting headers)`:   {Kind: Liveness, Fault: ProbeTimeout, Host: "10.0.0.1", Port: 8080, Path: "/"},
		`Readiness probe failed: dial tcp 10.0.0.1:80: i/o timeout`:                                                                       {Kind: Readiness, Fault: ProbeUnreachable, Host: "10.0.0.1", Port: 80},
		`Readiness probe failed: Get "https://10.0.0.1:443/": http: server gave HTTP response to HTTPS client`:                            {Kind: Readiness, Fault: ProbeScheme, Host: "10.0.0.1", Port: 443, Path: "/"},
		`Readiness probe failed: Get "http://[fd00::1]:8080/": EOF`:                                                                       {Kind: Readiness, Fault: ProbeClosed, Host: "fd00::1", Port: 8080, Path: "/"},
		`Readiness probe failed: `:                                             {Kind: Readiness, Fault: ProbeExec},
		`Readiness probe failed: replica lag 934s exceeds 30s`:                 {Kind: Readiness, Fault: ProbeExec},
		`Liveness probe failed: command timed out: "false" timed out after 1s`: {Kind: Liveness, Fault: ProbeExecTimeout},
		`Liveness probe errored and resulted in unknown state: rpc error: code = Unknown desc = failed to exec in container: failed to start exec "1": OCI runtime exec failed: exec failed: unable to start container process: exec: "curl": executable file not found in $PATH: unknown`: {Kind: Liveness, Fault: ProbeExecMissing, Errored: true},
		`Readiness probe errored: rpc error: code = Unknown desc = container not running (1)`: {Kind: Readiness, Fault: ProbeGone, Errored: true},
		`Liveness probe failed: service unhealthy (responded with "NOT_SERVING")`:             {Kind: Liveness, Fault: ProbeGRPC},
		`Startup probe failed: timeout: failed to connect service "10.0.0.1:9000" within 1s: context deadline exceeded`: {Kind: Startup,
			Fault: ProbeTimeout, Host: "10.0.0.1", Port: 9000},
	} {
		got, ok := ParseProbe(text)
		want.Output, got.Output = "", ""
		if diff := cmp.Diff(want, got); diff != "" || !ok {
			t.Errorf("%q (-want +got, ok %v):\n%s", text, ok, diff)
		}
	}
	if _, ok := ParseProbe("Back-off restarting failed container"); ok {
		t.Error("a back-off is not a probe")
	}
}

func TestExplainExit(t *testing.T) {
	for code, want := range map[int64]string{
		1: "general error", 42: "a code of the program's own", 127: "command not found", 137: "ended by SIGKILL (killed from outside)",
		139: "ended by SIGSEGV (segmentation fault)", 143: "ended by SIGTERM (asked to end)",
		-1073741819: "Windows 0xC0000005 STATUS_ACCESS_VIOLATION: access violation",
		3221225477:  "Windows 0xC0000005 STATUS_ACCESS_VIOLATION: access violation",
		-532462766:  "Windows 0xE0434352 CLR_EXCEPTION: unhandled .NET exception", 200: "a code of the program's own",
	} {
		if got := ExplainExit(code).Meaning; got != want {
			t.Errorf("%d: %q, want %q", code, got, want)
		}
	}
}

func TestParseNodeReady(t *testing.T) {
	for text, want := range map[string][]NodeFault{
		"Kubelet stopped posting node status.": {NodeSilent},
		"[container runtime is down, PLEG is not healthy: pleg was last seen active 3m5s ago; threshold is 3m0s]":                                               {NodeRuntime, NodePLEG},
		"container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized": {NodeNetwork},
		"node is shutting down": {NodeShutdown},
		"the moon is full":      nil,
	} {
		if diff := cmp.Diff(want, ParseNodeReady(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestJudgeCondition(t *testing.T) {
	for _, c := range []struct {
		kind, status string
		bad, known   bool
	}{
		{"Ready", "True", false, true}, {"Ready", "Unknown", true, true}, {"DiskPressure", "True", true, true},
		{"DiskPressure", "Unknown", false, true},
		{"KernelDeadlock", "False", false, true}, {"EtcdIsVoter", "True", false, false}, {"SomethingNew", "False", false, false},
		{"StorageReady", "False", true, true}, {"StorageReady", "True", false, true}, {"StorageReady", "Unknown", false, true},
	} {
		if bad, known, _ := JudgeCondition(c.kind, c.status); bad != c.bad || known != c.known {
			t.Errorf("%s=%s: bad %v known %v", c.kind, c.status, bad, known)
		}
	}
}

func TestParseLog(t *testing.T) {
	for text, want := range map[string]LogLine{
		"2026-11-30T14:53:34Z ERROR db: dial tcp: lookup payments-db.payments.svc.cluster.local: no such host": {Fault: LogLookup,
			Host: "payments-db.payments.svc.cluster.local"},
		"dial tcp: lookup db on 10.96.0.10:53: no such host":   {Fault: LogLookup, Host: "db"},
		"Error: getaddrinfo ENOTFOUND redis-master":            {Fault: LogLookup, Host: "redis-master"},
		"connect ECONNREFUSED 10.96.3.4:5432":                  {Fault: LogRefused, Host: "10.96.3.4", Port: 5432},
		"dial tcp 10.96.3.4:5432: connect: connection refused": {Fault: LogRefused, Host: "10.96.3.4", Port: 5432},
		`could not connect to server: Connection refused Is the server running on host "db" (10.96.3.4) and accepting TCP/IP connections on port 5432?`: {Fault: LogRefused, Host: "db", Port: 5432},
		"java.net.UnknownHostException: kafka.orders.svc": {Fault: LogLookup,
			Host: "kafka.orders.svc"},
		"FATAL: password authentication failed for user \"app\"":                                                         {Fault: LogAuth},
		"java.lang.OutOfMemoryError: Java heap space":                                                                    {Fault: LogHeap},
		"FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory":                              {Fault: LogHeap},
		"listen tcp :8080: bind: address already in use":                                                                 {Fault: LogPort},
		"write /data/x: no space left on device":                                                                         {Fault: LogDisk},
		"error while loading shared libraries: libssl.so.1.1: cannot open shared object file: No such file or directory": {Fault: LogLibrary},
		`pods is forbidden: User "system:serviceaccount:shop:api" cannot list resource "pods" in API group ""`:           {Fault: LogRBAC},
		"api: FATAL config: required environment variable DATABASE_URL is not set":                                       {Fault: LogSetting},
		"mkdir /archive: permission denied":                                                                              {Fault: LogPermission},
		"Fatal glibc error: CPU does not support x86-64-v2":                                                              {Fault: LogProcessor},
		"[1]: max virtual memory areas vm.max_map_count [65530] is too low, increase to at least [262144]":               {Fault: LogKernel},
		"FATAL:  database files are incompatible with server":                                                            {Fault: LogVersion},
		"# Bad file format reading the append only file appendonly.aof":                                                  {Fault: LogDamaged},
		"[ERROR] [InnoDB] Unable to lock ./ibdata1 error: 11":                                                            {Fault: LogLocked},
		"the Cluster ID x doesn't match stored clusterId Some(y) in meta.properties":                                     {Fault: LogForeign},
		"listen tcp 10.1.2.3:9100: bind: cannot assign requested address":                                                {Fault: LogAddress, Host: "10.1.2.3", Port: 9100},
		`no matches for kind "Foo" in version "acme.io/v1"`:                                                              {Fault: LogType},
		"failed to wait for foo caches to sync: timed out waiting for cache to be synced":                                {Fault: LogCaches},
		"error executing command: leader election lost":                                                                  {Fault: LogLease},
		"could not load plugins config: bad conversion":                                                                  {Fault: LogConfig},
		"failed to load config: open /etc/app.yaml: no such file or directory":                                           {Fault: LogMissingFile},
		"[signal SIGSEGV: segmentation violation code=0x1 addr=0x8 pc=0x1]":                                              {Fault: LogFatal},
		"ModuleNotFoundError: No module named 'psycopg2'":                                                                {Fault: LogLibrary},
		"java.io.FileNotFoundException: /config/app.yml":                                                                 {Fault: LogMissingFile},
		"org.springframework.web.client.ResourceAccessException: it rains":                                               {Fault: LogFatal},
		"nginx: [emerg] mkdir() \"/var/cache/nginx\" failed (13: Permission denied)":                                     {Fault: LogPermission},
		"nginx: [emerg] unknown directive \"servr\" in /etc/nginx/nginx.conf:3":                                          {Fault: LogConfig},
		"opening storage failed: lock DB directory: resource temporarily unavailable":                                    {Fault: LogLocked},
		"npm ERR! Missing script: \"start\"":                                                                             {Fault: LogArguments},
		"Loading environment variables from .env":                                                                        {},
		"Applying migration 0005_orders OK":                                                                              {},
		"config migration failed: rename /x/a /x/b: permission denied":                                                   {Fault: LogPermission},
		"ERROR migration 0005_orders: duplicate column":                                                                  {Fault: LogSchema},
		"env var API_KEY is required":                                                                                    {Fault: LogSetting},
		"Picked up JAVA_TOOL_OPTIONS: -XX:+ExitOnOutOfMemoryError":                                                       {},
		"Starting server on :8080 with read timeout 30s":                                                                 {},
		"\"GET /api/v1/items HTTP/1.1\" 403 Forbidden":                                                                   {},
		"WARN LOG_LEVEL is not set, using default info":                                                                  {},
		"read timeout after 30s":                                                                                         {Fault: LogTimeout},
		"Exception in thread main java.lang.OutOfMemoryError":                                                            {Fault: LogHeap},
		"MemoryError":                                   {Fault: LogHeap},
		"starting initial corruption check":             {},
		"loading config file /etc/app.yaml":             {},
		"lock is held by api-1 and has not yet expired": {},
		"api: listening on :8080":                       {},
	} {
		if diff := cmp.Diff(want, ParseLog(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestChildKilled(t *testing.T) {
	for text, want := range map[string]bool{
		"wrapper: worker 1 was killed rc=137, respawning": true, "Killed": true, "child exited with code 137": true, "signal: killed": true,
		"exited with code 1": false, "listening on :1370": false,
	} {
		if got := ChildKilled(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestLogRecovers(t *testing.T) {
	for text, want := range map[string]bool{
		"INFO cache connected":                              true,
		"redis: reconnected after 3 tries":                  true,
		"Listening on :8080":                                true,
		"not connected to broker":                           false,
		"client disconnected":                               false,
		"failed to get connected":                           false,
		"dial tcp 10.0.0.1:80: connect: connection refused": false,
		"loading modules":                                   false,
	} {
		if got := LogRecovers(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
