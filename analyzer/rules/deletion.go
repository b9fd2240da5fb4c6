package rules

// deletionRules are the rules of this family, most specific first.
var deletionRules = []*Rule{}
