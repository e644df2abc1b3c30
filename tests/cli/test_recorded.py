"""A run with a model is recorded in a file without keys, and runs again from that file without a server."""

import json
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.cli.conftest import OPENING, STATEMENT, Run
from tests.pipeline.local_model import PROPOSAL, serving_a_model

pytestmark = pytest.mark.django_db(transaction=True)
KEY = "sk-canary-0123456789-wxyz"


@pytest.fixture
def open_books(books: Path, settings: Settings) -> Path:
    """Books that lack an entry, so that the model is asked; recording and replay are as they were after the test."""
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_API_KEY = "compatible", "small-model", KEY
    settings.PROVIDER_RECORD = settings.PROVIDER_REPLAY = ""
    books.write_text("\n".join(row for row in books.read_text().splitlines() if "Northgrid Power" not in row))
    return books


def answer_of(run: Run, *command: object, books: Path) -> dict[str, Any]:
    """The result of a command on the only organization's books."""
    done = run(*command, STATEMENT, "--ledger", books, "--opening-balance", OPENING, "--json")
    assert done.exit_code == 1, done.output
    return dict(json.loads(done.stdout)["reconciliation"])


def test_a_recorded_run_is_replayed_without_a_server(run: Run, open_books: Path, tmp_path: Path, settings: Settings) -> None:
    exchanges = tmp_path / "run.jsonl"
    settings.PROVIDER = "builtin"
    answer_of(run, "reconcile", books=open_books)
    settings.PROVIDER = "compatible"
    with serving_a_model() as (url, asked):
        settings.PROVIDER_BASE_URL = url
        recorded = answer_of(run, "record", exchanges, books=open_books)

    settings.PROVIDER_RECORD, settings.PROVIDER_API_KEY = "", ""
    replayed = answer_of(run, "replay", exchanges, books=open_books)

    assert recorded["proposal"]["summary"] == replayed["proposal"]["summary"] == PROPOSAL["summary"]
    assert recorded["provider"]["input_tokens"] == replayed["provider"]["input_tokens"]
    written = exchanges.read_text()
    assert len(written.splitlines()) == len(asked)
    assert KEY not in written
    assert url not in written
    assert exchanges.stat().st_mode & 0o077 == 0


def test_a_request_that_was_not_recorded_is_not_answered(run: Run, open_books: Path, tmp_path: Path, settings: Settings) -> None:
    exchanges = tmp_path / "other.jsonl"
    exchanges.write_text(json.dumps({"request": {}, "status": 200, "headers": {}, "stream": False, "body": ""}) + "\n")
    settings.PROVIDER_BASE_URL = "http://127.0.0.1:1/v1"

    assert answer_of(run, "replay", exchanges, books=open_books)["provider"]["failure"]["code"] == "invalid_request"


def test_a_file_without_exchanges_is_no_recording(run: Run, open_books: Path, tmp_path: Path, settings: Settings) -> None:
    exchanges = tmp_path / "text.jsonl"
    exchanges.write_text("no exchange\n")
    settings.PROVIDER_BASE_URL = "http://127.0.0.1:1/v1"

    assert answer_of(run, "replay", exchanges, books=open_books)["provider"]["failure"] == {"code": "not_configured"}


def test_a_recording_is_not_written_over(run: Run, tmp_path: Path) -> None:
    there = tmp_path / "run.jsonl"
    there.write_text("")

    done = run("record", there, STATEMENT)

    assert (done.exit_code, "Name a new file" in done.stderr) == (2, True)
