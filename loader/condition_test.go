package loader

import (
	"reflect"
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Every kind of the Snapshot whose status has conditions shows them.
func TestConditionsOfEveryKind(t *testing.T) {
	kinds := 0
	for i := range reflect.TypeFor[Snapshot]().NumField() {
		field := reflect.TypeFor[Snapshot]().Field(i)
		if field.Type.Kind() != reflect.Slice || field.Type.Elem().Kind() != reflect.Pointer {
			continue
		}
		o := reflect.New(field.Type.Elem().Elem())
		status := o.Elem().FieldByName("Status")
		if !status.IsValid() || !status.FieldByName("Conditions").IsValid() {
			continue
		}
		kinds++
		list := status.FieldByName("Conditions")
		list.Set(reflect.MakeSlice(list.Type(), 1, 1))
		for name, text := range map[string]string{"Type": "Ready", "Status": "False", "Reason": "Why", "Message": "because"} {
			list.Index(0).FieldByName(name).SetString(text)
		}
		got := slices.Collect(Conditions(o.Interface().(metav1.Object)))
		if want := (Condition{Type: "Ready", Status: "False", Reason: "Why", Message: "because"}); len(got) != 1 || got[0] != want {
			t.Errorf("%s: conditions are %+v, want %+v", field.Name, got, want)
		}
	}
	if kinds < 10 {
		t.Errorf("only %d kinds have conditions: the test looks in the wrong place", kinds)
	}
}
