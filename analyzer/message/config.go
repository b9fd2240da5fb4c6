package message

import (
	"regexp"
	"strings"
)

// Config is why the kubelet could not put a container's configuration together (CreateContainerConfigError).
type Config struct {
	Class     ConfigClass
	Kind      string // ConfigMap or Secret
	Namespace string
	Object    string
	Key       string
	User      string // the image's user that is no number
	Volume    string // of the mount with the subPath, or the one that is not there
	Text      string
}

// ConfigClass is the kind of a configuration failure.
type ConfigClass string

// The classes of configuration failures.
const (
	ConfigNoObject     ConfigClass = "object missing"
	ConfigNoKey        ConfigClass = "key missing"
	ConfigForbidden    ConfigClass = "not allowed to read"
	ConfigRoot         ConfigClass = "root"
	ConfigUserName     ConfigClass = "user has no number"
	ConfigSubPath      ConfigClass = "subPath"
	ConfigCacheSync    ConfigClass = "api server slow"
	ConfigServices     ConfigClass = "services not read"
	ConfigNoVolume     ConfigClass = "volume missing"
	ConfigField        ConfigClass = "field"
	ConfigAppArmor     ConfigClass = "apparmor"
	ConfigTarget       ConfigClass = "target missing"
	ConfigImage        ConfigClass = "image not inspected"
	ConfigUnclassified ConfigClass = "unclassified"
)

// configTable follows pkg/kubelet/kubelet_pods.go, kuberuntime_container.go and security_context.go.
var configTable = []row[ConfigClass]{
	{ConfigNoKey, []string{"couldn't find key", "couldn`t find key", "non-existent config key", "non-existent secret key"}},
	{ConfigCacheSync, []string{"failed to sync configmap cache", "failed to sync secret cache", "not registered",
		"couldn't propagate object cache"}},
	{ConfigServices, []string{"services have not yet been read"}},
	{ConfigNoObject, []string{"configmap \"* not found", "configmaps \"* not found", "secret \"* not found", "secrets \"* not found"}},
	{ConfigForbidden, []string{"configmaps \"* is forbidden", "secrets \"* is forbidden", "configmap \"* is forbidden",
		"secret \"* is forbidden"}},
	{ConfigUserName, []string{"non-numeric user"}},
	{ConfigRoot, []string{"image will run as root", "breaks non-root policy", "runasnonroot", "non-root", "run as root"}},
	{ConfigSubPath, []string{"failed to prepare subpath", "failed to create subpath", "subpath", "mkdir /var/lib/kubelet/pods/*/volumes/"}},
	{ConfigNoVolume, []string{"cannot find volume"}},
	{ConfigTarget, []string{"unable to find target container"}},
	{ConfigAppArmor, []string{"apparmor", "seccomp", "localhost profile"}},
	{ConfigField, []string{"unsupported fieldpath", "invalid fieldpath", "failed to resolve field", "fieldref",
		"resourcefieldref", "divisor"}},
	{ConfigImage, []string{"failed to inspect image", "cannot get image"}},
}

var (
	configObject = regexp.MustCompile(`(?i)(configmap|secret)s? "?([^" ]+)"?(?: not found| is forbidden)`)
	configKey    = regexp.MustCompile("(?i)couldn['`]t find key \"?([^\" ]+)\"? in (ConfigMap|Secret) \"?([^/\" ]+)/\"?([^\" ]+)")
	nonNumeric   = regexp.MustCompile(`non-numeric user \(([^)]*)\)`)
	volumeMount  = regexp.MustCompile(`volumeMount "([^"]+)"|cannot find volume "([^"]+)"|/volumes/kubernetes\.io~[^/]+/([^/:]+)`)
)

// ParseConfig reads a waiting message of CreateContainerConfigError, or the Event "Error: …" of it. It reports false for texts
// that are not about a container's configuration, unless the reason says that they are.
func ParseConfig(reason, text string) (Config, bool) {
	text = strings.TrimPrefix(Plain(text), "GenerateRunContainerOptions: ") // up to Kubernetes 1.6
	if reason != "CreateContainerConfigError" && hasAny(text, runtimeHeads) {
		return Config{Text: text, Class: ConfigUnclassified}, false
	}
	c := Config{Text: text, Class: classify(configTable, text)}
	if c.Class == "" {
		c.Class = ConfigUnclassified
		return c, reason == "CreateContainerConfigError"
	}
	switch c.Class {
	case ConfigNoObject, ConfigForbidden:
		if m := configObject.FindStringSubmatch(text); m != nil {
			c.Kind, c.Object = mountKinds[strings.ToLower(m[1])], m[2]
		}
	case ConfigNoKey:
		if m := configKey.FindStringSubmatch(text); m != nil {
			c.Key, c.Kind, c.Namespace, c.Object = m[1], mountKinds[strings.ToLower(m[2])], m[3], m[4]
		}
	case ConfigUserName:
		c.User = group(nonNumeric, text)
	case ConfigSubPath, ConfigNoVolume:
		c.Volume = group(volumeMount, text)
	}
	return c, true
}

// runtimeHeads are how errors of a container runtime begin: the kubelet had the configuration when it called the runtime.
var runtimeHeads = []string{"failed to create containerd ", "failed to create task for container", "failed to generate container",
	"failed to start container", "container create failed", "OCI runtime", "oci runtime", "Error response from daemon"}

func hasAny(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

var skippedKeys = regexp.MustCompile(`Keys \[([^\]]*)\] from the EnvFrom (configMap|secret) ([^/]+)/(\S+) were skipped`)

// SkippedKeys are keys of a ConfigMap or Secret that are no names of environment variables.
type SkippedKeys struct {
	Kind, Namespace, Object string
	Keys                    []string
}

// ParseSkippedKeys reads InvalidEnvironmentVariableNames.
func ParseSkippedKeys(text string) (SkippedKeys, bool) {
	m := skippedKeys.FindStringSubmatch(text)
	if m == nil {
		return SkippedKeys{}, false
	}
	keys := strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' })
	return SkippedKeys{Kind: mountKinds[strings.ToLower(m[2])], Namespace: m[3], Object: m[4], Keys: keys}, true
}
