# Everything you do with this repository. Needs python3 (3.11 or newer), git and make; the rest goes into .venv.

# The system's own, where it will do: one that was built by hand, as pyenv's are, takes up to half as long again.
SYSTEM := $(shell /usr/bin/python3 -c "import sys, venv, ensurepip; print('/usr/bin/python3' if sys.version_info >= (3, 11) else '')" 2>/dev/null)
PYTHON ?= $(or $(SYSTEM),python3)#    another interpreter: make PYTHON=python3.13 test
SCENE  ?=#            start with this scene: make run SCENE=path/to/scene.toml
LAN    ?=#            for phones on this network, too: make run LAN=1 SCENE=duel

BIN := .venv/bin
export PYTHONDONTWRITEBYTECODE =#  hundreds of processes run here: what one compiles the others take

.PHONY: run play test check quick-fights quick-others docs bench soak fuzz mutants coverage format requirements release smoke clean ready-run ready-dev ready-release ready-smoke

run: ready-run  # the live table: prints its address; without a terminal, the autopilot plays the demo to the end
	@if [ -t 0 ] && [ -t 1 ]; then trap : INT; $(BIN)/affray serve $(SCENE) $(if $(LAN),--lan); else $(BIN)/affray play --auto $(SCENE); \
	  echo "In a terminal this opens the live table; anywhere else, $(BIN)/affray serve does."; fi

play: ready-run  # choose a scene and play it here in the terminal
	$(BIN)/affray play $(SCENE)

# One more than there are cores: many tests wait for servers and browsers; with two more it is no quicker.
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# What failed is run once more, and then says what it compared: rewriting tests for that takes each worker long.
ALL = -n $(WORKERS) --dist worksteal
test: ready-dev  # every test, then which rules are written and shown
	$(BIN)/pytest $(ALL) --spent .spent.json --assert=plain || { $(BIN)/pytest $(ALL) --last-failed; exit 1; }
	$(BIN)/python tools/rules.py

STYLES = src/affray/reference/templates/sheet.css src/affray/simulation/report/templates/report.css
PAGE = src/affray/server/static $(STYLES) tests/page/page.d.ts#  JavaScript and CSS, and the types of both

check: ready-dev  # what to run before each commit: under a minute
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/oxfmt --list-different $(PAGE)
	$(BIN)/mypy --no-error-summary -n 2
	$(BIN)/lint-imports --no-cache --no-logo
	$(MAKE) --no-print-directory -j 2 quick-fights quick-others

# Two halves of much the same length, each of which reads its own tests alone: to read them takes a quarter of the time.
GAMES = $(patsubst src/affray/rulesets/%/rules.toml,%,$(wildcard src/affray/rulesets/*/rules.toml))
FIGHTS = $(addprefix tests/,$(GAMES) languages session table)
quick-fights: TESTS = $(FIGHTS)
quick-others: TESTS = tests $(addprefix --ignore=,$(FIGHTS))
quick-fights quick-others:
	$(BIN)/pytest $(TESTS) $(QUICK) --assert=plain || { $(BIN)/pytest $(TESTS) $(QUICK) --last-failed; exit 1; }
QUICK = -m "not slow" -o cache_dir=.pytest_cache/$@

docs: ready-dev  # stale pictures, then the documentation as a site, in site/; fails on broken links
	$(BIN)/python -m tools.pictures
	$(BIN)/python -m tools.site

bench: ready-dev  # measure, briefly: everything, or ONLY=name; LONG=1: at length; AGAINST=commit: ratios to it
	$(BIN)/python -m benchmarks $(ONLY) $(if $(LONG),--long) $(if $(AGAINST),--against $(AGAINST)) $(if $(ROUNDS),--rounds $(ROUNDS))

soak: ready-dev  # evenings without end on a real server that is killed again and again: make soak MINUTES=60
	$(BIN)/python -m tools.soak --minutes $(or $(MINUTES),10)

fuzz: ready-dev  # structurally altered input for every entry point: make fuzz MINUTES=60 SEED=1
	$(BIN)/python -m tools.fuzz --minutes $(or $(MINUTES),5) --seed $(or $(SEED),0) $(if $(ONLY),--only $(ONLY))

mutants: ready-dev  # slips in the rules, against the tests that carry their ids: make mutants ONLY=d6; writes docs/project/mutants.md
	$(BIN)/python -m tools.mutants $(ONLY) --write

coverage: ready-dev  # the lines and branches that the tests reach
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

format: ready-dev  # format the code; update the schemas and the table of what tests show
	$(BIN)/ruff format --quiet
	$(BIN)/ruff check --fix --quiet
	$(BIN)/oxfmt $(PAGE) >/dev/null
	$(BIN)/python -m tools.schemas
	$(BIN)/python -m tools.commands
	$(BIN)/python tools/rules.py --write

requirements:  # lock requirements/*.in again; with UPGRADE=1 to newer versions
	$(PYTHON) tools/install.py lock $(if $(UPGRADE),--upgrade)

release: ready-release  # wheels, sdist and single files in dist/, built twice, inspected and tried; publishes nothing
	PATH="$(CURDIR)/.venv/release/bin:$$PATH" .venv/release/bin/python -m tools.release

smoke: ready-smoke  # a short try with another Python, in its own environment: make smoke PYTHON=python3.13
	.venv/smoke-$$($(PYTHON) -c "import sys; print('%d.%d' % sys.version_info[:2])")/bin/python -m tools.smoke >/dev/null

clean:  # remove everything that can be made again
	rm -rf .venv .spent.json .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache dist site
	find src tests tools benchmarks -name __pycache__ -prune -exec rm -rf {} +

ready-run ready-dev ready-release ready-smoke: ready-%:
	@$(PYTHON) tools/install.py $*
