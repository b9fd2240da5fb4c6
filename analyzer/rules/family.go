package rules

// familyRule makes the Detect of a rule that explains those of its family's failures which fit: finding is what they all have in
// common, words fills in what is special.
func familyRule[T any](list func(*Context) []T, fits func(*Context, *T) bool, finding func(*T, *Context) Finding,
	words func(*Context, *T, *Finding)) func(*Context) []Finding {
	return func(c *Context) []Finding {
		var out []Finding
		all := list(c)
		for i := range all {
			if f := &all[i]; fits(c, f) {
				x := finding(f, c)
				words(c, f, &x)
				out = append(out, x)
			}
		}
		return out
	}
}
