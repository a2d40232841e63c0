# Two commands do everything on a fresh machine that has a Swift toolchain:
#   make demo   builds quarry without the server and asks an embedded database sample questions
#   make test   runs every test; those of CloudKit in memory, in files and against a server
#   make check  runs the checks and unit tests of what changed since origin/main
#   make docs   builds the tests and writes the documentation of all libraries as one site
# make serve-demo builds the server too and opens the sample data in the dashboard.
# TRAITS=Postgres builds and tests PostgreSQL too; setup then looks for libpq and a server.
# TRAITS=Postgres,SwiftData builds and tests everything, as .ci/run does.
.PHONY: demo serve-demo test check docs build benchmark instructions format-check setup clean

SWIFT ?= swift
TRAITS ?=
comma := ,
traits := $(if $(TRAITS),--traits Server$(comma)$(TRAITS))
# Else the package manager gives several traits to the compiler in another order each time, and
# everything is compiled again.
SWIFT_BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build

# Without the trait Server: SwiftNIO and BoringSSL take longer to build than everything else. Without
# debug information and an index, which take a third of the compiler's time, and a module at a time, which
# saves a quarter of the rest where nothing is built yet. All of it changes what is compiled, so that the
# demo has a folder of its own and other builds keep theirs.
whole_modules := $(addprefix -Xswiftc ,-whole-module-optimization -num-threads 1 -disable-batch-mode \
	-no-emit-module-separately-wmo)
demo_flags := --disable-default-traits --scratch-path .build/demo \
	--disable-index-store -debug-info-format none $(whole_modules) $(QUARRY_BUILD_FLAGS)
demo: setup
	@echo "Building the tool without the server: two minutes on two cores, once."
	@$(SWIFT) build $(demo_flags) --product quarry
	@"$$($(SWIFT) build $(demo_flags) --show-bin-path)/quarry" demo
	@echo "For these commands: alias quarry=$$($(SWIFT) build $(demo_flags) --show-bin-path)/quarry"
	@echo "make serve-demo shows the same cities in the dashboard."

serve-demo: setup
	$(SWIFT_BUILD) $(traits) --product quarry
	@"$$($(SWIFT) build $(traits) --show-bin-path)/quarry" demo --serve

# In parts side by side; Scripts/test --help says which, and how to run one of them.
test: setup
	@SWIFT="$(SWIFT)" Scripts/test --build $(traits)

# The fast lane: format, imports, and the unit tests of the targets that changed.
check: setup
	@SWIFT="$(SWIFT)" Scripts/check $(traits)

# Into .build/documentation; a warning of DocC is an error.
docs: setup
	$(SWIFT_BUILD) $(traits) --build-tests
	@Scripts/documentation

build: setup
	$(SWIFT_BUILD) $(traits) -c release --product quarry
	@echo "The tool is $$($(SWIFT) build $(traits) -c release --show-bin-path)/quarry"

# Installs the few system libraries that are missing, or says which.
setup:
	@TRAITS="$(TRAITS)" Scripts/setup

# The sources that Xcode wrote for the to-do example stay as Xcode wrote them.
format-check:
	find Sources Tests Examples Plugins -name '*.swift' -not -path '*/.build/*' \
		-not -path 'Examples/ToDo/*+CoreData*' -print0 \
		| xargs -0 $(SWIFT) format lint --strict --parallel

# Fails where a get, a query, a create or a batch needs 3 % more instructions than Benchmarks/instructions.json
# says.
instructions: build
	Scripts/count-instructions --check

benchmark: setup
	cd Benchmarks && $(SWIFT) run -c release Benchmarks

clean:
	$(SWIFT) package clean
	rm -rf .build/demo
