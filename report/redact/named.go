package redact

import "strings"

// ofObject reports that the quoted text with s[start] in it is the name of an object in prose: image "shop-api-key".
func ofObject(s string, start int) bool {
	quote := start
	for quote > 0 && (keyByte(s[quote-1]) || s[quote-1] == '/' || s[quote-1] == ':' || s[quote-1] == '@') {
		quote--
	}
	before := strings.TrimRight(s[:quote], "\\\"'")
	word, spaced := strings.CutSuffix(before, " ")
	if len(before) == quote || !spaced {
		return false
	}
	from := len(word)
	for from > 0 && isAlnum(word[from-1]) {
		from--
	}
	return objectNouns[strings.ToLower(word[from:])]
}

// objectNouns are what messages of Kubernetes put before an object's quoted name.
var objectNouns = set(`image volume secret configmap container pod claim persistentvolumeclaim serviceaccount service node namespace
deployment statefulset daemonset replicaset job cronjob sandbox`)

// reasonAt reports that a reason of Kubernetes and a colon stand at i, as in "ErrImagePull: Error response": words run together, each
// with a capital, and nothing but letters.
func reasonAt(s string, i int) bool {
	end, capitals := i, 0
	for end < len(s) && (class(s[end]) == 0 || class(s[end]) == 1) {
		if class(s[end]) == 1 {
			capitals++
		}
		end++
	}
	return end > i && capitals > 1 && class(s[i]) == 1 && strings.HasPrefix(s[end:], ": ")
}
