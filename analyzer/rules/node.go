package rules

// nodeRules are the rules of this family, most specific first.
var nodeRules = []*Rule{}
