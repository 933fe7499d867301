# Every target works as the first command on a fresh clone: it makes the virtual environment it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test check format lint types contracts docs bench schema schema-check clean

$(READY): pyproject.toml requirements.txt requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $(READY)

demo: $(READY)  ## record the sample agent and client, then open the viewer
	$(BIN)/acp-inspect demo

test: $(READY)  ## the whole test suite
	$(BIN)/python -m pytest

check: $(READY) lint types contracts docs test  ## everything CI does

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

contracts: $(READY)
	$(BIN)/lint-imports

docs: $(READY)
	$(BIN)/python -m docs.build --check

bench: $(READY)  ## ratios against no tee, a C relay and a naive tee
	$(BIN)/python -m tests.benchmarks

schema: $(READY)  ## make the packaged schema data; SDK = folder of the npm package @agentclientprotocol/sdk
	$(BIN)/python -m acp_inspect.schema_tool $(SDK)

schema-check: $(READY)  ## fail unless the packaged schema data is what SDK makes
	$(BIN)/python -m acp_inspect.schema_tool --check $(SDK)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
