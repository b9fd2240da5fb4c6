GO      ?= go
FUZZTIME ?= 30s
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)

.PHONY: build dist test check update fuzz bench bench-limit

build: ; $(GO) build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" -o podtriage ./cmd/podtriage

dist: ; $(GO) run ./cmd/dist -version $(VERSION)

test: ; $(GO) test ./...

check: ; bash .ci/run

update: ; $(GO) test $$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n1 dirname | sort -u) -update

fuzz: ; for p in $$($(GO) list ./...); do for f in $$($(GO) test -list '^Fuzz' $$p | grep ^Fuzz); do $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$p || exit 1; done; done

bench: ; $(GO) test -run '^$$' -bench . -benchmem -timeout 60m ./...

bench-limit: ; $(GO) test ./cmd/podtriage -run TestLimit -v -timeout 30m -limit
