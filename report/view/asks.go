package view

import (
	"strings"

	"github.com/podtriage/podtriage/analyzer/rules"
)

// Ask is something to request from whoever has the cluster. It never changes the cluster.
type Ask struct {
	Text    string
	Command string   // one command a line
	More    int      // commands alike that are not in Command
	For     []string // ids of the causes it would settle
}

// MaxAsks keeps the list of requests one that people answer.
const MaxAsks = 8

// maxCommands is how many commands one request has.
const maxCommands = 5

// Asks joins the requests of all causes, of the unexplained Pods and of what is missing: what asks for the same is one
// request with several commands. What the first causes need comes first. There are at most limit of them; the second result
// is how many more there are.
func (v *View) Asks(limit int) (list []Ask, more int) {
	a := asker{byText: map[string]int{}, asked: map[string]int{}}
	for i := range v.Incidents {
		for _, s := range v.Incidents[i].Next {
			a.add(s, v.Incidents[i].ID)
		}
	}
	for _, g := range v.Unknowns() {
		for _, s := range g.First.Next {
			a.add(s, "")
		}
	}
	for _, m := range v.Missing {
		if m.Command != "" {
			a.add(rules.Step{Kind: rules.Ask, Text: "not in the dump yet: " + some(m.What), Command: m.Command}, "")
		}
	}
	n := min(len(a.list), limit)
	return a.list[:n], len(a.list) - n
}

// some shortens a list of kinds to what a request needs; the command below it names all.
func some(what string) string {
	const few = 4
	kinds := strings.Split(what, ", ")
	if len(kinds) <= few+2 {
		return what
	}
	return strings.Join(kinds[:few], ", ") + " and " + Number(len(kinds)-few) + " more kinds"
}

// asker joins requests.
type asker struct {
	list   []Ask
	byText map[string]int // the request of these words
	asked  map[string]int // the request that holds this command
}

func (a *asker) add(s rules.Step, id string) {
	if s.Kind != rules.Ask {
		return
	}
	i, found := a.asked[s.Command]
	if s.Command == "" || !found {
		i, found = a.byText[s.Text]
		if !found || s.Text == "" {
			i = len(a.list)
			a.list = append(a.list, Ask{Text: s.Text})
			a.byText[s.Text] = i
		}
		a.command(i, s.Command)
	}
	if ids := a.list[i].For; id != "" && (len(ids) == 0 || ids[len(ids)-1] != id) {
		a.list[i].For = append(ids, id)
	}
}

// command adds a command to a request, which one line may be a part of already.
func (a *asker) command(i int, command string) {
	if command == "" {
		return
	}
	ask := &a.list[i]
	a.asked[command] = i
	for l := range strings.SplitSeq(command, "\n") {
		a.asked[l] = i
	}
	switch {
	case ask.Command == "":
		ask.Command = command
	case strings.Count(ask.Command, "\n")+1 < maxCommands:
		ask.Command += "\n" + command
	default:
		ask.More++
	}
}

// Causes says which causes a request would settle, and how many commands alike there are: "for cause 1", or "".
func (a Ask) Causes() string {
	var parts []string
	switch n := len(a.For); {
	case n == 1:
		parts = append(parts, "for cause "+a.For[0])
	case n > 5:
		parts = append(parts, "for causes "+strings.Join(a.For[:4], ", ")+" and "+Number(n-4)+" more")
	case n > 1:
		parts = append(parts, "for causes "+strings.Join(a.For, ", "))
	}
	if a.More > 0 {
		parts = append(parts, "the same for "+Number(a.More)+" more")
	}
	return strings.Join(parts, "; ")
}
