# Two commands do everything on a fresh machine that has a Swift toolchain:
#   make demo   builds quarry and runs the sample queries on an embedded database
#   make test   runs every test; those of CloudKit in memory, in files and against a server
.PHONY: demo test build benchmark format-check setup clean

SWIFT ?= swift

demo: setup
	$(SWIFT) build --product quarry
	$(SWIFT) run --skip-build quarry demo

test: setup
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build
	QUARRY_TEST_CLOUD=sqlite $(SWIFT) test --skip-build --filter '^CloudKitTests\.'
	QUARRY_TEST_CLOUD=server $(SWIFT) test --skip-build --filter '^CloudKitTests\.'

build: setup
	$(SWIFT) build -c release --product quarry
	@echo "The tool is $$($(SWIFT) build -c release --show-bin-path)/quarry"

# Installs the few system libraries that are missing, or says which.
setup:
	@Scripts/setup

# The sources that Xcode wrote for the to-do example stay as Xcode wrote them.
format-check:
	find Sources Tests Examples Plugins -name '*.swift' -not -path 'Examples/ToDo/*+CoreData*' -print0 \
		| xargs -0 $(SWIFT) format lint --strict

benchmark: setup
	cd Benchmarks && $(SWIFT) run -c release Benchmarks

clean:
	$(SWIFT) package clean
