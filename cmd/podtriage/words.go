package main

import "time"

// timeForm is how times are written for people.
const timeForm = "2006-01-02 15:04:05Z"

// when writes a time, or says that it is not known.
func when(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format(timeForm)
}
