package main

import (
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report/redact"
)

// streamFlags are the flags of every command.
func streamFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "color", Usage: "`WHEN` to use color: auto, always, never", Value: "auto"},
		&cli.IntFlag{Name: "width", Usage: "`COLUMNS` of text, 60 to 160 (default: the terminal's, else 80)"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "only the report: no hints, no progress"},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "also say on standard error what was decided and why"},
	}
}

// sourceFlags are the flags of every command that reads a dump.
func sourceFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "now", Usage: "`TIME` of the dump, where the estimate is wrong (RFC 3339)"},
	}, limitFlags()...)
}

// limitFlags bound what reading may cost.
func limitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "max-unpacked", Usage: "read at most `SIZE` of the unpacked source, such as 16GiB", Value: "4GiB"},
		&cli.DurationFlag{Name: "max-time", Usage: "read no longer than `DURATION`, such as 10m", Value: 2 * time.Minute},
	}
}

// namespaceFlags narrow what is shown.
func namespaceFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "namespace", Aliases: []string{"n"}, Usage: "only `NAMESPACE` (repeatable)"},
		&cli.BoolFlag{Name: "all-namespaces", Aliases: []string{"A"}, Usage: "all namespaces, which is the default"},
	}
}

// redactFlags choose what is taken out of what is printed, and the configuration that may choose it.
func redactFlags() []cli.Flag {
	return append([]cli.Flag{redactFlag(string(redact.Default), string(redact.Off))}, configFlags()...)
}

// reportRedactFlags are those of the commands that draw a report, which can hide names too: a report knows every name that it holds.
func reportRedactFlags() []cli.Flag {
	return append([]cli.Flag{
		redactFlag(redactModes()...),
		&cli.StringFlag{Name: "redact-map", Usage: "with --redact strict, write what stands for what into `FILE`, which only you can read"},
	}, configFlags()...)
}

func redactFlag(modes ...string) cli.Flag {
	return &cli.StringFlag{Name: "redact", Usage: "take out secrets by `MODE`: " + strings.Join(modes, ", "), Value: modes[0]}
}

func outputFlag(formats ...string) cli.Flag {
	return &cli.StringFlag{Name: "output", Aliases: []string{"o"},
		Usage: "print in `FORMAT`: " + strings.Join(formats, ", "), Value: formats[0]}
}

func flags(groups ...[]cli.Flag) []cli.Flag { return slices.Concat(groups...) }

// oneOf returns the flag's value if it is one of the words.
func oneOf(c *cli.Context, flag string, words ...string) (string, error) {
	v := c.String(flag)
	if slices.Contains(words, v) {
		return v, nil
	}
	f := usage("invalid value %q for flag --%s; it is one of %s", v, flag, strings.Join(words, ", "))
	if n := nearest(v, words); n != "" {
		f.hint("did you mean %q?", n)
	}
	return "", f
}

// namespaces are those that the user asked for; none means all.
func namespaces(c *cli.Context) ([]string, error) {
	list := c.StringSlice("namespace")
	if len(list) > 0 && c.Bool("all-namespaces") {
		return nil, usage("flags --namespace and --all-namespaces exclude each other")
	}
	return list, nil
}

// inNamespaces reports whether the object's namespace was asked for. Objects without one belong to all.
func inNamespaces(list []string, r loader.Ref) bool {
	return len(list) == 0 || r.Namespace == "" || slices.Contains(list, r.Namespace)
}

// nowFlag returns the time that --now gives, zero without.
func nowFlag(c *cli.Context) (time.Time, error) {
	v := c.String("now")
	if v == "" {
		return time.Time{}, nil
	}
	return parseTime("now", v, time.Time{})
}

var timeForms = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05",
	"2006-01-02 15:04", "2006-01-02"}

// parseTime reads a time as the flag gives it, in UTC unless it names a zone. With a capture time it may also be the time of
// that day (09:40) or a span before the capture (-30m).
func parseTime(flag, v string, capture time.Time) (time.Time, error) {
	for _, form := range timeForms {
		if t, err := time.Parse(form, v); err == nil {
			return t.UTC(), nil
		}
	}
	if !capture.IsZero() {
		if d, err := time.ParseDuration(v); err == nil && d <= 0 {
			return capture.Add(d), nil
		}
		for _, form := range []string{"15:04:05", "15:04"} {
			if t, err := time.Parse(form, strings.TrimSuffix(v, "Z")); err == nil {
				y, m, d := capture.UTC().Date()
				return time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), 0, time.UTC), nil
			}
		}
		return time.Time{}, usage("invalid time %q for flag --%s", v, flag).
			hint("a time is 2026-11-18T10:02:31Z, 09:40 on the day of the dump, or -30m before the dump")
	}
	return time.Time{}, usage("invalid time %q for flag --%s", v, flag).hint("a time is 2026-11-18T10:02:31Z")
}
