package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/report/view"
)

// A configuration file holds what a user would otherwise type each time. A flag wins over it. It is read from where the user
// keeps such files or from where the user says, never from the working directory and never from the dump: both may hold what
// a customer sent.

// config is what the file says; empty is not said.
type config struct {
	output, failOn, redact string
	ignore                 []analyzer.Ignore
	links                  view.Links
}

// configFlags choose the configuration file.
func configFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "config", Usage: "read `FILE` in place of podtriage/config.yaml of the user's configuration"},
		&cli.BoolFlag{Name: "no-config", Usage: "read no configuration file"},
	}
}

// configure reads the configuration and gives its values to the flags that the user left out.
func (p *program) configure(c *cli.Context) error {
	if c.IsSet("config") && c.Bool("no-config") {
		return usage("flags --config and --no-config exclude each other")
	}
	if c.Bool("no-config") {
		return nil
	}
	path, asked := p.configPath(c)
	if path == "" {
		return nil
	}
	data, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) && !asked {
		return nil
	}
	if err != nil {
		return misconfigured(path, err)
	}
	conf, err := parseConfig(data)
	if err != nil {
		return misconfigured(path, err)
	}
	p.explain("configuration read from %s", path)
	p.ignore, p.links = conf.ignore, conf.links
	return conf.apply(c)
}

// configPath is the file to read, and whether the user named it.
func (p *program) configPath(c *cli.Context) (path string, asked bool) {
	if path := c.String("config"); path != "" {
		return path, true
	}
	if path := p.env("PODTRIAGE_CONFIG"); path != "" {
		return path, true
	}
	dir := p.env("XDG_CONFIG_HOME")
	if home := p.env("HOME"); dir == "" && home != "" {
		dir = filepath.Join(home, ".config")
	}
	if dir == "" && runtime.GOOS == "windows" {
		dir = p.env("AppData")
	}
	if !filepath.IsAbs(dir) { // as the XDG Base Directory Specification asks; a relative one would be read from the working directory
		return "", false
	}
	return filepath.Join(dir, "podtriage", "config.yaml"), false
}

// apply sets the flags that the command has and the user did not give. Output and fail-on mean what they mean to analyze.
func (conf config) apply(c *cli.Context) error {
	values := [][2]string{{"redact", conf.redact}}
	if c.Command.Name == "analyze" {
		values = append(values, [2]string{"fail-on", conf.failOn})
	}
	if c.Command.Name == "analyze" || c.Command.Name == "report" {
		values = append(values, [2]string{"output", conf.output})
	}
	for _, v := range values {
		if v[1] == "" || c.IsSet(v[0]) {
			continue
		}
		if err := c.Set(v[0], v[1]); err != nil {
			return err
		}
	}
	return nil
}

// misconfigured says that a file of the user's own cannot be used.
func misconfigured(path string, err error) error {
	var f *failure
	if !errors.As(err, &f) {
		f = usage("%w", err)
	}
	if e := (&fs.PathError{}); errors.As(err, &e) {
		err = e.Err
	}
	return &failure{code: exitUsage, err: &fileError{path, err}, hints: f.hints}
}

// fileError names the file before what is wrong with it.
type fileError struct {
	path string
	err  error
}

func (e *fileError) Error() string { return "reading " + e.path + ": " + e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }

// largestConfig is far above any that a person writes.
const largestConfig = 1 << 20

// readSmall reads a file that a person wrote.
func readSmall(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, largestConfig+1))
	if err == nil && len(data) > largestConfig {
		err = usage("it is larger than %s", view.Bytes(largestConfig))
	}
	return data, err
}
