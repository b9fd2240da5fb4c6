package rules

// known is what several rules of a family ask for, computed once for a Context. Rules run one after the other, so it needs
// no lock.
type known struct {
	pulls      []pullFailure
	pullsDone  bool
	images     map[string][]*Pod // running Pods by image
	registries map[string]*Pod   // a running Pod by the registry of its image

	sandboxes     []sandboxFailure
	sandboxesDone bool
	mounts        []mountFailure
	mountsDone    bool

	configs     []configFailure
	configsDone bool
	starts      []startTrouble
	startsDone  bool
}
