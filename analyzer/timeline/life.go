package timeline

import (
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podtriage/podtriage/loader"
)

const (
	// apart is how far two records of one moment may stand from each other: stamps are cut to the second, and an Event is
	// written just after what it tells.
	apart = 2 * time.Second
	// late is how long after a Pod's creation its first own Event may come.
	late = time.Minute
)

// life is one of the Pods that had a name, one after the other: StatefulSets reuse names.
type life struct {
	ref    loader.Ref
	pod    *corev1.Pod // nil for a Pod that only Events know
	start  time.Time   // its creation, or its first record
	events []*loader.Event
	tales  []told
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
	return b.settle(key, out, loose)
}

func withUID(lives []*life, uid types.UID) *life {
	for _, l := range lives {
		if l.ref.UID == uid {
			return l
		}
	}
	return nil
}

// settle gives records that name no UID to the life they fit in time; where none fits they tell of one more.
func (b *builder) settle(key loader.Ref, lives []*life, loose []*loader.Event) []*life {
	slices.SortStableFunc(lives, func(x, y *life) int { return x.start.Compare(y.start) })
	tales := b.told[key]
	slices.SortStableFunc(tales, func(x, y told) int { return x.at.Compare(y.at) })
	for _, t := range tales {
		l := born(lives, t.at)
		if t.verb == "deleted" {
			l = alive(lives, t.at)
		}
		if l == nil {
			l = &life{ref: key, start: t.at}
			lives = insert(lives, l)
		}
		l.tales = append(l.tales, t)
	}
	for _, e := range loose {
		l := alive(lives, e.First.Add(apart))
		if l == nil {
			l = &life{ref: key, start: e.First}
			lives = insert(lives, l)
		}
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

// born finds the life that a creation at that time began.
func born(lives []*life, at time.Time) *life {
	for _, l := range lives {
		d := l.start.Sub(at)
		if d < -apart {
			continue
		}
		if d <= apart || l.pod == nil && d <= late {
			return l
		}
		return nil
	}
	return nil
}

// alive finds the last life that had begun at that time. Of two that began, one in that very second, the earlier is meant
// when it is the end that is told: a name is free again only after it.
func alive(lives []*life, at time.Time) *life {
	var found *life
	for _, l := range lives {
		if l.start.Before(at) || found == nil && l.start.Equal(at) {
			found = l
		}
	}
	return found
}
