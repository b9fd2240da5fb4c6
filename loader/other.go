package loader

import (
	"cmp"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader/decode"
)

// Other is an object of a kind that is not typed, such as one of an add-on. A field that its kind does not have is empty.
type Other struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Conditions []metav1.Condition
	Parents    []Parent // what the Gateways say that a route wants to be on

	Phase           string // status.phase or status.state
	Reason, Message string // of status, beside the phase

	Suspended bool      // spec.suspend
	Service   Ref       // that an APIService sends requests to; zero for one that the API server itself answers
	CABundle  []byte    // that an APIService trusts, in PEM
	NotAfter  time.Time // when a Certificate ends
}

// Parent is a Gateway and what it says of a route.
type Parent struct {
	Gateway    Ref
	Conditions []metav1.Condition
}

// Group is the API group of the kind, "" for the core group.
func (o *Other) Group() string {
	group, _, ok := strings.Cut(o.APIVersion, "/")
	if !ok {
		return ""
	}
	return group
}

// Ref names the object.
func (o *Other) Ref() Ref { return RefOf(o.Kind, o) }

func newOther(u *decode.Unknown) *Other {
	o := &Other{TypeMeta: u.TypeMeta, ObjectMeta: u.ObjectMeta, Conditions: u.Status.Conditions, Phase: cmp.Or(u.Status.Phase, u.Status.State),
		Reason: u.Status.Reason, Message: u.Status.Message, Suspended: u.Spec.Suspend, CABundle: u.Spec.CABundle,
		NotAfter: firstTime(u.Status.NotAfter.Time)}
	if s := u.Spec.Service; s != nil && s.Name != "" {
		o.Service = Ref{Kind: "Service", Namespace: s.Namespace, Name: s.Name}
	}
	for _, p := range u.Status.Parents {
		gateway := Ref{Kind: cmp.Or(p.ParentRef.Kind, "Gateway"), Namespace: cmp.Or(p.ParentRef.Namespace, u.Namespace), Name: p.ParentRef.Name}
		o.Parents = append(o.Parents, Parent{gateway, p.Conditions})
	}
	return o
}
