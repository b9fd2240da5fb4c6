package rules

// evictionRules are the rules of this family, most specific first.
var evictionRules = []*Rule{}
