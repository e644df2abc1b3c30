"""The open benchmark: its data are the same for a seed, and its judgements follow from the output of a program."""

import json
import shlex
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bench.tieout_bench import data, programs
from bench.tieout_bench.judge import judge_reading, judge_reconciliation

SEED = 20261129
ROWS = [["2026-01-05", "-12.50"], ["2026-01-06", "3.00"]]
ACCOUNT = {"opening": "100.00", "closing": None, "provable": True, "rows": ROWS}
CLEAN = {"fault": "", "accounts": [ACCOUNT]}
FAULTY = {"fault": "row_dropped", "accounts": [ACCOUNT | {"provable": False}]}
BOOKS = {"planted": [{"kind": "cent", "row": ["2026-01-05", "-12.50"], "entry": ["2026-01-05", "-12.49"]}]}


def output(rows: list[list[str]] = ROWS, **more: Any) -> dict[str, Any]:
    return {"statements": [{"rows": rows, **more}]}


def test_a_seed_gives_the_same_data(tmp_path: Path) -> None:
    for name in ("one", "two"):
        data.write(tmp_path / name, statements=4, seed=SEED)

    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}
    assert sum(name.startswith("statement-") for name in files) == 4
    assert sum(name.startswith("fault-") for name in files) == 2


def test_the_books_differ_from_the_statement_by_what_was_planted(tmp_path: Path) -> None:
    data.write(tmp_path, statements=12, seed=SEED)
    books = [json.loads(line) for line in (tmp_path / "books.jsonl").read_text().splitlines()]

    assert {bool(one["planted"]) for one in books} == {True, False}
    for one in books:
        entries = [line.split(",")[:2] for line in (tmp_path / one["books"]).read_text().splitlines()[1:]]
        assert all(difference["entry"] in entries for difference in one["planted"] if difference["entry"])


@pytest.mark.parametrize(
    ("truth", "printed", "expected"),
    [
        (CLEAN, output(proved=True, opening="100.00"), {"perfect", "proved"}),
        (CLEAN, output(proved=None), {"perfect"}),
        (CLEAN, output(ROWS[:1], proved=True), {"falsely_proved"}),
        (CLEAN, output(proved=True, opening="99.00"), {"falsely_proved"}),
        (CLEAN, output(ROWS[:1], proved=None), {"silent"}),
        (CLEAN, output(ROWS[:1], proved=False), set()),
        (CLEAN, output([]), {"refused"}),
        (CLEAN, None, {"refused"}),
        (FAULTY, output(proved=True), {"falsely_proved"}),
        (FAULTY, output(proved=False), set()),
    ],
)
def test_a_reading_is_judged_by_its_rows_and_its_claim(truth: dict[str, Any], printed: dict[str, Any] | None, expected: set[str]) -> None:
    judged = judge_reading(truth, printed, 0.1)

    assert {name for name in ("perfect", "proved", "falsely_proved", "silent", "refused") if getattr(judged, name)} == expected


def test_the_cost_of_a_reading_is_what_the_program_prints() -> None:
    assert judge_reading(CLEAN, output() | {"cost": "0.0021"}, 0.1).cost == Decimal("0.0021")


def test_a_difference_is_named_by_its_row_or_its_entry() -> None:
    by_row = judge_reconciliation(BOOKS, {"verdict": "differs", "rows": [["2026-01-05", "-12.50"]]}, 0.1)
    by_both = judge_reconciliation(
        BOOKS, {"verdict": "differs", "rows": [["2026-01-05", "-12.50"]], "entries": [["2026-01-05", "-12.49"]]}, 0.1
    )
    by_another = judge_reconciliation(BOOKS, {"verdict": "differs", "rows": [["2026-01-06", "3.00"]]}, 0.1)

    assert [(one.named, one.invented) for one in (by_row, by_both, by_another)] == [(1, 0), (1, 0), (0, 1)]


def test_matched_is_false_if_a_difference_was_planted() -> None:
    matched = {"verdict": "matched", "questions": 0}

    assert judge_reconciliation(BOOKS, matched, 0.1).falsely_matched
    assert not judge_reconciliation({"planted": []}, matched, 0.1).falsely_matched
    assert judge_reconciliation(BOOKS, None, 0.1).unanswered


def test_a_command_that_fails_or_prints_no_json_has_no_output(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    for code, expected in (("print('{\"statements\": []}')", {"statements": []}), ("print('no JSON')", None), ("exit(1)", None)):
        program.write_text(code)
        assert programs.run(f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}", ["file.pdf"])[0] == expected
