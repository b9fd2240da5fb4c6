package loader

import "time"

// Log is what the dump holds of one container's output. Only the first lines, the last lines and the lines that look like
// errors are kept, each with its number, so that memory does not grow with the log.
type Log struct {
	Namespace, Pod, Container string
	Previous                  bool // output of the run before the current one
	File                      string
	First                     int       // line number in File of the log's first line
	Lines                     int       // how many lines it has
	Bytes                     int64     // how many bytes it has
	Bad                       bool      // a line looks like an error
	Kept                      []LogLine // in order; gaps in the numbers are lines that were not kept
	Error                     string    // the collector's own failure, in place of output
}

// LogLine is one kept line of a Log.
type LogLine struct {
	Line int       // number in the file
	At   time.Time // its own time stamp in UTC; zero when it has none that can be read
	Text string    // at most 1 KiB of it
	Many int       // how often lines of this same shape occurred in the log, at least 1
}
