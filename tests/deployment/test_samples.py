"""The samples are up to date with their script, and the reader reads the true figures in them."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from samples.make import DRAWN, FOLDER, files
from samples.statement import Sample


def test_the_script_makes_every_committed_file_again_byte_for_byte() -> None:
    for path, content in files():
        assert (FOLDER / path).read_bytes() == content, path


def test_the_samples_contain_no_other_files() -> None:
    kept = {str(path.relative_to(FOLDER)) for folder in ("statements", "truth") for path in (FOLDER / folder).iterdir()}

    assert kept == {path for path, _ in files()} - {"books.json"}


@pytest.mark.parametrize("sample", [sample for sample, _ in DRAWN], ids=lambda sample: sample.file)
def test_a_sample_adds_up(sample: Sample) -> None:
    truth = json.loads((FOLDER / "truth" / Path(sample.file).with_suffix(".json")).read_text())

    assert [balance for _, balance in sample.running()][-1] == sample.closing
    assert truth["closing_balance"] == str(sample.closing)


@pytest.mark.parametrize("sample", [sample for sample, _ in DRAWN], ids=lambda sample: sample.file)
def test_the_reader_reads_and_proves_each_figure_of_a_sample(sample: Sample) -> None:
    out = StringIO()
    call_command("read_statement", str(FOLDER / "statements" / sample.file), "--json", stdout=out)
    (statement,) = json.loads(out.getvalue())["statements"]
    truth = json.loads((FOLDER / "truth" / Path(sample.file).with_suffix(".json")).read_text())

    assert statement["integrity"]["holds"] is True
    assert sorted(map(row_of, statement["lines"])) == sorted(map(row_of, truth["lines"]))
    printed = (
        {"currency": None, "currency_sign": "$"} if truth["currency"] == "USD" else {"currency": truth["currency"], "currency_sign": None}
    )
    assert {name: statement[name] for name in printed} == printed
    for figure in ("period_start", "period_end", "opening_balance", "closing_balance"):
        assert statement[figure] == truth[figure]


def row_of(line: dict[str, str]) -> tuple[str, str, str]:
    return line["date"], line["amount"], line["description"]
