"""A map of the columns is read by code, on every line of every page."""

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from assistant.contract import ProviderError, Turn
from assistant.scripted import ScriptedProvider, says
from reconciliation.extraction.lines import ToldColumn, ToldMap, ToldRow
from reconciliation.extraction.locate import Finder, PointRefused, take_rows
from tests.extraction.papers import COLUMNS, ROWS, an_extraction, answer, extracted, finished, honest, paper

MANY = [(f"01/{day:02}/2026", f"Grocery {day}", f"-{day}.10") for day in range(2, 30)]


def told(columns: list[dict[str, Any]], **more: Any) -> Turn:
    return says(json.dumps({"columns": columns, **more}))


def test_a_long_table_costs_less_by_its_columns() -> None:
    done, model = extracted(paper(MANY), told(COLUMNS))

    assert done.findings["tokens_estimated"]["map"] < done.findings["tokens_estimated"]["rows"]
    assert len(model.requests) == 1
    assert "[50-" in model.requests[0].messages[0].text
    assert done.reading.statements[0].integrity.holds is True
    assert len(done.reading.statements[0].lines) == len(MANY)


def test_a_short_table_costs_less_by_its_rows() -> None:
    done, _ = extracted(paper(), honest)

    assert done.findings["tokens_estimated"]["rows"] < done.findings["tokens_estimated"]["map"]


def test_one_map_reads_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.extraction.lines.CHUNK", 10)

    done, model = extracted(paper(MANY[:20], MANY[20:]), told(COLUMNS))

    assert (len(model.requests), done.findings["chunks"]) == (1, 2)
    assert [line.page for line in done.reading.statements[0].lines] == [1] * 20 + [2] * 8


@pytest.mark.parametrize(
    "columns",
    [
        [COLUMNS[0], COLUMNS[1]],
        [COLUMNS[0], {"role": "amount", "x0": 240, "x1": 290}],
        [COLUMNS[0], {"role": "amount", "x0": 240, "x1": 290}, {"role": "balance", "x0": 150, "x1": 200}],
        [{"role": "date", "x0": 300, "x1": 500}, *COLUMNS[1:]],
    ],
    ids=["balances left out", "balances for amounts", "two columns exchanged", "dates where none are"],
)
def test_a_map_that_lies_proves_nothing(columns: list[dict[str, Any]]) -> None:
    done, _ = extracted(paper(MANY), told(columns), ProviderError("overloaded", "busy"))

    assert [statement.integrity.holds for statement in done.reading.statements] == [None]


def test_the_model_is_asked_for_rows_where_its_map_gives_none_that_add_up() -> None:
    done, model = extracted(paper(MANY), told([COLUMNS[0], {"role": "amount", "x0": 240, "x1": 290}]), honest)

    assert len(model.requests) == 2
    assert done.reading.statements[0].integrity.holds is True


def test_a_map_without_a_date_or_an_amount_is_given_once_more() -> None:
    done, model = extracted(paper(MANY), told(COLUMNS[1:]), told(COLUMNS))

    assert "the columns need a date" in model.requests[1].messages[-1].text
    assert done.reading.statements[0].integrity.holds is True


@pytest.mark.parametrize(
    ("role", "unsigned", "printed", "direction"),
    [
        ("debit", "unknown", "50.00", "out"),
        ("credit", "unknown", "50.00", "in"),
        ("amount", "in", "50.00", "in"),
        ("amount", "in", "-50.00", "out"),
        ("amount", "out", "50.00", "out"),
        ("amount", "out", "-50.00", "in"),
        ("amount", "out", "50.00 CR", "in"),
        ("amount", "in", "50.00 DR", "out"),
        ("amount", "unknown", "50.00", "unknown"),
        ("amount", "unknown", "-50.00", "out"),
    ],
)
def test_a_column_and_a_sign_say_which_way_the_money_went(role: Any, unsigned: Any, printed: str, direction: str) -> None:
    made = paper([("01/05/2026", "Shop", "1.00")])
    for texts in made.pages:
        texts[:] = [text for text in texts if text.text != "1.00"]
    made.write(200, printed, right=True, y=next(text.y for text in made.pages[0] if text.text == "Shop"))
    document = made.document()
    extraction = an_extraction(document)
    lines = [line for chunk in extraction.chunks for line in chunk]
    finder = Finder(lines, set(), 2)
    date, amount = ToldColumn(role="date", x0=50, x1=100), ToldColumn(role=role, x0=140, x1=200)

    take_rows(ToldMap(columns=(date, amount), unsigned=unsigned), lines, finder)

    assert [(found.amount.size, found.direction) for found in finder.rows] == [(Decimal("50.00"), direction)]


def test_a_document_of_too_many_chunks_is_not_asked_about_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.extraction.lines.CHUNK", 10)
    monkeypatch.setattr("reconciliation.extraction.extraction.MOST_CHUNKS", 1)

    done, model = extracted(paper(ROWS, MANY), told([COLUMNS[0], {"role": "amount", "x0": 240, "x1": 290}]))

    assert len(model.requests) == 1
    assert "rows" not in done.findings


def test_the_answer_that_explains_more_rows_counts() -> None:
    done, _ = extracted(paper(MANY, closing="5.00"), told(COLUMNS), ProviderError("overloaded", "busy"))

    assert len(done.reading.statements[0].lines) == len(MANY)
    assert not done.reading.statements[0].integrity.holds


def test_an_answer_that_explains_nothing_new_does_not_count() -> None:
    made = paper(closing="5.00")
    before = extracted(made, honest, honest)[0].reading

    done = finished(an_extraction(made.document(), before), ScriptedProvider([answer([]), answer([])]))

    assert before.statements[0].lines
    assert done.reading == before


def test_a_figure_and_the_day_of_a_line_belong_to_one_row() -> None:
    lines = [line for chunk in an_extraction(paper().document()).chunks for line in chunk]
    finder = Finder(lines, (), 2)
    first = next(line.number for line in lines if line.is_dated_figure)
    finder.take_row(ToldRow(line=first, date="01/05/2026", amount="200.00", direction="in"))
    (row,) = finder.rows

    with pytest.raises(PointRefused, match="used_twice"):
        finder.add(replace(row, day_line=lines[0]))  # the amount again
    with pytest.raises(PointRefused, match="used_twice"):
        finder.add(replace(row, amount=row.line.printed.figures[1]))  # the day again
    finder.add(replace(row, amount=row.line.printed.figures[1], day_line=lines[0]))
    assert len(finder.rows) == 2
