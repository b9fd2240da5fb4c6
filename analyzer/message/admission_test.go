package message

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseRefusal(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Refusal
	}{
		{`Error creating: pods "web-1" is forbidden: exceeded quota: compute, requested: pods=1,requests.cpu=40m, used: pods=2,requests.cpu=80m, limited: pods=2,requests.cpu=100m`,
			Refusal{Kind: QuotaExceeded, Object: "web-1", Name: "compute",
				Amounts: []Amount{{"pods", "1", "2", "2"}, {"requests.cpu", "40m", "80m", "100m"}}}},
		{`(combined from similar events): Error creating: pods "web-1" is forbidden: failed quota: compute: must specify requests.cpu for: app; requests.memory for: app`,
			Refusal{Kind: QuotaUnspecified, Object: "web-1", Name: "compute", Missing: []string{"requests.cpu", "requests.memory"}}},
		{`Error creating: pods "web-" is forbidden: failed quota: compute: must specify limits.cpu,limits.memory`,
			Refusal{Kind: QuotaUnspecified, Object: "web-", Name: "compute", Missing: []string{"limits.cpu", "limits.memory"}}},
		{`create Pod db-0 in StatefulSet db failed error: pods "db-0" is forbidden: maximum memory usage per Container is 128Mi, but limit is 256Mi`,
			Refusal{Kind: LimitRange, Object: "db-0"}},
		{`Error creating: pods "a" is forbidden: violates PodSecurity "restricted:v1.29": privileged (container "app", "b" must not), seccompProfile (pod or container "app" must set x)`,
			Refusal{Kind: PodSecurity, Object: "a", Level: "restricted", Checks: []string{`privileged (container "app", "b" must not)`,
				`seccompProfile (pod or container "app" must set x)`}}},
		{`Error creating: pods "a-" is forbidden: error looking up service account team/deployer: serviceaccount "deployer" not found`,
			Refusal{Kind: ServiceAccount, Object: "a-", Name: "deployer", Namespace: "team"}},
		{`Error creating: pods "a-" is forbidden: service account team/deployer was not found, retry after the service account is created`,
			Refusal{Kind: ServiceAccount, Object: "a-", Name: "deployer", Namespace: "team"}},
		{`Error creating: pods "a-" is forbidden: no PriorityClass with name gold was found`,
			Refusal{Kind: PriorityClass, Object: "a-", Name: "gold"}},
		{`Error creating: Internal error occurred: failed calling webhook "v.example.com": failed to call webhook: Post "https://v.sys.svc:443/m?timeout=10s": dial tcp 10.0.0.1:443: connect: connection refused`,
			Refusal{Kind: WebhookFailed, Name: "v.example.com"}},
		{`Error creating: admission webhook "v.example.com" denied the request: no latest tags`,
			Refusal{Kind: WebhookDenied, Name: "v.example.com"}},
		{`Error creating: pods "a" is forbidden: ValidatingAdmissionPolicy 'no-root' with binding 'all' denied request: runAsNonRoot must be true`,
			Refusal{Kind: PolicyDenied, Object: "a", Name: "no-root"}},
		{`Error creating: Pod "a" is invalid: spec.containers[0].image: Required value`,
			Refusal{Kind: Invalid, Object: "a"}},
		{`Error creating: pods "a" is forbidden: unable to validate against any security context constraint: [provider "anyuid": Forbidden]`,
			Refusal{Kind: SecurityConstraint, Object: "a"}},
		{`Error creating: pods "a" is forbidden: unable to validate against any pod security policy: []`,
			Refusal{Kind: PodSecurityPolicy, Object: "a"}},
		{`Error creating: pods "a" is forbidden: unable to create new content in namespace old because it is being terminated`,
			Refusal{Kind: NamespaceEnding, Object: "a", Name: "old"}},
		{`Error creating: pods "a" is forbidden: RuntimeClass "gvisor" not found`, Refusal{Kind: RuntimeClass, Object: "a", Name: "gvisor"}},
		{`Error creating: Internal error occurred: admission plugin "MutatingAdmissionWebhook" failed to complete mutation in 13s`, Refusal{Kind: ServerFailed}},
		{`Error creating: etcdserver: request timed out`, Refusal{Kind: ServerFailed}},
		{`Error creating: the moon is not right`, Refusal{Kind: OtherRefusal}},
	} {
		got := ParseRefusal(tt.text)
		got.Text, got.Detail = "", ""
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
	}
}

func TestRefusalText(t *testing.T) {
	got := ParseRefusal(`create Claim data-db-0 for Pod db-0 in StatefulSet db failed error: persistentvolumeclaims "data-db-0" is forbidden: exceeded quota: q, requested: requests.storage=1Gi, used: requests.storage=9Gi, limited: requests.storage=9Gi`)
	want := `persistentvolumeclaims "data-db-0" is forbidden: exceeded quota: q, requested: requests.storage=1Gi, used: requests.storage=9Gi, limited: requests.storage=9Gi`
	if got.Text != want || got.Object != "data-db-0" || got.Name != "q" {
		t.Errorf("got %+v", got)
	}
}

func TestControllerTexts(t *testing.T) {
	for text, want := range map[string]Scaling{
		"Scaled up replica set web-1 to 3":          {true, "web-1", -1, 3},
		"Scaled down replica set web-1 to 1 from 3": {false, "web-1", 3, 1},
		"Scaled up replica set web-1 from 0 to 2":   {true, "web-1", 0, 2},
	} {
		if got, ok := ParseScaling(text); !ok || got != want {
			t.Errorf("%s: %+v %v", text, got, ok)
		}
	}
	for text, want := range map[string]Preemption{
		"Preempted by shop/api-0 on node n1":                                   {Pod: "shop/api-0", Node: "n1"},
		"Preempted by a pod on node n1":                                        {Node: "n1"},
		"Preempted by pod 12ab-34 on node n1":                                  {UID: "12ab-34", Node: "n1"},
		"Preempted by podgroup 12ab-34 on node n1 (in kube-scheduler memory).": {UID: "12ab-34", Node: "n1"},
	} {
		if got, ok := ParsePreemption(text); !ok || got != want {
			t.Errorf("%s: %+v %v", text, got, ok)
		}
	}
	got, ok := ParseFailurePolicy("Container v for pod jobs/x-1 failed with exit code 42 matching FailJob rule at index 0")
	if want := (FailurePolicy{Pod: "jobs/x-1", Container: "v", ExitCode: 42, Action: "FailJob"}); !ok || got != want {
		t.Errorf("%+v %v", got, ok)
	}
}
