package rules

// hookRules are the rules of this family, most specific first.
var hookRules = []*Rule{}
