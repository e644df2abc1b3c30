"""The workbook: states, marks, numbers and days; and an opening balance that no line prints."""

import io
from dataclasses import replace
from decimal import Decimal

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook
from reportlab.pdfgen.canvas import Canvas

from reconciliation.converting.forms import FORMS
from reconciliation.converting.source import ConvertedStatement, FailedFile
from reconciliation.documents.opening import open_document
from reconciliation.electronic.reader import open_file, read_electronic
from reconciliation.printed.statement import Integrity
from reconciliation.reading.reader import read
from reconciliation.reports.statement_files import to_convert
from tests.converting.statements import HOSTILE, LAST, NOW, line, statement_of, written
from tests.documents.making import pdf_of
from tests.electronic.writing import camt_of, csv_of
from tests.pipeline.papers import JANUARY

DOUBTFUL = statement_of(line("-3.50"), reasons=["A balance does not follow."])
FOLLOWING = replace(DOUBTFUL, printed=replace(DOUBTFUL.printed, integrity=Integrity(holds=None, rows_follow=True)))


def book_of(*statements: ConvertedStatement, failed: tuple[FailedFile, ...] = ()) -> Workbook:
    book: Workbook = load_workbook(io.BytesIO(FORMS["xlsx"].written(statements, NOW, failed)))
    return book


def column(book: Workbook, sheet: str, name: str) -> list[object]:
    head, *rows = book[sheet].iter_rows(values_only=True)
    return [row[head.index(name)] for row in rows]


def electronic(content: bytes) -> ConvertedStatement:
    [printed] = read_electronic(open_file(content, today=LAST, most_pages=500)).statements
    return to_convert(printed, currency="EUR")


def computed(*, is_computed: bool) -> ConvertedStatement:
    statement = statement_of(line("-3.50"))
    return replace(statement, printed=replace(statement.printed, integrity=Integrity(holds=True, opening_computed=is_computed)))


def test_every_file_is_listed_with_its_state_and_reason() -> None:
    failed = FailedFile(file="/home/ada/scan.pdf", reason="The pages are pictures.")
    book = book_of(statement_of(line("-3.50")), FOLLOWING, DOUBTFUL, failed=(failed,))

    assert column(book, "Statements", "state") == ["proved", "rows follow", "not proved", "failed"]
    assert column(book, "Statements", "file")[-1] == "scan.pdf"
    assert column(book, "Statements", "reasons")[1:] == ["A balance does not follow."] * 2 + ["The pages are pictures."]


def test_amounts_are_numbers_with_the_decimals_of_the_currency_and_days_are_days() -> None:
    euros, yen = statement_of(line("-5"), line("7.125")), statement_of(line("-1200"), currency="JPY")
    dinars = statement_of(line("1.5"), currency="KWD")
    rows = list(book_of(euros, yen, dinars)["Rows"].iter_rows(min_row=2))

    assert [row[2].number_format for row in rows] == ["#,##0.00", "#,##0.000", "#,##0", "#,##0.000"]
    assert {row[2].data_type for row in rows} == {"n"}
    assert {(row[0].is_date, row[0].number_format) for row in rows} == {(True, "yyyy-mm-dd")}


def test_the_header_is_frozen_and_columns_have_widths() -> None:
    for sheet in book_of(statement_of(line("-3.50"))):
        assert sheet.freeze_panes == "A2"
        assert all(sheet.column_dimensions[letter].width > 5 for letter in "ABCDEFG")


def test_rows_that_are_not_proved_have_a_ground_of_their_own() -> None:
    book = book_of(statement_of(line("-1.00")), DOUBTFUL)

    assert [row[0].fill.fill_type for row in book["Rows"].iter_rows()] == [None, None, "solid"]
    assert [row[0].fill.fill_type for row in book["Statements"].iter_rows()] == [None, None, "solid"]


@pytest.mark.parametrize("text", [*HOSTILE, "\t=1+1", "\x07=cmd|' /C calc'!A0"])
def test_no_cell_is_a_formula(text: str) -> None:
    hostile = replace(statement_of(line("-1.00", text), institution=text, account_hint=text, reasons=[text]), file=f"/home/{text}.pdf")
    book = book_of(hostile, failed=(FailedFile(file=text, reason=text),))

    texts = [cell for sheet in book for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str)]
    assert {cell.data_type for cell in texts} == {"s"}
    assert [cell.value for cell in texts if str(cell.value)[:1] in "=+-@"] == []


def test_an_opening_balance_that_only_a_running_balance_gives_is_marked_as_computed() -> None:
    assert column(book_of(computed(is_computed=True), computed(is_computed=False)), "Statements", "opening balance is") == [
        "computed",
        "printed",
    ]
    for form in ("beancount", "hledger"):
        assert b"computed from the first row" in written(form, computed(is_computed=True))
        assert b"computed" not in written(form, computed(is_computed=False))
    assert b"The opening balance is not printed" in written("camt053", computed(is_computed=True))
    assert b"AddtlStmtInf" not in written("camt053", computed(is_computed=False))
    assert b'"opening_computed": true' in written("json", computed(is_computed=True))


@pytest.mark.parametrize(("with_opening", "origin"), [(True, "printed"), (False, "computed")])
def test_the_opening_balance_of_a_pdf_is_printed_if_a_line_names_it(with_opening: bool, origin: str) -> None:
    def draw(canvas: Canvas) -> None:
        opening = [("Opening balance", "", "", "", "100.00")] if with_opening else []
        rows = [("Account 123456789", "", "", "", "EUR"), *opening, ("Date", "Description", "Paid out", "Paid in", "Balance")]
        rows += [("03.01.2025", "Rent", "40.00", "", "60.00"), ("14.01.2025", "Salary", "", "30.00", "90.00")]
        for number, cells in enumerate((*rows, ("19.01.2025", "Fuel", "15.00", "", "75.00"), ("Closing balance", "", "", "", "75.00"))):
            for place, text in zip((40, 140, 380, 460, 540), cells, strict=True):
                canvas.drawString(place, 780 - 16 * number, text) if place < 300 else canvas.drawRightString(place, 780 - 16 * number, text)

    [printed] = read(open_document(pdf_of(draw))).statements
    assert (printed.opening_balance, to_convert(printed).origin_of_opening) == (Decimal("100.00"), origin)


@pytest.mark.parametrize("form", ["ofx", "qbo", "qif", "csv"])
def test_a_format_without_opening_balance_does_not_claim_one(form: str) -> None:
    statement = statement_of(line("-3.50"), opening_balance=Decimal("777.77"), closing_balance=Decimal("774.27"))
    assert b"777.77" not in written(form, statement)


def test_the_opening_balance_of_a_file_is_printed_if_the_file_states_it() -> None:
    assert electronic(camt_of(JANUARY)).origin_of_opening == "printed"
    assert electronic(csv_of(JANUARY)).origin_of_opening == "computed"
