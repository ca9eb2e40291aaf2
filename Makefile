# make demo   set everything up and show the box office in the browser
# make test   set everything up and prove it: linters, type checkers, every test
# make test-engines  install Firefox ESR and WebKitGTK where that is possible, and prove views in all three engines
# make quick  the same without the tests that need a browser or are slow (about a minute)
# make setup  only the set-up; a second time it takes a second and no network
.PHONY: demo test test-engines quick setup lint

PYTHON ?= python3
BIN := .venv/bin

demo: setup
	$(BIN)/hostsim run examples/box_office

test: setup lint
	$(BIN)/pytest -n auto --no-loadscope-reorder

test-engines: setup
	@$(PYTHON) scripts/setup engines
	$(BIN)/pytest tests/engines -m browser --durations 0 --durations-min 1

quick: setup lint
	$(BIN)/pytest -n auto --no-loadscope-reorder -m "not browser and not slow"

lint:
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/mypy tests/typing/accepted.py
	web/node_modules/.bin/tsc -p web

setup:
	@$(PYTHON) scripts/setup
