package rules

// configRules are the rules of this family, most specific first.
var configRules = []*Rule{}
