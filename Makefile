# The two commands: `make demo` and `make test`. `make help` lists the rest.
# Every target that needs something installed asks scripts/setup for it first;
# when nothing is missing that takes a moment only.

PREFIX  ?= /usr/local
DESTDIR ?=
SECONDS ?= 60

.PHONY: build demo check test test-all fuzz bench wheel deb reproduce site install format format-check clean help setup test-setup lint-setup fuzz-setup site-setup package-setup spark-setup

build: setup  ## build the command: build/bin/overt (the default)
	@cmake --preset release --log-level=WARNING >/dev/null
	@cmake --build --preset release

demo: build  ## generate a sample table, release it, verify the release
	@scripts/demo

check: lint-setup test-setup  ## between two changes: format, structure, tests of the folders that changed
	@scripts/test check

test: test-setup  ## all tests; those in C++ under ASan and UBSan, but for the heavy ones
	@scripts/test

test-all: lint-setup spark-setup  ## also: format, slow tests, commands and Python under ASan, TSan, clang, clang-tidy
	@scripts/test all

fuzz: fuzz-setup  ## bytes of all kinds into everything that reads, SECONDS=60 (or RUNS=10000000) for each target
	@cmake --preset fuzz --log-level=WARNING >/dev/null
	@cmake --build --preset fuzz --target fuzz_targets
	@scripts/fuzz $(if $(RUNS),runs=$(RUNS),$(SECONDS)) $(TARGETS)

bench: test-setup  ## build and run the benchmarks
	@cmake --preset bench --log-level=WARNING >/dev/null
	@cmake --build --preset bench --target run_bench

wheel: test-setup package-setup  ## build a wheel of the package and the command into dist/, and try it in a clean root
	@scripts/wheel

deb: build package-setup  ## build Debian packages into dist/, check them with lintian, install, use and remove them
	@scripts/deb

reproduce: test-setup package-setup  ## build the packages twice and compare the bytes
	@scripts/reproduce

site: test-setup site-setup  ## make the documentation site, build/site/index.html
	@cmake --preset dev --log-level=WARNING >/dev/null
	@cmake --build --preset dev --target overt_cli _overt
	@scripts/site

install: build  ## install below PREFIX (/usr/local); DESTDIR is honoured
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)"

sources = find src app python tests bench fuzz packaging -name '*.h' -o -name '*.cc'

format: lint-setup  ## rewrite all sources with clang-format
	@$(sources) | xargs clang-format-14 -i

format-check: lint-setup  ## fail when clang-format would change a file
	@$(sources) | xargs clang-format-14 --dry-run --Werror

clean:  ## remove what was built (not the virtual environment)
	rm -rf build demo

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 16

setup:
	@scripts/setup

test-setup:
	@scripts/setup test

spark-setup:
	@scripts/setup test spark

lint-setup:
	@scripts/setup lint

fuzz-setup:
	@scripts/setup fuzz

site-setup:
	@scripts/setup site

package-setup:
	@scripts/setup package
