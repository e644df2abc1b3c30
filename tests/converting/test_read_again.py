"""Every format is read again by Tieout's own import of books, to the same rows."""

import csv
import io
import json
from decimal import Decimal

import pytest
from hypothesis import given

from finance.imports.rows import FileRow
from people.safe_text import unguarded
from reconciliation.converting.forms import FORMS
from reconciliation.converting.source import ConvertedStatement
from reconciliation.printed.json import statement_from_json
from tests.converting.statements import HOSTILE, STATEMENTS, line, printed_rows, read_again, rows_of, statement_of, written

BOOKS = sorted(FORMS.keys() - {"json", "xlsx"})
JOURNALS = {"beancount", "hledger"}
MADE = statement_of(
    line("-3.50"),
    line("-3.50"),
    line("1234.50", "TRANSFER FROM A. PELLOW", 4, balance=Decimal("1327.50")),
    line("-200.00", "A text that is much longer than the name of an OFX entry, and longer than a line of MT940 may be, ümlaut <&>", 5),
    line("0.00", "Information", 6),
)


def only_rows(form: str, statement: ConvertedStatement) -> tuple[FileRow, ...]:
    """The rows of the bank's account; journals have the other side besides."""
    accounts = read_again(written(form, statement)).accounts
    [account] = [one for one in accounts if "Unassigned" not in one.name and "unassigned" not in one.name]
    return account.rows


@pytest.mark.parametrize("form", BOOKS)
def test_a_statement_comes_back_to_the_same_rows(form: str) -> None:
    assert rows_of(only_rows(form, MADE)) == printed_rows(MADE)


@pytest.mark.parametrize("form", sorted({*BOOKS} - JOURNALS - {"qif"}))
def test_the_currency_comes_back(form: str) -> None:
    [account] = read_again(written(form, statement_of(line("-3.50"), currency="EUR"))).accounts
    assert {row.currency or account.currency for row in account.rows} == {"EUR"}


@pytest.mark.slow
@pytest.mark.parametrize("form", BOOKS)
@given(statement=STATEMENTS)
def test_any_statement_comes_back(form: str, statement: ConvertedStatement) -> None:
    """MT940 and hledger have no escapes: they write some characters of a description otherwise, and everything else as it is."""
    read, printed = rows_of(only_rows(form, statement)), printed_rows(statement)
    if form in {"mt940", "hledger", "beancount"}:
        assert [row[:2] for row in read] == [row[:2] for row in printed]
    else:
        assert read == printed


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("form", BOOKS)
def test_a_hostile_description_adds_and_hides_no_row(form: str, text: str) -> None:
    statement = statement_of(line("-3.50", "Before"), line("-1.00", text), line("-2.00", "After"))
    assert [row[:2] for row in rows_of(only_rows(form, statement))] == [row[:2] for row in printed_rows(statement)]


def test_json_comes_back_whole() -> None:
    answer = json.loads(written("json", MADE))

    assert answer["proved"] is True
    assert statement_from_json(answer["statements"][0]).lines == MADE.lines


def test_the_columns_of_csv_are_these() -> None:
    rows = list(csv.DictReader(io.StringIO(written("csv", MADE).decode())))

    assert list(rows[0]) == ["date", "description", "amount", "balance", "currency", "account", "page"]
    assert rows[2] == {
        "date": "2026-06-04",
        "description": "TRANSFER FROM A. PELLOW",
        "amount": "1234.50",
        "balance": "1327.50",
        "currency": "EUR",
        "account": "40827316",
        "page": "1",
    }


@pytest.mark.parametrize("text", sorted(text for text in HOSTILE if text[0] in "=+-@"))
def test_no_spreadsheet_reads_a_text_as_a_formula(text: str) -> None:
    [row] = csv.DictReader(io.StringIO(written("csv", statement_of(line("-3.50", text))).decode()))

    assert row["description"].startswith("'")
    assert unguarded(row["description"]) == text
