package html_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/podtriage/podtriage/analyzer"
	"github.com/podtriage/podtriage/report"
)

// browser opens a page in a real browser, or skips the test where none is. What the page logs as an error and what it asks
// the network for is kept.
type browser struct {
	ctx  context.Context
	mu   sync.Mutex
	said []string
	sent []string
}

// patience is how long a busy machine may take to start a browser and for one test.
const patience = 4 * time.Minute

// started is the one browser of all tests, which each have a tab of their own; end ends it.
var started = sync.OnceValue(func() context.Context {
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if p, err := exec.LookPath(name); err == nil && program == "" {
			program = p
		}
	}
	if program == "" {
		return nil
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("headless", "new"), chromedp.WindowSize(1280, 900), chromedp.WSURLReadTimeout(patience))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, closeTab := chromedp.NewContext(ctx, chromedp.WithBrowserOption(chromedp.WithDialTimeout(patience)))
	if err := chromedp.Run(ctx); err != nil {
		panic(err)
	}
	end = func() { closeTab(); cancel() }
	return ctx
})

var end = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	end()
	os.Exit(code)
}

func open(t *testing.T, fixture string, before ...chromedp.Action) (*browser, *analyzer.Diagnosis) {
	t.Helper()
	ctx := started()
	if ctx == nil {
		t.Skip("no chromium, chromium-browser or google-chrome is installed: the page is not tested in a browser")
	}
	d := load(t, fixture)
	file := filepath.Join(t.TempDir(), "report.html")
	var b bytes.Buffer
	if err := report.Write(&b, "html", d, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, patience)
	t.Cleanup(cancel)
	br := &browser{ctx: ctx}
	chromedp.ListenTarget(ctx, br.hear)
	br.run(t, append(append([]chromedp.Action{network.Enable(), log.Enable(), runtime.Enable()}, before...),
		chromedp.Navigate("file://"+file))...)
	return br, d
}

func load(t *testing.T, fixture string) *analyzer.Diagnosis {
	t.Helper()
	raw, err := os.ReadFile("../testdata/" + fixture + ".json")
	if err != nil {
		t.Fatal(err)
	}
	d := &analyzer.Diagnosis{}
	if err := json.Unmarshal(raw, d); err != nil {
		t.Fatal(err)
	}
	return d
}

func (b *browser) hear(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := ev.(type) {
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file://") || !strings.HasSuffix(e.Request.URL, "/report.html") {
			b.sent = append(b.sent, e.Request.URL)
		}
	case *log.EventEntryAdded:
		b.said = append(b.said, e.Entry.Text)
	case *runtime.EventConsoleAPICalled:
		b.said = append(b.said, "console: "+string(e.Type))
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, e.ExceptionDetails.Error())
	}
}

func (b *browser) run(t *testing.T, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// quiet fails where the page logged something or asked for anything.
func (b *browser) quiet(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.said)+len(b.sent) > 0 {
		t.Errorf("the page logs %q and asks for %q", b.said, b.sent)
	}
}

// is fails where the script's expression does not become true: the page answers to a click when it comes to it.
func (b *browser) is(t *testing.T, what, expression string) {
	t.Helper()
	got := false
	for end := time.Now().Add(10 * time.Second); !got && time.Now().Before(end); {
		b.run(t, chromedp.Evaluate(expression, &got))
	}
	if !got {
		t.Errorf("%s: %s is false", what, expression)
	}
}

func TestBrowserUse(t *testing.T) {
	b, d := open(t, "acme")
	shown := `document.querySelectorAll("details.cause[id]:not(.off)").length`
	second := `document.querySelectorAll("details.cause")[1]`
	b.is(t, "all causes stand in the page", shown+" === "+js(len(d.Incidents)))
	b.is(t, "the first cause is open", `document.querySelector("details.cause").open && !`+second+`.open`)
	b.run(t, chromedp.Click("details.cause:nth-of-type(2) > summary"))
	b.is(t, "a click opens a cause", second+".open")
	b.run(t, chromedp.KeyEvent(kb.Enter))
	b.is(t, "Enter folds it", "!"+second+".open")
	b.run(t, chromedp.Click("#fold"))
	b.is(t, "the button opens all", `document.querySelectorAll("details.cause:not([open])").length === 0`)
	b.run(t, chromedp.KeyEvent("e"))
	b.is(t, "e folds all", `document.querySelectorAll("details.cause[open]").length === 0`)
	b.run(t, chromedp.KeyEvent("j"))
	b.is(t, "j opens a cause and goes there", `document.activeElement.closest("details.cause").open`)
	b.run(t, input.DispatchKeyEvent(input.KeyDown).WithKey("/").WithText("/")) // KeyEvent would type it even where the page takes the key
	b.is(t, "/ goes to the filter", `document.activeElement.id === "filter"`)
	b.run(t, chromedp.KeyEvent(d.Incidents[1].Rule))
	b.is(t, "the filter hides what does not fit", shown+" > 0 && "+shown+" < "+js(len(d.Incidents)))
	b.is(t, "and says how many fit", `/^\d+ of \d+ rows fit$/.test(document.getElementById("said").textContent)`)
	b.run(t, chromedp.KeyEvent(kb.Escape))
	b.is(t, "Escape empties it", shown+" === "+js(len(d.Incidents))+` && document.getElementById("filter").value === ""`)
	b.run(t, chromedp.Click(`a[href="#cause-2"]`))
	b.is(t, "a link opens its cause", second+".open")
	b.quiet(t)
	axe(t, b)
}

// TestBrowserHostile holds that a hostile dump runs nothing, and that the page's policy refuses what would leave it.
func TestBrowserHostile(t *testing.T) {
	b, _ := open(t, "hostile")
	b.quiet(t)
	b.is(t, "no script of the dump", `document.scripts.length === 1 && document.images.length === 0`)
	var refused bool
	b.run(t, chromedp.Evaluate(`new Promise(done => {
		document.addEventListener("securitypolicyviolation", () => done(true));
		setTimeout(() => done(false), 3000);
		const s = document.createElement("script"); s.textContent = "window.ran = 1"; document.body.append(s);
	})`, &refused, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	b.is(t, "a script that is not ours does not run", "window.ran === undefined")
	if !refused {
		t.Error("the policy refuses nothing")
	}
	if len(b.sent) > 0 {
		t.Errorf("the page asks for %q", b.sent)
	}
}

func TestBrowserWithoutScript(t *testing.T) {
	b, d := open(t, "acme", emulation.SetScriptExecutionDisabled(true))
	b.is(t, "the script did not run", `!document.documentElement.classList.contains("scripted")`)
	b.is(t, "all causes are seen", `[...document.querySelectorAll("details.cause[id] > summary")].filter(s => s.offsetHeight > 0).length === `+js(len(d.Incidents)))
	b.is(t, "no control without use is seen", `[...document.querySelectorAll("button, input")].every(e => e.offsetHeight === 0)`)
	b.run(t, chromedp.Click("details.cause:nth-of-type(2) > summary"))
	b.is(t, "causes unfold", `document.querySelectorAll("details.cause")[1].open`)
	b.quiet(t)
}

// TestBrowserPrint holds that the printed page has every cause and every quoted line, folded or not.
func TestBrowserPrint(t *testing.T) {
	b, d := open(t, "acme")
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext (poppler-utils) is not installed: the printed page is not read")
	}
	var pdf []byte
	b.run(t, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().Do(ctx)
		return err
	}))
	cmd := exec.Command("pdftotext", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	raw, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	printed := letters(string(raw))
	for _, in := range d.Incidents {
		want := []string{in.Title, in.Cause}
		for _, e := range in.Evidence {
			want = append(want, e.Text)
		}
		for _, s := range in.Next {
			want = append(want, s.Command)
		}
		for _, w := range want {
			if w = letters(w); !strings.Contains(printed, w[:min(len(w), 60)]) {
				t.Errorf("the printed page lacks %q of cause %s", w, in.ID)
			}
		}
	}
}

// letters leaves out what a line break or a hyphen changes.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

func js(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// axe asks the accessibility checker of that name, which is fetched from npm's registry, about the page in light and dark.
func axe(t *testing.T, b *browser) {
	t.Helper()
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	pack := exec.CommandContext(ctx, "npm", "pack", "--silent", "axe-core@4.14.1")
	pack.Dir = dir
	if err := pack.Run(); err != nil {
		t.Skipf("axe-core cannot be fetched from npm (%v): accessibility is not checked", err)
	}
	unpack := exec.CommandContext(ctx, "tar", "-xzf", "axe-core-4.14.1.tgz", "package/axe.min.js")
	unpack.Dir = dir
	if err := unpack.Run(); err != nil {
		t.Skipf("axe-core cannot be unpacked (%v): accessibility is not checked", err)
	}
	source, err := os.ReadFile(filepath.Join(dir, "package/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	b.run(t, chromedp.Evaluate(string(source), nil),
		chromedp.Evaluate(`document.querySelectorAll("details").forEach(d => { d.open = true })`, nil))
	for _, scheme := range []string{"light", "dark"} {
		var faults []string
		b.run(t, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
			chromedp.Evaluate(`axe.run().then(r => r.violations.filter(v => v.impact === "serious" || v.impact === "critical").map(v => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.html).join(" ")))`,
				&faults, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
		for _, f := range faults {
			t.Errorf("axe in %s: %s", scheme, f)
		}
	}
}
