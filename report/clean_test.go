package report

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/report/redact"
)

// TestCleanReachesEveryString fills every string of a Diagnosis, also in fields that are added later, and fails for the
// one that clean has not made safe.
func TestCleanReachesEveryString(t *testing.T) {
	d := &analyzer.Diagnosis{}
	fill(reflect.ValueOf(d).Elem())
	safe, _ := clean(d, redact.New(redact.Default), true)
	visit(reflect.ValueOf(safe).Elem(), "Diagnosis", func(path, s string) {
		if strings.Contains(s, "\x1b") {
			t.Errorf("%s keeps a control byte: %q", path, s)
		}
	})
	visit(reflect.ValueOf(d).Elem(), "Diagnosis", func(path, s string) {
		if s != "\x1b[31mred" {
			t.Errorf("clean changed %s of its input: %q", path, s)
		}
	})
}

// TestWord holds that an id is dropped that a hand-changed report could smuggle into a format as it stands.
func TestWord(t *testing.T) {
	for _, id := range []string{"GH-1", "nameGH-1", "gh-12", "a.b", "x_y", "<b>", strings.Repeat("1", 65)} {
		if got := word(id); got != "" {
			t.Errorf("word(%q) is %q", id, got)
		}
	}
	for _, id := range []string{"1", "oom/container-limit", "29c6-346d-4a54", "confirmed"} {
		if got := word(id); got != id {
			t.Errorf("word(%q) is %q", id, got)
		}
	}
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("\x1b[31mred")
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	}
}

func visit(v reflect.Value, path string, f func(path, s string)) {
	switch v.Kind() {
	case reflect.String:
		f(path, v.String())
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			visit(v.Field(i), path+"."+v.Type().Field(i).Name, f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			visit(v.Index(i), path+"[]", f)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			visit(k, path+"{}", f)
			visit(v.MapIndex(k), path+"{}", f)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			visit(v.Elem(), path, f)
		}
	}
}
