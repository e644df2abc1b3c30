"""The CSV of each program: its columns, days, signs and limits by the program's documentation, and the same rows when read again."""

import csv
import io
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given

from finance.imports.reading import recognized_format
from finance.imports.rows import FileRow
from finance.models.ledger_import import Choices
from reconciliation.converting.forms import LAYOUTS, OF_PROGRAMS
from reconciliation.converting.source import ConvertedStatement, NotConvertible, one_line
from tests.converting.statements import HOSTILE, STATEMENTS, line, printed_rows, read_again, rows_of, statement_of, written
from tieout.commands.convert import PROGRAMS

IBAN = "DE89 3704 0044 0532 0130 00"
SIGNED = Choices(decimal_mark=".", sign="as_written")
DAY_FIRST, MONTH_FIRST = replace(SIGNED, date_order="dmy"), replace(SIGNED, date_order="mdy")
CHOICES = {
    "quickbooks": DAY_FIRST,
    "sage": DAY_FIRST,
    "quickbooks-us": MONTH_FIRST,
    "lexware": replace(DAY_FIRST, decimal_mark=","),
    "datev": DAY_FIRST,
}
"""The order of the days, which these programs ask too; Tieout asks for the sign of a file in which no amount has one."""
MADE = statement_of(
    line("-3.50"),
    line("-3.50"),
    line("1234.50", "TRANSFER FROM A. PELLOW", 4),
    line("-200.00", "A text that is longer than one field of some programs, ümlaut <&>; 'quoted' and \"double\"", 5),
    account_hint=IBAN,
)


def rows_again(program: str, statement: ConvertedStatement) -> tuple[FileRow, ...]:
    choices = CHOICES.get(program, SIGNED)
    [account] = read_again(written(program, statement), choices=choices).accounts
    return account.rows


def lines_of(program: str, *statements: ConvertedStatement) -> list[list[str]]:
    layout = LAYOUTS[program]
    text = written(program, *statements).decode(layout.encoding)
    return list(csv.reader(io.StringIO(text), delimiter=layout.separator))


def test_the_command_line_names_every_layout() -> None:
    assert sorted(PROGRAMS) == sorted(LAYOUTS) == sorted(OF_PROGRAMS)


def test_every_layout_names_the_documentation_of_its_rules() -> None:
    assert [name for name, layout in LAYOUTS.items() if not layout.source.startswith("https://")] == []


@pytest.mark.parametrize("program", sorted(LAYOUTS))
def test_a_statement_comes_back_to_the_same_rows(program: str) -> None:
    assert rows_of(rows_again(program, MADE)) == printed_rows(MADE)


@pytest.mark.slow
@pytest.mark.parametrize("program", sorted(LAYOUTS))
@given(statement=STATEMENTS)
def test_any_statement_comes_back_by_day_and_amount(program: str, statement: ConvertedStatement) -> None:
    lines = tuple(row for row in statement.lines if row.amount)
    if not lines:
        return
    made = statement_of(*lines, account_hint=IBAN)
    assert [row[:2] for row in rows_of(rows_again(program, made))] == [row[:2] for row in printed_rows(made)]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("program", sorted(LAYOUTS))
def test_a_hostile_description_adds_and_hides_no_row(program: str, text: str) -> None:
    statement = statement_of(line("-3.50", "Before"), line("-1.00", text), line("-2.00", "After"), account_hint=IBAN)
    read = rows_of(rows_again(program, statement))

    assert [row[:2] for row in read] == [row[:2] for row in printed_rows(statement)]
    if program != "datev":
        assert [row[2] for row in read] == [row[2] for row in printed_rows(statement)]


@pytest.mark.parametrize("program", sorted(LAYOUTS))
def test_money_out_is_negative_and_money_in_has_no_sign(program: str) -> None:
    place = list(LAYOUTS[program].columns.values()).index("amount")
    amounts = [cells[place].replace(",", ".") for cells in lines_of(program, MADE)[LAYOUTS[program].has_header :]]

    assert amounts == ["-3.50", "-3.50", "1234.50", "-200.00"]


@pytest.mark.parametrize(
    ("program", "head", "first"),
    [
        ("sage", ["Date", "Description", "Amount"], ["03/06/2026", "Coffee", "-3.50"]),
        ("quickbooks", ["Date", "Description", "Amount"], ["03/06/2026", "Coffee", "-3.50"]),
        ("quickbooks-us", ["Date", "Description", "Amount"], ["06/03/2026", "Coffee", "-3.50"]),
        (
            "lexware",
            ["Buchungsdatum", "Auftraggeber/Empfänger", "Verwendungszweck", "Betrag"],
            ["03.06.2026", "Coffee", "Coffee", "-3,50"],
        ),
        ("ynab", ["Date", "Payee", "Memo", "Amount"], ["2026-06-03", "Coffee", "", "-3.50"]),
    ],
)
def test_columns_and_days_are_those_of_the_program(program: str, head: list[str], first: list[str]) -> None:
    assert lines_of(program, MADE)[:2] == [head, first]


def test_the_headings_for_firefly_are_the_roles_of_its_importer() -> None:
    head, first, *_more = lines_of("firefly", MADE)
    row = dict(zip(head, first, strict=True))

    assert (row["date_transaction"], row["amount"], row["currency-code"]) == ("2026-06-03", "-3.50", "EUR")
    assert (row["account-iban"], len(row["external-id"])) == (IBAN.replace(" ", ""), 32)


def test_datev_gets_bank_code_account_and_the_text_in_pieces() -> None:
    content = written("datev", MADE)
    cells = lines_of("datev", MADE)[3]

    assert content.endswith(b"\r\n")
    assert content.startswith(b'"37040044";"0532013000";"";"30.06.2026";"";"03.06.2026";-3.50;')
    assert (len(cells), cells[5], cells[6], cells[16]) == (34, "05.06.2026", "-200.00", "EUR")
    assert cells[11:15] == ["A text that is longer than", "one field of some", "programs, ümlaut <&>;", "'quoted' and \"double\""]
    assert all(len(cell) <= 34 for cell in cells)


def test_datev_gets_bytes_of_its_character_set_whatever_the_text_is() -> None:
    assert "ümlaut ?".encode("cp1252") in written("datev", statement_of(line("-1.00", "ümlaut 東"), account_hint=IBAN))


def test_a_datev_file_is_recognized_without_a_header() -> None:
    sample = (
        '"70030000";"1234567";433;29.12.25;29.12.25;29.12.25;10.00;"HANS MUSTERMANN";"";"80550000";"7654321";"Kd.Nr. 12345";"RECHNUNG";'
    )
    [account] = read_again(sample.encode(), choices=DAY_FIRST).accounts

    assert recognized_format(sample.encode()) == "csv"
    assert (account.number, account.rows[0].amount) == ("1234567", Decimal("10.00"))
    assert account.rows[0].description == "HANS MUSTERMANN Kd.Nr. 12345 RECHNUNG"


@pytest.mark.parametrize("number", ["40827316", "GB29 NWBK 6016 1331 9268 19", None])
def test_datev_refuses_an_account_without_a_german_iban(number: str | None) -> None:
    with pytest.raises(NotConvertible, match="MT940"):
        written("datev", statement_of(line("-3.50"), account_hint=number))


def test_datev_refuses_amounts_of_three_decimals() -> None:
    with pytest.raises(NotConvertible, match="two decimals"):
        written("datev", statement_of(line("-1.250"), account_hint=IBAN, currency="KWD"))


def test_quickbooks_gets_no_zero() -> None:
    assert lines_of("quickbooks", statement_of(line("0.00", "Information")))[1] == ["03/06/2026", "Information", ""]


def test_lexware_gets_a_text_in_every_row() -> None:
    assert lines_of("lexware", statement_of(line("-1.00", "")))[1][1:3] == ["ohne Text", "ohne Text"]


@pytest.mark.parametrize("program", sorted(LAYOUTS))
def test_a_row_without_a_day_is_refused(program: str) -> None:
    with pytest.raises(NotConvertible, match="Row 1"):
        written(program, statement_of(line("-3.50", day=None), account_hint=IBAN))


@pytest.mark.parametrize("program", sorted({*LAYOUTS} - {"datev", "firefly", "gnucash"}))
def test_accounts_are_not_mixed_where_no_column_names_them(program: str) -> None:
    card = statement_of(line("-9.00", "Fuel"), account_hint="•••• 7702")

    with pytest.raises(NotConvertible, match="one account"):
        written(program, MADE, card)
    with pytest.raises(NotConvertible, match="one account"):
        written(program, MADE, statement_of(line("-9.00"), account_hint=IBAN, currency="USD"))
    assert len(lines_of(program, MADE, statement_of(line("-9.00"), account_hint="•••• 3000"))) == 6


def test_xero_refuses_more_rows_than_it_imports() -> None:
    year = [line("-1.00", f"Coffee {number}") for number in range(1001)]

    assert len(lines_of("xero", statement_of(*year[1:]))) == 1001
    with pytest.raises(NotConvertible, match="1000"):
        written("xero", statement_of(*year))


@pytest.mark.parametrize("program", sorted(LAYOUTS))
def test_descriptions_of_a_statement_that_is_not_proved_carry_the_mark(program: str) -> None:
    doubtful = statement_of(line("-3.50"), reasons=["A balance does not follow."], account_hint=IBAN)

    assert one_line(rows_again(program, doubtful)[0].description) == "(NOT PROVED) Coffee"
