package rules

// exitRules are the rules of this family, most specific first.
var exitRules = []*Rule{}
