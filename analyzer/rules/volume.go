package rules

// volumeRules are the rules of this family, most specific first.
var volumeRules = []*Rule{}
