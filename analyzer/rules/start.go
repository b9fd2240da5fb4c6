package rules

// startRules are the rules of this family, most specific first.
var startRules = []*Rule{}
