package main

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer"
)

func (p *program) versionCommand() *cli.Command {
	return &cli.Command{
		Name: "version", Category: "Other", Usage: "print the version",
		Flags:  streamFlags(),
		Action: func(*cli.Context) error { return p.printVersion() },
	}
}

// printVersion says which build this is and which report schema it writes.
func (p *program) printVersion() error {
	_, err := fmt.Fprintf(p.stdout, "podtriage %s (%s, %s/%s, %s)\n", version, analyzer.Schema, runtime.GOOS,
		runtime.GOARCH, runtime.Version())
	return err
}
