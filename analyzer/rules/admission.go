package rules

// admissionRules are the rules of this family, most specific first.
var admissionRules = []*Rule{}
