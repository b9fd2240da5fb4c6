package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podtriage/podtriage/loader"
)

// addonRules are the rules about objects of add-ons that say of themselves that they are not well.
var addonRules = []*Rule{addonCertificate, addonGateway, addonOperator, addonDelivery}

// declared is a condition whose polarity is known: objects of other kinds, and their other conditions, are never judged.
type declared struct {
	group string // API group, or its ending where it begins with a dot
	kinds string // separated by spaces
	cond  string // types of conditions, separated by spaces
	bad   metav1.ConditionStatus
}

// reconciling is how long an add-on may take before an object that is not well is worth a word.
const reconciling = 5 * time.Minute

// trouble is an object and the condition by which it says that it is not well.
type trouble struct {
	*loader.Other
	cond metav1.Condition
}

// troubles lists the objects whose conditions are bad by the table, for longer than the add-on may take; what is suspended or is being
// deleted is left out. Of one object the first counts.
func (c *Context) troubles(table []declared) []trouble {
	var out []trouble
	for _, o := range c.Snapshot.Others {
		if o.Suspended || o.DeletionTimestamp != nil {
			continue
		}
		if cond := c.badCondition(o, o.Conditions, table); cond != nil {
			out = append(out, trouble{o, *cond})
		}
	}
	return out
}

func (c *Context) badCondition(o *loader.Other, list []metav1.Condition, table []declared) *metav1.Condition {
	for _, d := range table {
		if o.Group() != d.group && !(d.group[0] == '.' && strings.HasSuffix(o.Group(), d.group)) ||
			!slices.Contains(strings.Fields(d.kinds), o.Kind) {
			continue
		}
		for i := range list {
			cond := &list[i]
			lasting := cond.LastTransitionTime.Unix() <= 0 || c.Now.Sub(cond.LastTransitionTime.Time) > reconciling
			if cond.Status == d.bad && lasting && slices.Contains(strings.Fields(d.cond), cond.Type) {
				return cond
			}
		}
	}
	return nil
}

// finding is what all Findings about add-ons share.
func (t *trouble) finding(c *Context, title string) Finding {
	ref := t.Ref()
	f := Finding{Severity: Warning, Confidence: Confirmed, Subject: ref,
		Culprit: Culprit{Ref: ref, Field: "status.conditions[" + t.cond.Type + "]"}, Title: title,
		Cause: fmt.Sprintf("%s %s is not well: %s", t.Kind, ref.Path(),
			sentence(oneLine(cmp.Or(t.cond.Message, t.cond.Reason, t.cond.Type+" is "+string(t.cond.Status))))),
		Evidence: []Evidence{c.otherEvidence(t.Other, t.cond)}, Next: []Step{describeAddon(t.Other)}}
	f.First, f.Last = span(f.Evidence)
	return f
}

// describeAddon asks for an object of an add-on in full, by its group: names of kinds are not unique.
func describeAddon(o *loader.Other) Step {
	command := "describe " + strings.ToLower(o.Kind) + "." + o.Group() + "/" + o.Name
	if o.Namespace == "" {
		return Step{Kind: Check, Text: "the object and its Events", Command: "kubectl " + command}
	}
	return Step{Kind: Check, Text: "the object and its Events", Command: Kubectl(o.Namespace, "%s", command)}
}
