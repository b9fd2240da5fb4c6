package rules

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func TestHopeless(t *testing.T) {
	for _, tt := range []struct {
		command []string
		want    bool
	}{
		{[]string{"false"}, true},
		{[]string{"/bin/false"}, true},
		{[]string{"sh", "-c", "exit 1"}, true},
		{[]string{"/bin/bash", "-ec", "echo probing; exit 3"}, true},
		{[]string{"sh", "-c", "curl -s localhost && false"}, true},
		{[]string{"sh", "-c", `echo "lag (934s) exceeds 30s; see ` + "`x`" + `" >&2; exit 1`}, false},
		{[]string{"sh", "-c", `echo "lag (934s) exceeds 30s; exit is 1" >&2; exit 1`}, true},
		{[]string{"sh", "-c", `echo 'either || or' 2>&1; date > /tmp/at; false`}, true},
		{[]string{"sh", "-c", `lag=$(cat /run/lag); echo "lag $lag of $(hostname)"; exit 2`}, true},
		{[]string{"sh", "-c", `[ "a" != "b" ]`}, false},
		{[]string{"sh", "-c", "[ $(cat /run/state) = up ]"}, false},
		{[]string{"sh", "-c", `test -f /ready && exit 0; echo "not there"; exit 1`}, false},
		{[]string{"sh", "-c", "sleep 1 & exit 1"}, false},
		{[]string{"sh", "-c", "echo up # for now; exit 1"}, false},
		{[]string{"sh", "-c", "# never\necho down\nexit 1"}, true},
		{[]string{"sh", "-c", "[ 1 = 2 ]"}, true},
		{[]string{"test", "a", "!=", "a"}, true},
		{[]string{"sh", "-c", "test 1 -eq 1"}, false},
		{[]string{"sh", "-c", "exit 0"}, false},
		{[]string{"sh", "-c", "exit $RESULT"}, false},
		{[]string{"sh", "-c", "curl -s localhost && exit 0; exit 1"}, false},
		{[]string{"sh", "-c", "curl -s localhost || exit 1"}, false},
		{[]string{"sh", "-c", "if check; then exit 0; fi; exit 1"}, false},
		{[]string{"sh", "-c", "false; true"}, false},
		{[]string{"sh", "-c", `[ "$(cat /run/state)" = up ]`}, false},
		{[]string{"cat", "/tmp/ready"}, false},
		{[]string{"sh"}, false},
		{nil, false},
	} {
		s := &corev1.Probe{ProbeHandler: corev1.ProbeHandler{Exec: &corev1.ExecAction{Command: tt.command}}}
		if got := hopeless(s); got != tt.want {
			t.Errorf("hopeless(%q) = %v", tt.command, got)
		}
	}
}
