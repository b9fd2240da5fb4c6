package view

import (
	"net/url"
	"strings"

	"github.com/podtriage/podtriage/analyzer/incident"
)

// Links are addresses of the user's own that a report names. Nothing ever opens them.
type Links struct {
	Runbook string // of a cause, with {rule} in the place of the rule's id and {category} in that of its category
}

// ValidLink reports an address that may stand in a report: of the web, without a sign that ends a link in some format.
func ValidLink(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && !strings.ContainsAny(s, " \t\r\n<>\"'`|\\")
}

// Runbook is the address of what the user wrote about such a cause, or "".
func (v *View) Runbook(in *incident.Incident) string {
	if v.Links.Runbook == "" {
		return ""
	}
	return strings.NewReplacer("{rule}", in.Rule, "{category}", in.Category).Replace(v.Links.Runbook)
}
