# One place for every command of the project; `make` alone lists them.
# Needs Python 3.11 or 3.13 with venv, make and git. Everything else (Node included) comes from the lock files: a target's
# first prerequisite names the part that tools/set_up updates.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

HOST ?= 127.0.0.1
PORT ?= 8000
SHARD ?= 1/1
export HOST PORT
# Tests use the shipped contract, not a shop's own.
ifneq ($(filter test% lint check-python check-storefront,$(MAKECMDGOALS)),)
unexport OOTTAM_CONTRACT
# Hundreds of test processes read the same modules; the first one compiles them.
unexport PYTHONDONTWRITEBYTECODE
endif
export UV_PYTHON_DOWNLOADS := never
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export PYTHONPATH := $(CURDIR)/backend

PARTS := python python-dev node node-dev storefront tables lighthouse-packages
# Each file's tests in one process, which keeps what several of them look at; in the order that conftest.py gives; and
# without plugins that take a second of every process to load, and are for browsers and system tests.
IN_WORKERS := -n auto --dist loadfile --no-loadscope-reorder $(foreach name,schemathesis playwright base_url anyio,-p no:$(name))
LOCKING := --quiet pyproject.toml --generate-hashes --no-emit-index-url --no-header

.PHONY: $(PARTS) tested-parts help run migrate dev staff demo test check lint format check-python check-storefront test-storefront test-markup test-backend test-slow \
  test-postgresql test-browser test-engines browser whole-browser bench-ticking bench-click bench-intake bench-mails bench-kitchen bench-pages bench-desk bench-growth bench-publish bench-paint lighthouse system-test-setup system-test-day system-test-servers system-test-standby system-test-update system-test-updated-plans system-test-rollback property-schedule property-pages system-tests build release sbom lock \
  check-contract new-cafe contract pictures screens audit clean

help: ## List the commands
	@awk -F ':.*## ' '/^##@/ { print "\n" substr($$0, 5) } /^[a-z][a-z-]*:.*## / { printf "  %-26s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Run

run: storefront tables ## Build and serve everything at http://127.0.0.1:8000/order/ (HOST and PORT change the address)
	@exec python -m oottam

migrate: tables ## Migrate the database
	@echo "The database's tables are up to date."

dev: node storefront tables ## Storefront with hot reload at http://127.0.0.1:5173/order/, and a reloading server
	@exec python -m tools.dev

staff: tables ## Create an account for the back office (asks for name and password)
	@python backend/manage.py staff_account

demo: tables ## Fill an empty shop with a month of sample requests
	@python backend/manage.py demo

##@ Work on it

test: ## Run all checks and tests except slow ones, including browser tests
	@$(MAKE) --no-print-directory --jobs=2 browser tested-parts
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target check-storefront check-python test-storefront
	@$(MAKE) --no-print-directory test-backend test-postgresql test-browser

check: python-dev node-dev ## Linters, types and tests related to changed files, within a minute
	@python -m tools.check

lint: check-python check-storefront ## Linters, formatters, type checks and import rules of both halves

format: python-dev node-dev ## Format both halves
	ruff format . && ruff check --fix .
	cd frontend && npm run --silent format

check-python: python-dev
	ruff check . && ruff format --check .
	mypy
	lint-imports --no-logo

check-storefront: node-dev
	cd frontend && npm run --silent check

##@ One suite or check

test-storefront: node-dev storefront ## Unit tests of the storefront, and a check of the built files
	cd frontend && npm test --silent

test-markup: storefront ## Nu HTML Checker on every built page (needs Java)
	@tools/check-markup.sh

test-backend: python-dev ## Server tests on SQLite
	pytest backend/tests -m "not slow" $(IN_WORKERS)

test-postgresql: python-dev ## Server tests on PostgreSQL
	pytest backend/tests -m "not slow" --database postgresql $(IN_WORKERS)

test-slow: browser python-dev node-dev storefront test-markup property-schedule ## Slow tests, run nightly: recipes, short system tests, old releases' data, further cases on PostgreSQL and in the browser, other browsers, markup, long property tests
	pytest backend/tests -m slow $(IN_WORKERS)
	pytest backend/tests -m slow --database postgresql $(IN_WORKERS)
	PROPERTY_EXAMPLES=100 pytest backend/tests/{billing,reporting,backoffice/reports,backoffice/kitchen/labels} $(IN_WORKERS)
	pytest frontend/e2e/test_*.py -m slow -n auto --dist loadfile
	@$(MAKE) --no-print-directory test-engines

property-schedule: python-dev ## Long property test of plan schedules with random actions (some minutes)
	PROPERTY_EXAMPLES=2000 pytest backend/tests/plans/test_schedule_properties.py -n 2 -q
	PROPERTY_EXAMPLES=2000 pytest backend/tests/plans/test_schedule_properties.py -n 2 -q --database postgresql

property-pages: python-dev ## Long property test of all pages and forms, staff's and customers', with odd requests (an hour)
	PROPERTY_EXAMPLES=500 pytest backend/tests/{backoffice,statuspage}/test_anything_sent.py -q
	PROPERTY_EXAMPLES=500 pytest backend/tests/{backoffice,statuspage}/test_anything_sent.py -q --database postgresql

test-browser: browser python-dev node-dev storefront ## Browser tests of the built product (SHARD=1/3: a third of the files)
	pytest $$(ls frontend/e2e/test_*.py | awk -v shard=$(SHARD) 'BEGIN { split(shard, of, "/") } NR % of[2] == of[1] % of[2]') \
	  -m "not slow" -n auto --dist worksteal

test-engines: python-dev node-dev storefront ## All forms and the staff's commonest jobs in Firefox, WebKit and Chromium 94 (in test-slow)
	@tools/ensure-browser.sh engines
	uv pip sync --quiet --require-hashes --target .venv/engines requirements-engines.lock
	PYTHONPATH=$(CURDIR)/.venv/engines:$(PYTHONPATH) pytest frontend/e2e/engines -n auto --dist loadfile --timeout 1200

audit: node ## Known vulnerabilities of the locked packages by PyPI and npm (needs the internet)
	uvx pip-audit==2.10.1 --strict --disable-pip --requirement requirements.lock --requirement requirements-dev.lock
	cd frontend && npm audit
	cd benchmarks/storefront && npm audit

tested-parts:
	@tools/set-up.sh python-dev node-dev storefront

browser:
	@tools/ensure-browser.sh

whole-browser:
	@tools/ensure-browser.sh chromium

##@ Benchmarks (benchmarks/README.md)

bench-ticking: whole-browser python-dev storefront ## Time from a tap on a dish to the paint on a slow phone
	python -m benchmarks.tick_response

bench-click: whole-browser python-dev storefront ## Time from a click on a link to the next screen's paint
	python -m benchmarks.click_response

bench-intake: python-dev ## Rate of stored orders, relative to raw commits
	python -m benchmarks.intake
	python -m benchmarks.intake --database postgresql

bench-mails: python-dev ## Processor time of a mail, and orders beside a sending mail worker
	python -m benchmarks.mails
	python -m benchmarks.mails --database postgresql

bench-publish: python-dev storefront ## Latency of orders while a menu is published
	python -m benchmarks.publishing
	python -m benchmarks.publishing --database postgresql

bench-growth: python-dev ## Three months of data compared with three years, pruned and not, and the cost of one order
	python -m benchmarks.growth
	python -m benchmarks.growth --database postgresql
	python -m benchmarks.growth.per_order
	python -m benchmarks.growth.per_order --database postgresql

bench-kitchen: python-dev ## Closing a day while customers order, in a shop of 100,000 plans
	python -m benchmarks.kitchen
	python -m benchmarks.kitchen --database postgresql

bench-pages: python-dev ## CPU time, queries and size of each back office page in a shop of 100,000 plans
	python -m benchmarks.pages

bench-desk: python-dev ## Order latency beside 16 busy staff members, and server memory, with 100,000 plans
	python -m benchmarks.desk

bench-paint: whole-browser python-dev storefront lighthouse-packages ## Delay of the landing page's largest paint by scripts
	python -m benchmarks.built_shop node benchmarks/storefront/paint.mjs

lighthouse: whole-browser python-dev storefront lighthouse-packages ## Lighthouse on every route, writes docs/measurements/lighthouse.md
	python -m benchmarks.built_shop node benchmarks/storefront/lighthouse.mjs

##@ System tests (docs/reliability.md)

system-test-setup: python-dev ## Kill the set-up of a checkout at random moments; the next run must complete it
	python -m system_tests.lifecycle.interrupted_setup

system-test-day: python-dev ## Day test: from twelve requests to the last box, with a recount at every step
	python -m system_tests.day
	python -m system_tests.day --database postgresql

system-test-servers: python-dev ## Three servers behind nginx under load: one killed, one restarted, one updated (needs nginx; some minutes)
	python -m system_tests.faults.many_servers

system-test-standby: python-dev ## Kill the PostgreSQL primary under load, and promote the standby
	python -m system_tests.faults.standby

system-test-update: python-dev ## Update and roll back shops of every release since 0.3.0 by deploy/update under load (some minutes)
	python -m system_tests.lifecycle.update
	python -m system_tests.lifecycle.update --database postgresql

system-test-updated-plans: python-dev ## Update a shop of 0.3.0 with running plans: rows, boxes and amounts stay the same
	python -m system_tests.lifecycle.updated_plans
	python -m system_tests.lifecycle.updated_plans --database postgresql

system-test-rollback: python-dev ## Update a shop of 0.3.0 and roll it back, with orders before, between and after; recipes of 0.6.0 and back (PLANS=100000: 1.6 GB)
	python -m system_tests.lifecycle.rollback --plans $(or $(PLANS),0)
	python -m system_tests.lifecycle.rollback --plans $(or $(PLANS),0) --database postgresql
	python -m system_tests.lifecycle.recipes
	python -m system_tests.lifecycle.recipes --database postgresql

system-tests: python-dev ## Long system tests: kills, faults, hostile input (half an hour; docs/reliability.md)
	python -m system_tests.faults.kill
	python -m system_tests.faults.kill --database postgresql --stop-postgresql
	python -m system_tests.faults.fsync
	python -m system_tests.security.hostile_input
	python -m system_tests.security.hostile_input --database postgresql --start 2
	python -m system_tests.security.tampered_prices
	python -m system_tests.load.slow_clients
	python -m system_tests.load.slow_clients --connections 400 --reading
	python -m system_tests.faults.fault_injection locked
	python -m system_tests.faults.fault_injection held
	python -m system_tests.faults.fault_injection full
	python -m system_tests.faults.fault_injection locked --database postgresql
	python -m system_tests.faults.fault_injection held --database postgresql
	python -m system_tests.faults.fault_injection gone --database postgresql
	python -m system_tests.faults.fault_injection frozen --database postgresql
	python -m system_tests.faults.generated_files
	python -m system_tests.faults.generated_files --database postgresql
	python -m system_tests.faults.publishing --rendered
	python -m system_tests.faults.publishing
	python -m system_tests.faults.publishing --database postgresql
	python -m system_tests.faults.changed_prices
	python -m system_tests.faults.changed_prices --database postgresql
	python -m system_tests.faults.restarts
	python -m system_tests.faults.restarts --database postgresql
	python -m system_tests.faults.clock
	python -m system_tests.faults.clock --database postgresql
	python -m system_tests.load.concurrent_plans
	python -m system_tests.load.concurrent_plans --database postgresql
	python -m system_tests.day
	python -m system_tests.day --database postgresql

##@ Build and release

screens: browser python-dev storefront ## Screenshots of the docs: every route (docs/screens.webp), every desk screen (docs/desk/)
	python -m tools.screens
	python -m tools.desk_screens

build: storefront ## Build the storefront

release: storefront ## Pack a release for servers without npm, Vite or a checkout, into var/releases
	@python -m tools.release

sbom: node ## CycloneDX SBOM of the shipped packages, into var/sbom
	mkdir -p var/sbom
	uvx --from cyclonedx-bom==7.5.0 cyclonedx-py requirements requirements.lock -o var/sbom/python.cdx.json
	cd frontend && npm sbom --omit dev --sbom-format cyclonedx > ../var/sbom/storefront.cdx.json

lock: python ## Regenerate the lock files from pyproject.toml
	uv pip compile $(LOCKING) --group build -o requirements.lock
	uv pip compile $(LOCKING) --group build --group dev --constraint requirements.lock -o requirements-dev.lock \
	  $$(sed -nE 's/^([a-z0-9.-]+)==.*/--no-emit-package \1/p' requirements.lock)
	uv pip compile $(filter-out pyproject.toml,$(LOCKING)) --group engines --constraint requirements.lock -o requirements-engines.lock

##@ A shop of its own

check-contract: python ## Validate a shop's contract folder: make check-contract OOTTAM_CONTRACT=../thinai
	@python -m oottam.catalogue $${OOTTAM_CONTRACT:-contract}

new-cafe: python ## Begin a shop's own folder: make new-cafe FOLDER=../thinai NAME="Thinai Kitchen" TOWN=Salem KM=8
	@python -m oottam.catalogue.starter "$(FOLDER)" --name "$(NAME)" --town "$(TOWN)" $(if $(KM),--km "$(KM)")

##@ Generated files

contract: python ## Regenerate derived files: price digests, openapi.json, docs/settings.md, .env.example, docs/conformance.md
	python backend/manage.py pricing_table --write
	python backend/manage.py openapi --write
	python -m oottam.config.reference
	python -m tools.conformance

pictures: ## Render the dish pictures that are missing or changed (hours; see art/README.md)
	$(MAKE) -C art pictures

clean: ## Remove built and installed files (not var/, which has the orders)
	rm -rf .venv frontend/node_modules frontend/dist frontend/.builds .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

$(PARTS):
	@tools/set-up.sh $@
