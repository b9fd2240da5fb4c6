package report

// hygiene draws what is not good practice, each with the first of those that have it.
func (t *text) hygiene() {
	if len(t.Hygiene) == 0 {
		return
	}
	t.rule()
	t.line("%s\n", t.Heading("Hygiene, as asked for: no failure, and no cause of one"))
	for _, h := range t.Habits() {
		t.item(2, h.Title+" ("+h.Rule+"): "+h.Names)
	}
}
