package rules

// workloadRules are the rules of this family, most specific first.
var workloadRules = []*Rule{}
