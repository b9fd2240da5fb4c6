package main

import (
	"os"
	"strconv"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

// terminal reports whether the stream is a terminal.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// width is how many columns text may fill.
func (p *program) width(c *cli.Context) (int, error) {
	if c.IsSet("width") {
		if n := c.Int("width"); n >= 60 && n <= 160 {
			return n, nil
		}
		return 0, usage("invalid value %d for flag --width; it is 60 to 160", c.Int("width"))
	}
	n := 80
	if v, err := strconv.Atoi(p.env("COLUMNS")); err == nil && v > 0 {
		n = v
	} else if f, ok := p.stdout.(*os.File); ok && terminal(f) {
		if v, _, err := term.GetSize(int(f.Fd())); err == nil && v > 0 {
			n = v
		}
	}
	return min(max(n, 60), 160), nil
}

// colored reports whether the report on standard output may use color: the flag decides, then NO_COLOR, then CLICOLOR_FORCE
// and FORCE_COLOR, then whether it is a terminal.
func (p *program) colored(c *cli.Context) (bool, error) {
	when, err := oneOf(c, "color", "auto", "always", "never")
	switch {
	case err != nil || when != "auto":
		return when == "always", err
	case p.env("NO_COLOR") != "":
		return false, nil
	case forced(p.env("CLICOLOR_FORCE")), forced(p.env("FORCE_COLOR")):
		return true, nil
	}
	return p.env("TERM") != "dumb" && terminal(p.stdout), nil
}

func forced(v string) bool { return v != "" && v != "0" }
