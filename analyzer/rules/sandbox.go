package rules

// sandboxRules are the rules of this family, most specific first.
var sandboxRules = []*Rule{}
