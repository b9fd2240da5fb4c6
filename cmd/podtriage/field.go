package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/podtriage/podtriage/loader"
)

// fieldLines finds a field such as status.containerStatuses[app].lastState.terminated in the text of the object that the first line
// begins. It goes by indentation, which JSON as tools print it and YAML in block style have in common; of other text, and of a
// field that is not there, ok is false.
func fieldLines(lines []loader.Line, field string) (from, to int, ok bool) {
	if field == "" || strings.Contains(field, " ") || len(lines) == 0 {
		return 0, 0, false
	}
	block := textBlock(lines)
	if strings.TrimLeft(lines[0].Text, " -") == "{" {
		block = block[1:]
	}
	var found textBlock
	for _, part := range strings.Split(field, ".") {
		name, item, indexed := strings.Cut(strings.TrimSuffix(part, "]"), "[")
		found = block.member(name)
		if indexed {
			found = found.item(item)
		}
		if len(found) == 0 {
			return 0, 0, false
		}
		block = found.inner(indexed)
	}
	return found[0].Number, found[len(found)-1].Number, true
}

// textBlock is the lines of one value. The first is that of its first member, or of the key or dash before it.
type textBlock []loader.Line

// blankLine is the margin of a line without text, which ends nothing.
const blankLine = 1 << 20

// margin is the column of the first character of a line that is no space; past the dashes of a YAML list, with them.
func margin(line string, dashes bool) int {
	if strings.TrimSpace(line) == "" {
		return blankLine
	}
	set := " "
	if dashes {
		set = " -"
	}
	return len(line) - len(strings.TrimLeft(line, set))
}

// until returns the lines up to the first that stands left of the column; a closing bracket there still belongs to it.
func (b textBlock) until(column int) textBlock {
	for i, l := range b {
		at := margin(l.Text, false)
		if i == 0 || at >= column {
			continue
		}
		if at == column-1 && begins(l.Text, "}]") {
			i++
		}
		return b[:i]
	}
	return b
}

// member returns the lines of the member of that name: its key's line and what is indented under it.
func (b textBlock) member(name string) textBlock {
	if len(b) == 0 {
		return nil
	}
	column := margin(b[0].Text, true)
	b = b.until(column)
	for i, l := range b {
		if margin(l.Text, true) != column || keyOf(l.Text) != name {
			continue
		}
		end := i + 1
		for end < len(b) && (margin(b[end].Text, false) > column || begins(b[end].Text, "-")) {
			end++
		}
		if end < len(b) && begins(b[end].Text, "}]") {
			end++
		}
		for margin(b[end-1].Text, false) == blankLine {
			end--
		}
		return b[i:end]
	}
	return nil
}

// item returns the lines of the item that is so named, or has that number.
func (b textBlock) item(name string) textBlock {
	if len(b) < 2 {
		return nil
	}
	b = b[1:]
	column, n := margin(b[0].Text, false), -1
	for i, l := range b {
		if margin(l.Text, false) != column || !begins(l.Text, "{-") {
			continue
		}
		n++
		it := b[i:].until(column + 1)
		if strconv.Itoa(n) == name || slices.ContainsFunc([]string{"name", "type", "key"}, func(key string) bool {
			return valueOf(it.inner(true).member(key)) == name
		}) {
			return it
		}
	}
	return nil
}

// inner returns the lines of the members of a value, which follow the line of its key or bracket; those of an item of a YAML
// list begin on the dash's own line.
func (b textBlock) inner(item bool) textBlock {
	if item && len(b) > 0 && keyOf(b[0].Text) != "" {
		return b
	}
	return b[min(1, len(b)):]
}

// begins reports whether the line's first character is one of the set.
func begins(line, set string) bool {
	text := strings.TrimSpace(line)
	return text != "" && strings.Contains(set, text[:1])
}

func keyOf(line string) string {
	key, _, ok := strings.Cut(strings.TrimLeft(line, " -"), ":")
	if !ok {
		return ""
	}
	return strings.Trim(key, `"`)
}

func valueOf(member textBlock) string {
	if len(member) == 0 {
		return ""
	}
	_, value, _ := strings.Cut(member[0].Text, ":")
	return strings.Trim(value, ` ,"'`)
}
