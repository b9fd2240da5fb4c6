package message

import "testing"

func TestParseStart(t *testing.T) {
	runc := "failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: "
	for _, tt := range []struct {
		text  string
		class StartClass
		path  string
	}{
		{runc + `exec: "sh": executable file not found in $PATH: unknown`, StartNotFound, "sh"},
		{runc + `exec: "/opt/bin/runnerd": stat /opt/bin/runnerd: no such file or directory: unknown`, StartNoFile, "/opt/bin/runnerd"},
		{runc + `exec: "/app/migrate": permission denied: unknown`, StartNoPermission, "/app/migrate"},
		{`failed to create containerd container: rootpath on mountPath C:\\x, volumePath C:\\config: The system cannot find the path specified.`, StartMount, ""},
		{runc + `exec: "/app": is a directory: unknown`, StartDirectory, "/app"},
		{runc + `error during container init: mkdir /etc/passwd: not a directory: unknown`, StartWorkingDir, "/etc/passwd"},
		{runc + `container init was OOM-killed (memory limit too low?): unknown`, StartMemory, ""},
		{runc + `error during container init: unable to apply apparmor profile: apparmor failed to apply profile: write /proc/self/attr/apparmor/exec: no such file or directory: unknown`, StartAppArmor, ""},
		{runc + `unable to apply cgroup configuration: failed to write "104": device or resource busy`, StartCgroup, ""},
		{"API error (404): Cannot start container d5c3: [8] System error: exec: \"start\": executable file not found in $PATH\n",
			StartNotFound, "start"},
		{`container create failed: time="2020" level=error msg="container_linux.go:349: starting container process caused \"exec: \\\"foo\\\": executable file not found in $PATH\""`, StartNotFound, "foo"},
		{`oci runtime error: container_linux.go:247: starting container process caused "exec: \"/bin/x\": stat /bin/x: no such file or directory"`, StartNoFile, "/bin/x"},
		{"container create failed: executable file `foo` not found in $PATH: No such file or directory", StartNotFound, "foo"},
		{"container create failed: open executable: Permission denied", StartNoPermission, ""},
		{"failed to start container: exec container process `/app/bin`: Exec format error", StartFormat, "/app/bin"},
		{`Error response from daemon: OCI runtime create failed: container_linux.go:345: starting container process caused "chdir to cwd (\"/app\") set in config.json failed: no such file or directory": unknown`, StartWorkingDir, "/app"},
		{`failed to generate container "x" spec: failed to generate seccomp spec opts: cannot load seccomp profile "/var/p.json": open /var/p.json: no such file or directory`, StartSeccomp, "/var/p.json"},
		{`failed to generate container "cead" spec: failed to generate spec: no command specified`, StartNoCommand, ""},
		{`failed to reserve container name "a_0": name "a_0" is reserved for "d6fc"`, StartReserved, ""},
		{`Error: the container name "a_0" is already in use by "d6fc". You have to remove that container to be able to reuse that name.`,
			StartReserved, ""},
		{`path "/mnt" is mounted on "/" but it is not a shared mount`, StartPropagation, ""},
		{`failed to create containerd container: get image: failed to resolve image "sha256:1": not found`, StartImageGone, ""},
		{"OCI runtime create failed: nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown", StartDevice, ""},
		{"unable to find user app: no matching entries in passwd file", StartUser, ""},
		{"runc create failed: unable to create new parent process: namespace path: lstat /proc/0/ns/ipc: no such file or directory: unknown",
			StartSandboxGone, ""},
		{"context deadline exceeded", StartTimeout, ""},
		{"something nobody wrote before", StartUnclassified, ""},
	} {
		if got := ParseStart("Error: " + tt.text); got.Class != tt.class || got.Path != tt.path {
			t.Errorf("ParseStart(%q) = %q, path %q; want %q, path %q", tt.text, got.Class, got.Path, tt.class, tt.path)
		}
	}
}

func TestParseStartMount(t *testing.T) {
	for _, tt := range []struct{ text, from, mount, why string }{
		{`error during container init: error mounting "/var/conf" to rootfs at "/etc/passwd": mount /var/conf:/etc/passwd (via /proc/self/fd/6), flags: 0x5001: not a directory: unknown`, "/var/conf", "/etc/passwd", "not a directory"},
		{`container_linux.go:380: starting container process caused: rootfs_linux.go:75: mounting "/var/sub/0" to rootfs at "/etc/app.conf" caused: mount through procfd: not a directory: unknown`, "/var/sub/0", "/etc/app.conf", "not a directory"},
		{`rootfs_linux.go:58: mounting \"/a\" to rootfs \"/var/lib/docker/x\" at \"/etc/app.conf\" caused \"no such file or directory\"`,
			"/a", "/etc/app.conf", "no such file or directory"},
		{"mount `/a` to `/b`: Read-only file system", "/a", "/b", "read-only file system"},
	} {
		got := ParseStart(tt.text)
		if got.Class != StartMount || got.From != tt.from || got.Mount != tt.mount || got.Why != tt.why {
			t.Errorf("ParseStart(%q) = %+v", tt.text, got)
		}
	}
}

func TestParseStartLog(t *testing.T) {
	for _, tt := range []struct {
		line  string
		class StartClass
		path  string
	}{
		{"sh: exec: line 0: /opt/runner/start.sh: not found", StartNotFound, "/opt/runner/start.sh"},
		{"/bin/sh: 1: java: not found", StartNotFound, "java"},
		{"bash: line 1: foo: command not found", StartNotFound, "foo"},
		{"sh: /app/migrate: Permission denied", StartNoPermission, "/app/migrate"},
		{"exec container process `/app/web`: Permission denied", StartNoPermission, "/app/web"},
		{"exec container process `/app/web`: No such file or directory", StartInterpreter, "/app/web"},
		{"exec /app/agent: exec format error", StartFormat, "/app/agent"},
		{"standard_init_linux.go:219: exec user process caused: exec format error", StartFormat, ""},
		{`standard_init_linux.go:211: exec user process caused "no such file or directory"`, StartInterpreter, ""},
		{"exec /entrypoint.sh: no such file or directory", StartInterpreter, "/entrypoint.sh"},
		{"/app/web: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by /app/web)", StartInterpreter, ""},
		{"/app/web: error while loading shared libraries: libssl.so.3: cannot open shared object file: No such file or directory",
			StartInterpreter, ""},
		{"open /etc/app.conf: no such file or directory", "", ""},
		{"listening on :8080", "", ""},
	} {
		if got := ParseStartLog(tt.line); got.Class != tt.class || got.Path != tt.path {
			t.Errorf("ParseStartLog(%q) = %q, path %q; want %q, path %q", tt.line, got.Class, got.Path, tt.class, tt.path)
		}
	}
}
