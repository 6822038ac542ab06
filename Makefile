# Everything a newcomer needs: `make bench` (hash real files in the simulated core, place and route it,
# show the row) and `make test`. Each target builds .venv first. `make bench` measures one seed on this
# machine, keeps it in build/bench, and shows the stored rows of the core beside it.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
LOCKED := $(VENV)/.locked
STAMP  := $(VENV)/.installed
VECTORS ?=
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal --durations=40 $(if $(VECTORS),--vectors=$(VECTORS))

.PHONY: setup bench test test-fast test-all lint format formal lock clean

setup: $(STAMP)

$(LOCKED): requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "roundel needs Python 3.11 or newer: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@echo "Installing the pinned packages into $(VENV): some minutes, 2.3 GB."
	$(BIN)/python -m pip install --progress-bar off --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

$(STAMP): $(LOCKED) pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

bench: setup
	$(BIN)/roundel doctor --quiet
	$(BIN)/roundel hash README.md LICENSE pyproject.toml
	ROUNDEL_RESULTS=build/bench ROUNDEL_PUBLISHED=build/bench/published $(BIN)/roundel bench keccak-hash --strategy quick --placer static
	@echo
	@echo "Stored with this checkout, over more seeds. The interval is that of the median: a single seed, as above,"
	@echo "spreads more, and may lie outside."
	$(BIN)/roundel results keccak-hash --target ecp5 --best --all

test: setup
	$(BIN)/roundel doctor --quiet
	$(PYTEST) -m "not long"

test-fast: setup
	$(PYTEST) -m "not slow and not long"

test-all: setup
	$(PYTEST)

lint: setup
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy
	$(BIN)/roundel lint

format: setup
	$(BIN)/ruff check --fix --quiet src tests || true
	$(BIN)/ruff format --quiet src tests
	$(BIN)/roundel lint --format

formal: setup
	$(BIN)/roundel formal --all --faults --rerun

# The whole dependency closure with hashes, from pyproject.toml.
lock:
	$(PYTHON) -m venv build/lock-venv
	build/lock-venv/bin/pip install --quiet uv==0.13.8
	build/lock-venv/bin/uv pip compile --quiet --universal --generate-hashes --all-extras --no-emit-index-url \
	  --no-header --python-version 3.11 -o requirements.lock pyproject.toml build-requirements.txt

# Results that were measured on this machine are kept: `roundel publish` has not published them yet.
clean:
	test ! -d build || find build -mindepth 1 -maxdepth 1 ! -name results -exec rm -rf {} +
