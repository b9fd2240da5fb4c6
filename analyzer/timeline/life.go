package timeline

import (
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podtriage/podtriage/loader"
)

// apart is how far two records of one moment may stand from each other: stamps are cut to the second, and an Event is
// written just after what it tells.
const apart = 2 * time.Second

// life is one of the Pods that had a name, one after the other: StatefulSets reuse names.
type life struct {
	ref     loader.Ref
	pod     *corev1.Pod // nil for a Pod that only Events know
	start   time.Time   // its creation, or its first record
	next    time.Time   // when the next of that name began
	created time.Time   // when its owner made it, if an Event tells
	events  []*loader.Event
	tales   []told
}

// lives tells the Pods of one name apart, by UID where Events carry one, else by time: taint managers write no UID, and
// owners name Pods by name only.
func (b *builder) lives(key loader.Ref) []*life {
	pod := b.pods[key]
	var out []*life
	mirror := types.UID("")
	if pod != nil {
		out = append(out, &life{ref: loader.RefOf("Pod", pod), pod: pod, start: pod.CreationTimestamp.UTC()})
		mirror = types.UID(pod.Annotations[corev1.MirrorPodAnnotationKey])
	}
	var loose []*loader.Event
	for _, e := range b.s.EventsOf(key) {
		uid := e.Object.UID
		if uid == "" {
			loose = append(loose, e)
			continue
		}
		if uid == mirror {
			uid = pod.UID
		}
		l := withUID(out, uid)
		if l == nil {
			l = &life{ref: key, start: e.First}
			l.ref.UID = uid
			out = append(out, l)
		}
		l.events = append(l.events, e)
	}
	out = b.settle(key, out, loose)
	for i := 1; i < len(out); i++ {
		out[i-1].next = out[i].start
	}
	return out
}

func withUID(lives []*life, uid types.UID) *life {
	for _, l := range lives {
		if l.ref.UID == uid {
			return l
		}
	}
	return nil
}

// settle gives records that name no UID to the life they fit in time; where none fits they tell of one more. Creations come
// first, the last one first of all: a Pod is created once, and by the last creation before it was seen.
func (b *builder) settle(key loader.Ref, lives []*life, loose []*loader.Event) []*life {
	slices.SortStableFunc(lives, func(x, y *life) int { return x.start.Compare(y.start) })
	tales := b.told[key]
	slices.SortStableFunc(tales, func(x, y told) int { return y.at.Compare(x.at) })
	place := func(l *life, at time.Time) *life {
		if l == nil {
			l = &life{ref: key, start: at}
			lives = insert(lives, l)
		}
		return l
	}
	for _, t := range tales {
		if t.verb == "created" {
			l := place(born(lives, t.at), t.at)
			l.created, l.tales = t.at, append(l.tales, t)
		}
	}
	for _, t := range tales {
		if t.verb == "deleted" {
			l := place(alive(lives, t.at), t.at)
			l.tales = append(l.tales, t)
		}
	}
	for _, e := range loose {
		l := place(alive(lives, e.First.Add(apart)), e.First)
		l.events = append(l.events, e)
	}
	return lives
}

func insert(lives []*life, l *life) []*life {
	i := 0
	for i < len(lives) && !lives[i].start.After(l.start) {
		i++
	}
	return slices.Insert(lives, i, l)
}

// born finds the life that a creation at that time began. The first records of a Pod that is gone may be lost, so it may have
// begun long before them.
func born(lives []*life, at time.Time) *life {
	for _, l := range lives {
		switch d := l.start.Sub(at); {
		case d < -apart:
		case d <= apart && (l.created.IsZero() || near(l.created, at)):
			return l
		case l.pod == nil && l.created.IsZero():
			return l
		case d > apart:
			return nil
		}
	}
	return nil
}

// alive finds the last life that had begun at that time. Of two that began, one in that very second, the earlier is meant:
// a name is free again only after an end. Before all records of a Pod that is gone, it is that Pod.
func alive(lives []*life, at time.Time) *life {
	var found *life
	for _, l := range lives {
		if l.start.Before(at) || found == nil && (l.start.Equal(at) || l.pod == nil) {
			found = l
		}
	}
	return found
}
