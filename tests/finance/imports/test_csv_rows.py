"""The rows of a CSV file, and files that are too ambiguous to be imported."""

import datetime as dt
from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance.imports.csv_rows import read_csv
from finance.imports.rows import FileRow, ParsedFile
from finance.imports.untrusted_files import FileRefused
from finance.models.ledger_import import Choices, Target

TODAY = dt.date(2026, 6, 30)


def parsed(
    text: str | bytes, currency: str = "EUR", kind: str = "checking", choices: Choices | None = None, encoding: str = "utf-8"
) -> ParsedFile:
    data = text.encode(encoding) if isinstance(text, str) else text
    return read_csv(data, choices=choices or Choices(), target=Target(currency=currency, kind=kind, today=TODAY))


def rows_of(text: str, currency: str = "EUR", encoding: str = "utf-8") -> tuple[FileRow, ...]:
    return parsed(text, currency, encoding=encoding).accounts[0].rows


def amounts_of(*cells: str, currency: str = "EUR") -> list[str]:
    return [str(row.amount) for row in amount_column(*cells, currency=currency).accounts[0].rows]


def amount_column(*cells: str, currency: str = "EUR", choices: Choices | None = None) -> ParsedFile:
    return parsed("date;amount\n" + "".join(f"2026-01-02;{cell}\n" for cell in cells), currency, choices=choices)


def days_of(*cells: str) -> list[dt.date | None]:
    return [row.booked_on for row in date_column(*cells).accounts[0].rows]


def date_column(*cells: str, choices: Choices | None = None) -> ParsedFile:
    return parsed("date;amount\n" + "".join(f"{cell};-1.00\n" for cell in cells), choices=choices)


def test_columns_are_found_by_their_names_in_any_order() -> None:
    text = "Status,Cheque No.,Amount,Reference,Booking date,Description,Transaction ID\npending,101,-250.00,R1,2026-01-03,Rent,t1\n"

    assert rows_of(text) == (
        FileRow(
            place=2,
            booked_on=dt.date(2026, 1, 3),
            amount=Decimal("-250.00"),
            description="Rent",
            external_id="t1",
            reference="R1",
            number="101",
            status="pending",
        ),
    )


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_any_usual_separator_will_do(separator: str) -> None:
    assert rows_of(separator.join(["Date", "Amount", "Text"]) + "\n" + separator.join(["2026-01-03", "1.00", "x"]))[0].description == "x"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_letters_survive_any_usual_encoding(encoding: str) -> None:
    assert rows_of("Datum;Betrag;Buchungstext\n2026-01-03;1,00;Café Zürich\n", encoding=encoding)[0].description == "Café Zürich"


def test_lines_above_the_header_are_passed_over() -> None:
    assert len(rows_of("My bank\nExported,today\n\nDate,Amount\n2026-01-03,1.00\n")) == 1


def test_a_text_of_several_lines_keeps_the_numbers_of_the_rows_below() -> None:
    rows = rows_of('Date,Amount,Text\n2026-01-03,1.00,"one\ntwo"\n\n2026-01-04,2.00,x\n')

    assert [row.place for row in rows] == [2, 5]


@pytest.mark.parametrize("cell", ["=1+1", '=HYPERLINK("http://x","y")', "+49 30 1234", "-cmd", "@SUM(A1)"])
def test_nothing_in_a_cell_is_interpreted(cell: str) -> None:
    quoted = cell.replace('"', '""')

    assert rows_of(f'date,amount,description\n2026-01-03,1.00,"{quoted}"\n')[0].description == cell
    assert rows_of(f'date,amount\n2026-01-03,"{quoted}"\n')[0].problem


# Debit and credit ---------------------------------------------------------------------------------


def test_debits_go_out_and_credits_come_in() -> None:
    text = "Date,Debit,Credit\n2026-01-03,12.00,\n2026-01-04,,5.00\n2026-01-05,0.00,7.00\n"

    assert [str(row.amount) for row in rows_of(text)] == ["-12.00", "5.00", "7.00"]


def test_debits_written_with_a_minus_all_along_mean_the_same() -> None:
    assert [str(row.amount) for row in rows_of("Date,Paid out,Paid in\n2026-01-03,-12.00,\n2026-01-04,,5.00\n")] == ["-12.00", "5.00"]


@pytest.mark.parametrize(
    "rows",
    ["2026-01-03,1.00,1.00", "2026-01-03,,", "2026-01-03,-1.00,\n2026-01-04,1.00,", "2026-01-03,,-1.00"],
)
def test_a_row_that_may_be_either_is_refused(rows: str) -> None:
    first = rows_of(f"Date,Debit,Credit\n{rows}\n")[0]

    assert first.problem
    assert first.amount is None


@pytest.mark.parametrize(
    ("amount", "currency"),
    [("Amount (CHF)", "CHF"), ("Betrag [in EUR]", "EUR"), ("Montant (€)", "EUR"), ("金額(円)", "JPY"), ("入出金（JPY）", "JPY")],  # noqa: RUF001  as banks of Japan write it
)
def test_the_currency_of_the_account_in_brackets_makes_no_other_column_of_it(amount: str, currency: str) -> None:
    assert [row.amount for row in rows_of(f"Date,Text,{amount}\n2026-01-03,Rent,-150\n", currency)] == [Decimal(-150)]


@pytest.mark.parametrize(
    "header",
    ["Amount (foreign),Settled", "Amount (VAT),Gross", "Amount (CHF),Total paid", "Amount (BTC),Worth (EUR)"],
)
def test_other_words_or_currencies_in_brackets_make_another_column_of_it(header: str) -> None:
    assert parsed(f"Date,Text,{header}\n2026-01-03,Rent,-1.50,-1.61\n").questions == ("columns",)


@pytest.mark.parametrize(
    ("amount", "currency", "said"),
    [
        ("Amount (USD)", "EUR", "USD"),
        ("Amount USD", "EUR", "USD"),
        ("Betrag in EUR", "CHF", "EUR"),
        ("Amount ($)", "EUR", "$"),
        ("Amount £", "EUR", "£"),
        ("Amount ($)", "MXN", ""),
        ("Amount EUR", "EUR", ""),
        ("Amount", "EUR", ""),
        ("AMOUNT OUT", "EUR", ""),
    ],
)
def test_rows_below_a_heading_in_another_currency_are_in_that(amount: str, currency: str, said: str) -> None:
    """The account does not take rows in that currency."""
    file = parsed(f"Date,Text,{amount}\n2026-01-03,Rent,-1.50\n", currency, choices=Choices(columns={"amount": 2}))

    assert [row.currency for row in file.accounts[0].rows] == [said]


@pytest.mark.parametrize("amount", ["Amount (NET)", "Value (USD)", "Value (EUR)"])
def test_an_amount_in_brackets_is_not_taken_before_money_out_and_money_in(amount: str) -> None:
    text = f"Date,Text,{amount},Spent,Received\n2026-01-03,Rent,-10.00,12.00,\n2026-01-04,Sale,100.00,,120.00\n"

    assert [row.amount for row in rows_of(text)] == [Decimal("-12.00"), Decimal("120.00")]


@pytest.mark.parametrize("header", ["Date,Debit", "Date,Credit", "Date,Amount,Amount", "Day,Sum of money,Another,Third"])
def test_a_header_that_says_too_little_or_too_much_is_asked_about(header: str) -> None:
    assert parsed(f"{header}\n2026-01-03{',1.00' * header.count(',')}\n").questions == ("columns",)


def test_a_pair_of_columns_says_more_than_an_amount_without_sign() -> None:
    rows = rows_of("Date,Amount,Debit,Credit\n2026-01-03,1.00,1.00,\n2026-01-03,1.00,,1.00\n")

    assert [str(row.amount) for row in rows] == ["-1.00", "1.00"]


# Amounts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "amounts"),
    [
        (["1234.50", "-3.00"], ["1234.50", "-3.00"]),
        (["1,234.50", "1,234"], ["1234.50", "1234.0"]),
        (["1.234,50", "1.234"], ["1234.50", "1234.0"]),
        (["1234,5", "-0,07"], ["1234.5", "-0.07"]),
        (["1,234,567"], ["1234567.0"]),
        (["1.234.567", "1.234"], ["1234567.0", "1234.0"]),
        (["1 234,50", "1'234,50", "1\N{NO-BREAK SPACE}234,50", "1\N{RIGHT SINGLE QUOTATION MARK}234,50"], ["1234.50"] * 4),
        (["(12.00)", "12.00-", "\N{MINUS SIGN}12.00", "- 12.00"], ["-12.00"] * 4),
        (["€12.00", "12.00 EUR", "+12.00", "-€ 12.00"], ["12.00", "12.00", "12.00", "-12.00"]),
        (["12,34,567.00"], ["1234567.00"]),
        (["0.123", ".50"], ["None", "0.50"]),
        (["12", "3"], ["12.0", "3.0"]),
    ],
)
def test_the_decimal_mark_is_decided_by_all_amounts_of_the_file(cells: list[str], amounts: list[str]) -> None:
    assert amounts_of(*cells) == amounts


@pytest.mark.parametrize("cells", [["1,234"], ["1.234", "5"], ["1,234", "-99,999"]])
def test_thousands_or_decimals_is_asked_where_no_row_tells(cells: list[str]) -> None:
    assert "decimal_mark" in amount_column(*cells).questions
    assert "decimal_mark" not in amount_column(*cells, choices=Choices(decimal_mark=".")).questions


def test_a_point_here_and_a_comma_there_is_asked_and_one_of_them_refused() -> None:
    assert "decimal_mark" in amount_column("1.50", "-1,50").questions

    rows = amount_column("1.50", "-1,50", choices=Choices(decimal_mark=",")).accounts[0].rows
    assert [bool(row.problem) for row in rows] == [True, False]


def test_a_currency_without_decimals_has_only_thousands() -> None:
    assert amounts_of("1,234", currency="JPY") == ["1234.0"]
    assert amounts_of("1.234", currency="JPY") == ["1234.0"]


@pytest.mark.parametrize(
    "cell", ["", "x", "12..00", "1,2,3.00", "12.00 USD", "1e5", "NaN", "--1.00", "1.00.00,00", "(1.00", "٣.00", "0.001", "9" * 30]
)
def test_a_text_that_is_no_amount_is_refused_with_its_row(cell: str) -> None:
    rows = amount_column(cell, "1.00").accounts[0].rows

    assert [(row.place, bool(row.problem), row.amount) for row in rows] == [(2, True, None), (3, False, Decimal("1.00"))]


@given(st.lists(st.decimals(-(10**12), 10**12, places=2), min_size=1), st.sampled_from([(",", "."), (".", ",")]))
def test_amounts_with_their_cents_are_read_as_written(amounts: list[Decimal], marks: tuple[str, str]) -> None:
    swap = str.maketrans(",.", "".join(marks))

    assert [Decimal(text) for text in amounts_of(*(f"{amount:,.2f}".translate(swap) for amount in amounts))] == amounts


# Dates --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cell",
    ["2026-01-31", "2026/01/31", "2026.01.31", "20260131", "2026-01-31T10:00:00Z", "2026-01-31 10:00", "31.01.2026", "31/1/2026",
     "1/31/2026", "31-01-2026", "31 Jan 2026", "31-Jan-2026", "Jan 31, 2026", "January 31 2026", "31 January 2026"],
)  # fmt: skip
def test_a_date_that_can_be_read_in_one_way_is_taken(cell: str) -> None:
    assert days_of(cell) == [dt.date(2026, 1, 31)]


def test_one_row_tells_the_order_for_all() -> None:
    assert days_of("02/01/2026", "13/01/2026") == [dt.date(2026, 1, 2), dt.date(2026, 1, 13)]
    assert days_of("02/01/2026", "01/13/2026") == [dt.date(2026, 2, 1), dt.date(2026, 1, 13)]
    assert days_of("02.01.2026", "03.04.2026") == [dt.date(2026, 1, 2), dt.date(2026, 4, 3)]
    assert days_of("01/01/2026", "2/2/2026") == [dt.date(2026, 1, 1), dt.date(2026, 2, 2)]


def test_day_or_month_is_asked_where_no_row_tells() -> None:
    cells = ("2026-01-01", "02/01/2026", "03/04/2026")

    assert date_column(*cells).questions == ("date_order",)
    assert date_column(*cells, choices=Choices(date_order="mdy")).accounts[0].rows[1].booked_on == dt.date(2026, 2, 1)


def test_a_file_that_proves_its_date_order_overrides_an_earlier_choice() -> None:
    rows = date_column("02/01/2026", "13/01/2026", choices=Choices(date_order="mdy")).accounts[0].rows

    assert [row.booked_on for row in rows] == [dt.date(2026, 1, 2), dt.date(2026, 1, 13)]


def test_two_orders_in_one_file_are_asked_and_the_others_refused() -> None:
    assert date_column("13/01/2026", "01/13/2026").questions == ("date_order",)

    rows = date_column("13/01/2026", "01/13/2026", choices=Choices(date_order="dmy")).accounts[0].rows
    assert [bool(row.problem) for row in rows] == [False, True]


def test_a_year_of_two_digits_is_read_where_only_one_order_fits() -> None:
    assert days_of("31/01/26", "02/02/26") == [dt.date(2026, 1, 31), dt.date(2026, 2, 2)]
    assert days_of("01.02.26") == [dt.date(2026, 2, 1)]
    assert date_column("11/12/10").questions == ("date_order",)


@pytest.mark.parametrize("cell", ["", "soon", "2026-02-30", "32/01/2026", "2026-13-01", "=TODAY()", "31 Foo 2026"])
def test_a_text_that_is_no_date_is_refused_with_its_row(cell: str) -> None:
    rows = date_column(cell, "2026-01-03").accounts[0].rows

    assert [(row.place, bool(row.problem)) for row in rows] == [(2, True), (3, False)]


# Whole files --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The file is empty"),
        ("Date,Amount\n", "a header and no rows"),
        ("Date,Amount\n2026-01-03,1,50\n", "Row 2: has more cells than the header"),
        ('Date,Amount,Text\n2026-01-03,1.00,"' + "x" * 200_000, "Row 2: a cell is too long"),
        ("Date,Amount\n" + "2026-01-03,1.00\n" * 50_001, "more than 50000 rows"),
        ("Date,Amount\n" + ";" * 1000 + ",\n" + "," * 1000 + "x\n", "Row 3: has more than 200 cells"),
        ("Date,Amount,Text\n2026-01-03,1.00,a\0b\n", "not a text file"),
        ("x" * 10_000_001, "larger than 10 MB"),
        ("Dear Sir,\nhow are you?\n", "No row has a date."),
    ],
)
def test_a_file_that_cannot_be_taken_says_why(text: str, said: str) -> None:
    with pytest.raises(FileRefused) as refused:
        rows_of(text)

    assert any(said in problem for problem in refused.value.problems)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Date,Amount,Status\n2026-01-03,1.00,maybe\n", '"maybe" is not one of'),
        ("Date,Amount,Brought forward\n2026-01-03,1.00,perhaps\n", '"perhaps" is not one of'),
    ],
)
def test_a_row_that_cannot_be_taken_says_why(text: str, said: str) -> None:
    assert said in rows_of(text)[0].problem


@given(st.binary(max_size=200))
def test_any_bytes_are_taken_or_refused(data: bytes) -> None:
    with suppress(FileRefused):
        parsed(b"Date,Amount\n" + data)
