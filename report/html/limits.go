package html

// limits are how much the page holds. What is left out is counted, with the command that shows it.
type limits struct {
	causes  int // in full
	lanes   int // of the drawing
	entries int // of each timeline
	quote   int // bytes of a quoted text
	pods    int // rows of Pods in trouble
	owners  int // rows of workloads whose Pods are well
	changes int
	nodes   int
}

// sizes are tried from the widest to the narrowest until the page is one that can be attached anywhere.
var sizes = []limits{
	{causes: 200, lanes: 300, entries: 40, quote: 2000, pods: 2500, owners: 1500, changes: 200, nodes: 300},
	{causes: 120, lanes: 200, entries: 20, quote: 1000, pods: 1500, owners: 800, changes: 150, nodes: 200},
	{causes: 60, lanes: 120, entries: 12, quote: 600, pods: 800, owners: 400, changes: 100, nodes: 120},
	{causes: 25, lanes: 60, entries: 8, quote: 300, pods: 400, owners: 200, changes: 60, nodes: 60},
	{causes: 5, lanes: 20, entries: 4, quote: 200, pods: 100, owners: 50, changes: 20, nodes: 20},
}

// maxBytes is what a ticket system takes and a browser draws at once.
const maxBytes = 2_000_000

// Limits that no size changes.
const (
	tableUnknowns = 25
	unknownsShown = 100
	namesShown    = 30
	rowsShown     = 1000 // causes in the table
	troublesShown = 200
	asidesShown   = 100
	healthyRows   = 400 // more healthy Pods than this are counted by workload
)
