# One place for every command of the project; `make` alone lists them.
# Needs Python 3.11 with venv, make and git. Everything else (Node included) comes from the lock files.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT
export UV_PYTHON_DOWNLOADS := never
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export PYTHONPATH := $(CURDIR)/backend

PYTHON_SETUP := .venv/.installed
NODE_SETUP := frontend/node_modules/.installed
STOREFRONT := frontend/dist/.built
LIGHTHOUSE := bench/storefront/node_modules/.installed
STOREFRONT_SOURCES := $(shell find contract frontend/app frontend/scripts frontend/public -type f 2>/dev/null) \
  $(wildcard frontend/*.ts frontend/*.json frontend/*.html)

.PHONY: help run migrate dev staff test lint format check-python check-storefront test-storefront test-backend \
  test-postgresql test-browser browser bench-ticking bench-intake bench-weight bench-paint lighthouse drills build lock \
  contract pictures screens audit clean

help: ## List the commands
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

run: $(STOREFRONT) ## Build and serve everything at http://127.0.0.1:8000/order/ (HOST and PORT change the address)
	@python backend/manage.py migrate --verbosity 0 --skip-checks
	@exec python -m oottam

migrate: $(PYTHON_SETUP) ## Bring the database's tables up to date
	@python backend/manage.py migrate

dev: $(STOREFRONT) ## Storefront with hot reload at http://127.0.0.1:5173/order/, server reloading beside it
	@tools/dev.sh

staff: $(PYTHON_SETUP) ## Create an account for the back office (asks for name and password)
	@python backend/manage.py migrate --verbosity 0 --skip-checks
	@python backend/manage.py createsuperuser

test: lint test-storefront test-backend test-postgresql test-browser ## Run every check and test, a real browser's included

lint: check-python check-storefront ## Linters, formatters, type checks and import rules of both halves

format: $(PYTHON_SETUP) $(NODE_SETUP) ## Format both halves
	ruff format . && ruff check --fix .
	cd frontend && npm run --silent format

check-python: $(PYTHON_SETUP)
	ruff check . && ruff format --check .
	mypy
	lint-imports --no-logo

check-storefront: $(NODE_SETUP)
	cd frontend && npm run --silent check

test-storefront: $(NODE_SETUP) ## The storefront's unit tests
	cd frontend && npm test --silent

test-backend: $(PYTHON_SETUP) ## The server's tests on SQLite
	pytest backend/tests -n auto --dist loadfile

test-postgresql: $(PYTHON_SETUP) ## The server's tests on a real PostgreSQL
	pytest backend/tests --database postgresql -n auto --dist loadfile

test-browser: $(STOREFRONT) browser ## The journeys in a real browser against the built product
	pytest frontend/e2e -n auto

browser:
	@tools/ensure-browser.sh

bench-ticking: $(STOREFRONT) browser ## How long a tap on a dish takes on a slow phone (see bench/README.md)
	python -m bench.tick_response

bench-intake: $(PYTHON_SETUP) ## How fast orders are stored, beside raw commits (see docs/performance.md)
	python -m bench.intake
	python -m bench.intake --database postgresql

audit: $(NODE_SETUP) ## Known faults of the locked packages, as PyPI and npm list them (needs the internet)
	uvx pip-audit==2.10.1 --strict --disable-pip --requirement requirements.lock
	cd frontend && npm audit
	cd bench/storefront && npm audit

bench-weight: $(STOREFRONT) $(LIGHTHOUSE) ## What each page's HTML, style and code weigh as sent
	cd bench/storefront && node weight.mjs

bench-paint: $(STOREFRONT) $(LIGHTHOUSE) browser ## How much the scripts hold up the landing page's largest paint
	cd bench/storefront && node paint.mjs

lighthouse: $(STOREFRONT) $(LIGHTHOUSE) browser ## Lighthouse over every route, into docs/lighthouse.md
	cd bench/storefront && node lighthouse.mjs

drills: $(PYTHON_SETUP) ## The long drills of the server: kills, faults, hostility (half an hour; docs/reliability.md)
	python -m drills.kill
	python -m drills.kill --database postgresql --stop-postgresql
	python -m drills.fsync
	python -m drills.hostile
	python -m drills.hostile --database postgresql --start 2
	python -m drills.prices
	python -m drills.slow
	python -m drills.outages locked
	python -m drills.outages held
	python -m drills.outages full
	python -m drills.outages locked --database postgresql
	python -m drills.outages held --database postgresql
	python -m drills.outages gone --database postgresql
	python -m drills.outages frozen --database postgresql
	python -m drills.restarts
	python -m drills.restarts --database postgresql
	python -m drills.clock
	python -m drills.clock --database postgresql

screens: $(STOREFRONT) browser ## Every route at three widths on one sheet, docs/screens.webp
	python -m tools.screens

build: $(STOREFRONT) ## Build the storefront

lock: $(PYTHON_SETUP) ## Write requirements.lock again from pyproject.toml
	uv pip compile --quiet pyproject.toml --group dev --generate-hashes --no-emit-index-url --no-header -o requirements.lock

contract: $(PYTHON_SETUP) ## Write again what is derived: digests of every price, openapi.json
	python backend/manage.py pricing_table --write
	python backend/manage.py openapi --write

pictures: ## Render the dish pictures that are missing or changed (hours; see art/README.md)
	$(MAKE) -C art pictures

clean: ## Remove everything that was built or installed (never var/, where the orders are)
	rm -rf .venv frontend/node_modules frontend/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

$(PYTHON_SETUP): requirements.lock tools/setup-python.sh
	@tools/setup-python.sh
	@touch $@

$(NODE_SETUP): frontend/package-lock.json frontend/package.json $(PYTHON_SETUP)
	@echo "Installing the storefront's packages..."
	@cd frontend && npm install --no-save --silent # the lock's versions and hashes; see docs/decisions.md
	@touch $@

$(LIGHTHOUSE): bench/storefront/package-lock.json bench/storefront/package.json $(PYTHON_SETUP)
	@cd bench/storefront && npm install --no-save --silent
	@touch $@

$(STOREFRONT): $(STOREFRONT_SOURCES) $(NODE_SETUP)
	@echo "Building the storefront..."
	@cd frontend && npm run --silent build
	@python -m whitenoise.compress --quiet frontend/dist/site
	@touch $@
