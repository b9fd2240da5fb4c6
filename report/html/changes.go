package html

import (
	"github.com/podtriage/podtriage/analyzer/change"
	"github.com/podtriage/podtriage/analyzer/timeline"
	"github.com/podtriage/podtriage/report/escape"
	"github.com/podtriage/podtriage/report/view"
)

// changeTable is what was changed, newest first; objects that came to be are only counted.
type changeTable struct {
	Rows    []changeRow
	Created int
	Rest    int // changes that have no row
}

type changeRow struct {
	When, Object, What, By, From string
}

func changes(v *view.View, limit int) changeTable {
	var t changeTable
	for i := len(v.Changes) - 1; i >= 0; i-- {
		c := &v.Changes[i]
		switch {
		case c.Kind == change.Created:
			t.Created++
		case len(t.Rows) == limit:
			t.Rest++
		default:
			t.Rows = append(t.Rows, changeOf(v, c))
		}
	}
	return t
}

func changeOf(v *view.View, c *change.Change) changeRow {
	precision := timeline.Exact
	if !c.Until.IsZero() {
		precision = timeline.Between
	}
	r := changeRow{
		When:   v.Moment(timeline.Entry{At: c.At, Until: c.Until, Precision: precision}),
		Object: c.Object.String(), What: escape.Short(c.Text, 600), By: c.By,
	}
	if len(c.Positions) > 0 {
		r.From = c.Positions[0].String()
	}
	return r
}
