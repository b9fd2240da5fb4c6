package report

import "math"

// bounds are how many of each the text shows. What is left out is counted, with the words that show it.
type bounds struct {
	fewest, most int // causes in full: at least the fewest, up to the most while the text has less than lines
	lines        int
	unknowns     int // groups of unexplained Pods in full
	brief        int // causes, and groups of unexplained Pods, in short
	table        int // causes in the table
	rows         int // groups of unexplained Pods in the table
	evidence     int // of one cause, as the following
	effects      int
	notes        int
	pods         int
	asides       int
	problems     int
}

// boundsOf keeps the text to what a person reads: a dump with 100 causes has about as many lines as one with 20. Nothing
// hangs on the height of a terminal, so that a file and a terminal hold the same.
func boundsOf(full bool) bounds {
	if full {
		const n = math.MaxInt
		return bounds{n, n, n, n, n, n, n, n, n, n, n, n, n}
	}
	return bounds{
		fewest: 10, most: 20, lines: 500, unknowns: 8, brief: 300, table: 300, rows: 8,
		evidence: 12, effects: 8, notes: 3, pods: 5, asides: 10, problems: 20,
	}
}
