package markdown

import "testing"

// TestProse holds what a reader of the ticket's source and of the page sees: words stay words, what GitHub would act on is
// code, and neighbours share one span.
func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"[Errno -3] Temporary failure":           "`[Errno -3]` Temporary failure",
		"killed (exit 139), then 1) and 2.":      "killed (exit 139), then 1) and 2.",
		"1. first":                               "`1`. first",
		"- item":                                 "`-` item",
		"a --flag and x-y":                       "a --flag and x-y",
		"ask @oncall or #12 now":                 "ask `@oncall` or `#12` now",
		"see http://a.example, then GH-1":        "see `http://a.example`, then `GH-1`",
		"a `tick`":                               "a `` `tick` ``",
		"at 09:15:13Z: shop/web-1":               "at 09:15:13Z: shop/web-1",
		"<b> \"<i>\"":                            "`<b>` \"`<i>`\"",
		"commit 0123abc of *this*":               "commit `0123abc` of `*this*`",
		"reads (www.a.example) and [x](y) twice": "reads (`www.a.example`) and `[x](y`) twice",
	} {
		if got := Prose(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
