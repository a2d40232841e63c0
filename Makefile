# Two commands do everything on a fresh machine that has a Swift toolchain:
#   make demo   builds quarry without the server and asks an embedded database sample questions
#   make test   runs every test; those of CloudKit in memory, in files and against a server
# make serve-demo builds the server too and opens the sample data in the dashboard.
# TRAITS=Postgres builds and tests PostgreSQL too; setup then looks for libpq and a server.
.PHONY: demo serve-demo test build benchmark format-check setup clean

SWIFT ?= swift
TRAITS ?=
comma := ,
traits := $(if $(TRAITS),--traits Server$(comma)$(TRAITS))

# Without the trait Server: SwiftNIO and BoringSSL take longer to build than everything else.
demo: setup
	@echo "Building the tool without the server: two to three minutes on two cores, once."
	$(SWIFT) build --disable-default-traits --product quarry
	@"$$($(SWIFT) build --disable-default-traits --show-bin-path)/quarry" demo
	@echo "make serve-demo shows the same cities in the dashboard."

serve-demo: setup
	$(SWIFT) build $(traits) --product quarry
	@"$$($(SWIFT) build $(traits) --show-bin-path)/quarry" demo --serve

# In parts: Foundation cannot start programs where more than a thousand files are open.
test: setup
	$(SWIFT) build $(traits) --build-tests
	$(SWIFT) test $(traits) --skip-build --skip '^(CloudKit|Store|WebServices|Hosting)Tests\.'
	$(SWIFT) test $(traits) --skip-build --filter '^HostingTests\.'
	$(SWIFT) test $(traits) --skip-build --filter '^(Store|WebServices)Tests\.'
	QUARRY_TEST_CLOUD=memory $(SWIFT) test $(traits) --skip-build --filter '^CloudKitTests\.'
	QUARRY_TEST_CLOUD=sqlite $(SWIFT) test $(traits) --skip-build --filter '^CloudKitTests\.'
ifneq (,$(findstring Postgres,$(TRAITS)))
	QUARRY_TEST_CLOUD=postgres $(SWIFT) test $(traits) --skip-build --filter '^CloudKitTests\.'
	QUARRY_TEST_OBJECTS=postgres $(SWIFT) test $(traits) --skip-build --filter '^(CoreData|Query)Tests\.'
endif
	QUARRY_TEST_CLOUD=server $(SWIFT) test $(traits) --skip-build --filter '^CloudKitTests\.'

build: setup
	$(SWIFT) build $(traits) -c release --product quarry
	@echo "The tool is $$($(SWIFT) build $(traits) -c release --show-bin-path)/quarry"

# Installs the few system libraries that are missing, or says which.
setup:
	@TRAITS="$(TRAITS)" Scripts/setup

# The sources that Xcode wrote for the to-do example stay as Xcode wrote them.
format-check:
	find Sources Tests Examples Plugins -name '*.swift' -not -path '*/.build/*' \
		-not -path 'Examples/ToDo/*+CoreData*' -print0 \
		| xargs -0 $(SWIFT) format lint --strict

benchmark: setup
	cd Benchmarks && $(SWIFT) run -c release Benchmarks

clean:
	$(SWIFT) package clean
