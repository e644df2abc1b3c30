"""Fixtures for tests of the command line: files of a month, and the command line itself on the test's own books."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.project import PROJECT
from tieout import starting
from tieout.main import cli

STATEMENT = PROJECT / "samples" / "statements" / "checking-2026-01.pdf"
OPENING = "4318.40"
Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """The tables of the test are there: none are made in its transaction."""
    monkeypatch.setattr(starting, "migrate_quietly", lambda: None)
    monkeypatch.setenv("PYTHONPATH", "")  # changes of it are undone after the test

    def call(*arguments: object) -> Result:
        return CliRunner().invoke(cli, [str(each) for each in arguments], catch_exceptions=False)

    return call


@pytest.fixture
def books(tmp_path: Path) -> Path:
    """Return the sample books of the statement as a spreadsheet's file: day, text, amount."""
    path = tmp_path / "books.csv"
    path.write_text(books_as_csv())
    return path


def books_as_csv() -> str:
    told = json.loads((PROJECT / "samples" / "books.json").read_text())
    [account] = [each for each in told["organizations"][0]["accounts"] if each["opening_balance"] == OPENING]
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["Date", "Description", "Amount"])
    writer.writerows([each["date"], each["description"], each["amount"]] for each in account["transactions"])
    return file.getvalue()
