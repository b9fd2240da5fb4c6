package rules

// serviceRules are the rules of this family, most specific first.
var serviceRules = []*Rule{}
