package rules

// memoryRules are the rules of this family, most specific first.
var memoryRules = []*Rule{}
