package main

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
	"sigs.k8s.io/yaml"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/report"
	"github.com/podtriage/podtriage/report/redact"
	"github.com/podtriage/podtriage/report/view"
)

// Files that people write: the configuration, and a baseline of what is known. Both may hold the same list:
//
//	ignore:
//	  - match: liveness@kube-system
//	    reason: nodes are replaced every night
//	    until: 2027-03-01
//
// What a file says is checked as flags are: a key or a rule that does not exist is an error that names the right one.

// fields are the keys of one mapping, undecoded.
type fields map[string]json.RawMessage

// parseConfig reads a configuration file.
func parseConfig(data []byte) (conf config, err error) {
	top, err := mapping(data)
	if err != nil {
		return conf, err
	}
	if err := top.known("output", "failOn", "redact", "ignore", "links"); err != nil {
		return conf, err
	}
	var formats []string
	for _, f := range report.Formats() {
		formats = append(formats, f.Name)
	}
	if conf.output, err = top.word("output", formats...); err != nil {
		return conf, err
	}
	if conf.failOn, err = top.word("failOn", severities...); err != nil {
		return conf, err
	}
	if conf.redact, err = top.word("redact", redactModes()...); err != nil {
		return conf, err
	}
	if conf.links, err = linksOf(top["links"]); err != nil {
		return conf, err
	}
	conf.ignore, err = ignoreList(top["ignore"])
	return conf, err
}

// linksOf reads the addresses that reports name.
func linksOf(raw json.RawMessage) (out view.Links, err error) {
	if len(raw) == 0 {
		return out, nil
	}
	var m fields
	if json.Unmarshal(raw, &m) != nil {
		return out, usage("links is not a mapping")
	}
	if err := m.known("runbook"); err != nil {
		return out, err
	}
	if json.Unmarshal(m["runbook"], &out.Runbook) != nil || !view.ValidLink(out.Runbook) {
		return out, usage("invalid value %s for links.runbook", m["runbook"]).hint("it is an address such as https://runbooks.example/k8s/{rule}")
	}
	return out, nil
}

// redactModes are the values of --redact.
func redactModes() []string {
	return []string{string(redact.Default), string(redact.Strict), string(redact.Off)}
}

func baselineFlag() cli.Flag {
	return &cli.StringFlag{Name: "baseline", Usage: "hide what `FILE` lists as known: match, reason and until of each"}
}

// baseline is what is known already, by the configuration and by --baseline.
func (p *program) baseline(c *cli.Context) ([]analyzer.Ignore, error) {
	path := c.String("baseline")
	if path == "" {
		return p.ignore, nil
	}
	list, err := readBaseline(path)
	return slices.Concat(p.ignore, list), err
}

// readBaseline reads the file of --baseline: a list under ignore, or the list alone.
func readBaseline(path string) ([]analyzer.Ignore, error) {
	data, err := readSmall(path)
	if err != nil {
		return nil, misconfigured(path, err)
	}
	list, err := parseBaseline(data)
	if err != nil {
		return nil, misconfigured(path, err)
	}
	return list, nil
}

func parseBaseline(data []byte) ([]analyzer.Ignore, error) {
	raw, err := toJSON(data)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(strings.TrimSpace(string(raw)), "[") {
		top, err := mapping(data)
		if err != nil {
			return nil, err
		}
		if err := top.known("ignore"); err != nil {
			return nil, err
		}
		raw = top["ignore"]
	}
	list, err := ignoreList(raw)
	if err == nil && len(list) == 0 {
		return nil, usage("it ignores nothing: a baseline is a list of match, reason and until")
	}
	return list, err
}

// ignoreList reads the lines of what is known.
func ignoreList(raw json.RawMessage) ([]analyzer.Ignore, error) {
	var list []json.RawMessage
	if len(raw) > 0 && json.Unmarshal(raw, &list) != nil {
		return nil, usage("ignore is not a list")
	}
	var out []analyzer.Ignore
	for n, raw := range list {
		one, err := ignoreOne(raw)
		if err != nil {
			err.err = usage("ignore[%d]: %w", n, err.err).err
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

func ignoreOne(raw json.RawMessage) (g analyzer.Ignore, f *failure) {
	var line fields
	if json.Unmarshal(raw, &line) != nil {
		return g, usage("it is not a mapping of match, reason and until")
	}
	if f := line.known("match", "reason", "until"); f != nil {
		return g, f.(*failure)
	}
	var until string
	for key, into := range map[string]*string{"match": &g.Match, "reason": &g.Reason, "until": &until} {
		if v, ok := line[key]; ok && json.Unmarshal(v, into) != nil {
			return g, usage("%s is not a text", key)
		}
	}
	switch {
	case g.Match == "":
		return g, usage("match is missing").hint("match is a rule or a category, maybe @namespace/name: oom@shop")
	case strings.TrimSpace(g.Reason) == "":
		return g, usage("reason is missing: say why one can live with %s", g.Match)
	}
	if err := knownRules([]string{g.Match}); err != nil {
		return g, err.(*failure)
	}
	if until == "" {
		return g, nil
	}
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(form, until); err == nil {
			g.Until = t.UTC()
			return g, nil
		}
	}
	return g, usage("until: invalid time %q", until).hint("a time is 2027-03-01 or 2027-03-01T06:00:00Z")
}

// known refuses keys that nothing reads: a typing error must not silently change nothing.
func (m fields) known(keys ...string) error {
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if slices.Contains(keys, k) {
			continue
		}
		f := usage("unknown key %q; keys are %s", k, strings.Join(keys, ", "))
		if n := nearest(strings.ToLower(k), keys); n != "" {
			f.hint("did you mean %q?", n)
		}
		return f
	}
	return nil
}

// word returns the value of the key, which is one of the words, or "" where it is not there.
func (m fields) word(key string, words ...string) (string, error) {
	raw, ok := m[key]
	if !ok {
		return "", nil
	}
	var v string
	if json.Unmarshal(raw, &v) == nil && slices.Contains(words, v) {
		return v, nil
	}
	return "", usage("invalid value %s for %s; it is one of %s", raw, key, strings.Join(words, ", "))
}

// mapping reads a YAML or JSON document that is one mapping; an empty one has no keys.
func mapping(data []byte) (fields, error) {
	raw, err := toJSON(data)
	if err != nil {
		return nil, err
	}
	var top fields
	if json.Unmarshal(raw, &top) != nil {
		return nil, usage("it is not a mapping of keys to values")
	}
	return top, nil
}

var libraryPrefix = regexp.MustCompile(`^(?:error [a-z ]+: |yaml: |unmarshal errors:\s+)+`)

func toJSON(data []byte) ([]byte, error) {
	raw, err := yaml.YAMLToJSONStrict(data)
	if err != nil {
		return nil, usage("it is not YAML: %s", libraryPrefix.ReplaceAllString(err.Error(), ""))
	}
	return raw, nil
}
