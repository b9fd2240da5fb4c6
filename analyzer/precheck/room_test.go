package precheck

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podtriage/podtriage/analyzer/rules"
	"github.com/podtriage/podtriage/loader"
)

// TestManyReplicas: what a rollout of any number of Pods asks of a quota is known at once.
func TestManyReplicas(t *testing.T) {
	file := filepath.Join(t.TempDir(), "dump.json")
	err := os.WriteFile(file, []byte(`{"kind":"List","apiVersion":"v1","items":[
		{"kind":"ResourceQuota","apiVersion":"v1","metadata":{"name":"q","namespace":"shop"},"status":{"hard":{"pods":"10"},"used":{"pods":"1"}}},
		{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web","namespace":"shop","uid":"d"},"spec":{"replicas":2147483647,
			"selector":{"matchLabels":{"app":"web"}},"strategy":{"rollingUpdate":{"maxSurge":"100%"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"app","image":"x"}]}}}}]}`), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	s, err := loader.Load(context.Background(), []string{file}, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	result, ok := Run(rules.NewContext(s, nil), nil, loader.Ref{Kind: "Deployment", Namespace: "shop", Name: "web"})
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the answer took %s", took)
	}
	if !ok || result.Answer != No {
		t.Errorf("a quota of 10 Pods has room for 2,147,483,647: %+v", result)
	}
}

// TestBudgetOfAll: an empty selector selects all Pods of the namespace (policy/v1).
func TestBudgetOfAll(t *testing.T) {
	file := filepath.Join(t.TempDir(), "dump.json")
	err := os.WriteFile(file, []byte(`{"kind":"List","apiVersion":"v1","items":[
		{"kind":"PodDisruptionBudget","apiVersion":"policy/v1","metadata":{"name":"all","namespace":"shop"},"spec":{"selector":{}},"status":{"disruptionsAllowed":1}},
		{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web","namespace":"shop","uid":"d"},"spec":{"replicas":2,
			"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"app","image":"x"}]}}}}]}`), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	s, err := loader.Load(context.Background(), []string{file}, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	result, _ := Run(rules.NewContext(s, nil), nil, loader.Ref{Kind: "Deployment", Namespace: "shop", Name: "web"})
	for _, check := range result.Checks {
		if check.Name == "budget" && !strings.Contains(check.Text, "PodDisruptionBudget all allows 1 disruption;") {
			t.Errorf("budget: %s", check.Text)
		}
	}
	if len(result.Checks) == 0 {
		t.Error("no checks")
	}
}
