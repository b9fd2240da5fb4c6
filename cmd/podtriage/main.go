// Command podtriage reads a saved Kubernetes cluster dump and says what went wrong.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/loader"
	"github.com/podtriage/podtriage/report"
)

func main() {
	format, args := "text", os.Args[2:]
	if len(args) > 1 && args[0] == "-o" {
		format, args = args[1], args[2:]
	}
	ctx := context.Background()
	s, err := loader.Load(ctx, args, loader.Options{Stdin: os.Stdin})
	if err != nil {
		fmt.Fprintln(os.Stderr, "podtriage:", err)
		os.Exit(3)
	}
	d, err := analyzer.Analyze(ctx, s, analyzer.Options{})
	if err == nil {
		err = report.Write(os.Stdout, format, d, report.Options{Width: 80})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "podtriage:", err)
		os.Exit(2)
	}
}
