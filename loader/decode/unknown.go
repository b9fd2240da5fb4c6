package decode

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Unknown is an object of a kind that is not in the table: what add-ons and extensions of the API share. A field that its kind
// uses for something else stays empty.
type Unknown struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              struct {
		Service  *ServiceName `json:"service"`  // of an APIService
		CABundle []byte       `json:"caBundle"` // of an APIService
		Suspend  bool         `json:"suspend"`
	} `json:"spec"`
	Status struct {
		Conditions []metav1.Condition `json:"conditions"`
		Parents    []RouteParent      `json:"parents"` // of a route of the Gateway API
		Phase      string             `json:"phase"`
		State      string             `json:"state"`
		Reason     string             `json:"reason"`
		Message    string             `json:"message"`
		NotAfter   metav1.Time        `json:"notAfter"` // of a Certificate
	} `json:"status"`
}

// ServiceName names a Service.
type ServiceName struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

// RouteParent is what one Gateway says of a route that wants to be on it.
type RouteParent struct {
	ParentRef struct {
		Kind      string `json:"kind"`
		Namespace string `json:"namespace"`
		Name      string `json:"name"`
	} `json:"parentRef"`
	Conditions []metav1.Condition `json:"conditions"`
}
