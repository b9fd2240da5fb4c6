package rules

// schedulingRules are the rules of this family, most specific first.
var schedulingRules = []*Rule{}
