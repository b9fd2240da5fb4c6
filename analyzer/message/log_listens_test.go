package message

import "testing"

// TestLogListens reads the port on which programs say that they listen.
func TestLogListens(t *testing.T) {
	for text, want := range map[string]int{
		"api: listening on :8080":                                       8080,
		"Listening at: http://0.0.0.0:8000 (7)":                         8000,
		"Tomcat started on port(s): 8081 (http) with context path ''":   8081,
		"Uvicorn running on http://0.0.0.0:8000 (Press CTRL+C to quit)": 8000,
		"Now listening on: http://[::]:8080":                            8080,
		"Server listening on port 3000":                                 3000,
		`level=info msg="Listening on" address=[::]:9090`:               9090,
		"server started in 12.5 seconds":                                0,
		"running migration 20240101 of 42":                              0,
		"not listening on :8080":                                        0,
		"failed to start listening on :8080: address already in use":    0,
		"connecting to db:5432":                                         0,
		"10:15:02 started worker 3":                                     0,
	} {
		if got := LogListens(text); got != want {
			t.Errorf("LogListens(%q) = %d, want %d", text, got, want)
		}
	}
}
