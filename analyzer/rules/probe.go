package rules

// probeRules are the rules of this family, most specific first.
var probeRules = []*Rule{}
