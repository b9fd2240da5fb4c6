package rules

// imageRules are the rules of this family, most specific first.
var imageRules = []*Rule{}
