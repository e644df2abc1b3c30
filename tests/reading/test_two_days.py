"""Headings select the booking day among a row's two days, on one line, on two, or beside a box."""

import datetime as dt

import pytest

from tests.reading.drawing import FIGURE, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, statement, statements, text_page

FIRST, SECOND, WORDS = 50.0, 110.0, 190.0
ROWS = (("03/01/2026", "05/01/2026", "Payroll", "200.00"), ("20/01/2026", "21/01/2026", "Grocery", "-50.00"))
EARLIER, LATER = [3, 20], [5, 21]  # days of January


def table(*headings: tuple[tuple[float, str], ...], rows: tuple[tuple[str, str, str, str], ...] = ROWS) -> Scene:
    """Rows of two days under headings on one line or more."""
    made = account((), after=("Rows of January",))
    made.cells((FIRST, "Since 31/12/2025"), step=26)
    for line in headings:
        made.cells(*line, step=10)
    for first, second, text, figure in rows:
        made.cells((FIRST, first), (SECOND, second), (WORDS, text), (FIGURE, figure))
    return made


def days(made: Scene) -> list[int]:
    return [line.date.day for line in statement(made).lines if line.date]


def test_a_heading_over_a_word_of_the_next_line_names_a_day_though_the_next_line_is_whole() -> None:
    upper, lower = (
        ((FIRST, "Date"), (WORDS, "Nature des")),
        ((FIRST, "opé."), (SECOND, "Valeur"), (WORDS, "opérations"), (FIGURE, "Montant")),
    )
    assert days(table(upper, lower)) == EARLIER

    upper, lower = (
        ((FIRST, "Data"), (WORDS, "Descrizione")),
        ((FIRST, "operazione"), (SECOND, "Valuta"), (WORDS, "operazioni"), (FIGURE, "Importo")),
    )
    assert days(table(upper, lower)) == EARLIER


def test_words_under_two_headings_of_days_tell_them_apart() -> None:
    upper = ((FIRST, "Data"), (SECOND, "Data"), (WORDS, "Descrizione delle"), (FIGURE, "Importo"))
    lower = ((FIRST, "acquisto"), (SECOND, "contabile"), (WORDS, "operazioni"), (FIGURE, "EUR"))

    assert days(table(upper, lower)) == LATER


def test_a_name_of_a_day_may_lack_its_little_word_on_two_lines() -> None:
    upper = ((FIRST, "Data da"), (FIGURE, "Valor"))
    lower = ((FIRST, "compra"), (SECOND, "Data"), (WORDS, "Descrição"), (FIGURE, "(EUR)"))

    assert days(table(upper, lower)) == LATER


def test_a_word_over_each_heading_goes_with_it_though_the_lower_line_is_whole() -> None:
    upper = ((FIRST, "Post"), (SECOND, "Value"), (WORDS, "Transaction"), (-330.0, "Money"), (FIGURE, "Money"))
    lower = ((FIRST, "date"), (SECOND, "Dt"), (WORDS, "Description"), (-330.0, "out"), (FIGURE, "in"))
    made = table(upper, lower, rows=(("03/01/2026", "05/01/2026", "Payroll", "150.00"),))

    assert days(made) == [3]
    assert proved(made)


def test_a_day_takes_the_nearest_heading() -> None:
    assert days(table(((FIRST + 30, "Bkg."), (SECOND, "Valuta"), (WORDS, "Text"), (FIGURE, "Betrag")))) == EARLIER


def test_words_with_a_figure_beside_the_headings_are_none_of_them() -> None:
    beside = (450.0, "Save 5.00 each week")

    assert days(table(((FIRST, "Trans date"), (SECOND, "Entry date"), (WORDS, "Description"), (FIGURE, "Amount"), beside))) == LATER


@pytest.mark.parametrize(
    ("names", "first", "is_proved"),
    [
        (("Date", "Date"), "03/01/2026", False),
        (("Date", "Booking date"), "03/01/2026", True),
        (("Booking date", "Date"), "03/01/2026", True),
        (("Date", "Value date"), "03/01/2026", True),
    ],
)
def test_days_without_distinct_headings_or_order_forbid_a_proof(names: tuple[str, str], first: str, *, is_proved: bool) -> None:
    rows = ((first, *ROWS[0][1:]), ROWS[1])
    made = table(((FIRST, names[0]), (SECOND, names[1]), (WORDS, "Description"), (FIGURE, "Amount")), rows=rows)

    assert [line.amount for line in statement(made).lines] == [200, -50]
    assert proved(made) is is_proved


def test_the_column_of_days_in_order_is_the_booking_day() -> None:
    rows = (("02/01/2026", "02/01/2026", "Rent", "-10.00"), ("01/01/2026", "03/01/2026", "Refund", "10.00"), *ROWS)
    made = table(((FIRST, "Date"), (SECOND, "Date"), (WORDS, "Description"), (FIGURE, "Amount")), rows=rows)

    assert days(made) == [2, 3, *LATER]
    assert proved(made)


def test_a_day_alone_among_the_words_of_a_row_heads_no_rows() -> None:
    made = account((), after=("Rows of January",))
    made.cells((FIRST, "Since 31/12/2025"), step=26)
    made.cells((FIRST, "Trans date"), (SECOND, "Post date"), (WORDS, "Particulars"), (FIGURE, "Amount"))
    for first, second, text, figure in ROWS:
        made.cells((FIRST, first), (SECOND, second), (WORDS, text), step=10)
        for words in ("Card purchase", first):
            made.cells((WORDS, words), step=10)
        made.cells((WORDS, "12:44"), (FIGURE, figure))

    assert days(made) == LATER
    assert proved(made)


def test_a_day_alone_below_a_row_in_the_column_of_words_is_one_of_them() -> None:
    made = account((), after=("Since 31/12/2025",))
    made.cells((FIRST, "Date"), (WORDS, "Particulars"), (FIGURE, "Amount"))
    for *day, text, figure in (((FIRST, "05/01/2026"), "Payroll", "200.00"), ("Grocery", "-30.00"), ("Bakery", "-20.00")):
        made.cells(*day, (WORDS, text), (FIGURE, figure), step=10)
        made.cells((WORDS, "Card purchase"), step=10)
        made.cells((WORDS, "07/01/2026"), step=10)
        made.cells((WORDS, "12:44"))

    assert days(made) == [5, 5, 5]


def test_two_equal_days_need_no_distinction() -> None:
    rows = tuple((second, second, text, figure) for _, second, text, figure in ROWS)
    made = table(((FIRST, "Date"), (SECOND, "Date"), (WORDS, "Description"), (FIGURE, "Amount")), rows=rows)

    assert [line.date for line in statement(made).lines] == [dt.date(2026, 1, 5), dt.date(2026, 1, 21)]
    assert proved(made)


@pytest.mark.parametrize("heading", ["", "Operation no."])
def test_a_second_day_without_a_heading_is_the_bookings_also_behind_a_day_of_the_week(heading: str) -> None:
    headings = tuple(cell for cell in ((FIRST, "Transaction date"), (SECOND + 26, heading), (WORDS + 40, "Description")) if cell[1])
    made = account((), after=("Rows of January",))
    made.cells((FIRST, "Since 31/12/2025"), step=26)
    made.cells(*headings, (FIGURE, "Amount"))
    for first, second, text, figure in (
        ("Sat 03/01/2026", "Mon 05/01/2026", "Payroll", "200.00"),
        ("Tue 20/01/2026", "Wed 21/01/2026", "Rent", "-50.00"),
    ):
        made.cells((FIRST, first), (SECOND + 26, second), (WORDS + 40, text), (FIGURE, figure))

    assert days(made) == LATER


def test_a_name_of_two_words_may_be_broken_over_both_lines_for_either_day() -> None:
    made = text_page("First Example Savings", "Extracto de cuenta", "Saldo anterior: 100,00", "Saldo actual: 60,00")
    made.cells((50, "Fecha"), (130, "F."), step=10)
    made.cells((50, "compra"), (130, "Operación"), (200, "Concepto"), (-545, "Importe"))
    made.cells((50, "29/09/2024"), (130, "30/09/2024"), (200, "RECIBO LUZ"), (-545, "-40,00"))

    (line,) = statement(made).lines
    assert (line.date, line.transaction_date) == (dt.date(2024, 9, 30), dt.date(2024, 9, 29))


@pytest.mark.parametrize(
    ("first", "second", "read"),
    [
        ((5, 3, 9), (6, 8, 10), [6, 8, 10]),
        ((5, 7, 9), (6, 12, 10), [5, 7, 9]),
        ((5, 7, 9), (6, 8, 10), None),
        ((5, 3, 9), (6, 12, 10), None),
    ],
    ids=["the second in order", "the first in order", "both in order", "neither in order"],
)
def test_beside_a_table_with_one_day_the_order_of_two_days_without_names_tells_the_bookings(
    first: tuple[int, ...], second: tuple[int, ...], read: list[int] | None
) -> None:
    made = account((), headed=False)
    made.cells((FIRST, "Date"), (SECOND, "Date"), (WORDS, "Description"), (FIGURE, "Amount"))
    rows = zip(first, second, ("Payroll", "Grocery", "Rent"), ("200.00", "-20.00", "-20.00"), strict=True)
    for one, other, text, figure in rows:
        made.cells((FIRST, f"{one:02}/01/2026"), (SECOND, f"{other:02}/01/2026"), (WORDS, text), (FIGURE, figure))
    made.cells((FIRST, "Fees"), step=30)
    made.cells((FIRST, "Date"), (WORDS, "Description"), (FIGURE, "Amount"))
    made.cells((FIRST, "28/01/2026"), (WORDS, "Fee"), (FIGURE, "-10.00"))

    assert proved(made) is (read is not None)
    assert read is None or days(made) == [*read, 28]


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        (("Datum", "Označení platby"), ("Valuta", "Název protiúčtu", "Částka")),
        (("Buchung", "Text der Buchung"), ("Wert", "Empfänger", "Betrag")),
        (("Booking date", "What it was"), ("Value date", "Details", "Amount")),
    ],
)
def test_days_over_days_name_both_though_the_other_words_above_them_are_unknown(upper: tuple[str, ...], lower: tuple[str, ...]) -> None:
    made = account((), after=("Rows of January",))
    made.sheet.down(12)
    for line in (upper, lower):
        made.cells(*zip((FIRST, WORDS, FIGURE), line, strict=False), step=10)
    for first, second, text, figure in ROWS:
        made.cells((FIRST, first), (WORDS, text), (FIGURE, figure), step=10)
        made.cells((FIRST, second), (WORDS, "More words"), step=14)
    (result,) = statements(made)

    assert days(made) == EARLIER
    assert [line.value_date.day for line in result.lines if line.value_date] == LATER
    assert proved(made)


@pytest.mark.parametrize("words", ["Second line", ""])
def test_a_second_day_under_that_of_every_row_heads_no_other_rows(words: str) -> None:
    made = account((), after=("Rows of January",))
    made.cells((FIRST, "Date booked"), (WORDS, "Description"), (FIGURE, "Amount"), step=10)
    made.cells((FIRST, "Date done"), step=14)
    for first, second, text, figure in ROWS:
        made.cells((FIRST, second), (WORDS, text), (FIGURE, figure), step=9)
        made.cells((FIRST, first), (WORDS, words), step=16)

    assert days(made) == LATER


@pytest.mark.parametrize(("before", "holds"), [("Card 118 ", True), ("", False)])
def test_a_day_among_the_words_of_a_row_is_no_second_one_beside_the_day_of_value(before: str, *, holds: bool) -> None:
    made = text_page("First Example Bank", "Account statement", "Period: 01/01/2026 to 31/01/2026")
    made.cells((FIRST, "Value date"), (WORDS, "Description"), (FIGURE, "Amount"))
    made.cells((WORDS, "Opening balance"), (FIGURE, "1,000.00"))
    for first, second, text, figure in ROWS:
        made.cells((FIRST, second), (WORDS, text), (FIGURE, figure), step=11)
        made.cells((WORDS, f"{before}{first} at the counter"), step=16)
    made.cells((WORDS, "Closing balance"), (FIGURE, "1,150.00"))

    assert proved(made) is holds


def test_a_heading_in_two_languages_names_one_day() -> None:
    made = account((), after=("Since 31/12/2025",), closing="1,120.00")
    made.cells((FIRST, "Date"), (WORDS, "Transaction details"), (FIGURE, "Amount"), step=10)
    made.cells((FIRST, "日期"), (WORDS, "摘要"), (FIGURE, "金額"))
    made.cells((FIRST, "05/01/2026"), (WORDS, "Payroll"), (FIGURE, "200.00"), step=10)
    for day, text, figure in (("20/01/2026", "Transfer", "-50.00"), ("21/01/2026", "Transfer", "-30.00")):
        made.cells((FIRST, day), (WORDS, text), step=10)
        made.cells((WORDS, "Rosa Example"), (FIGURE, figure), step=10)

    assert days(made) == [5, 20, 21]
    assert proved(made)


def test_a_line_with_a_day_and_its_figure_below_is_no_second_line_of_the_row_above() -> None:
    headings = ((FIRST, "Booking date"), (WORDS, "Description"), (FIGURE, "Amount")), ((FIRST, "Value date"),)
    made = account((), after=("Since 31/12/2025",))
    for line in headings:
        made.cells(*line, step=10)
    made.cells((FIRST, "05/01/2026"), (WORDS, "Payroll"), (FIGURE, "200.00"), step=10)
    made.cells((FIRST, "20/01/2026"), (WORDS, "Transfer"), step=10)
    made.cells((WORDS, "Rosa Example"), (FIGURE, "-50.00"), step=10)

    assert days(made) == [5, 20]


@pytest.mark.parametrize(("left", "is_proved"), [(WORDS, True), (SECOND, False)])
def test_a_day_flush_with_the_heading_of_the_descriptions_is_one_of_their_words(left: float, *, is_proved: bool) -> None:
    made = account((), after=("Since 31/12/2025",))
    made.cells((FIRST, "Date"), (WORDS, "Description"), (FIGURE, "Amount"))
    for day, other, text, figure in (("05/01/2026", "03/01/2026", "Payroll", "200.00"), ("21/01/2026", "20/01/2026", "Grocery", "-50.00")):
        made.cells((FIRST, day), (left, f"{other} {text}"), (FIGURE, figure))

    assert days(made) == LATER
    assert proved(made) is is_proved


def test_numbers_of_checks_under_headings_of_their_own_are_no_days_of_the_section_before() -> None:
    made = account((), after=("Deposits",))
    made.cells((FIRST, "Date"), (SECOND, "Description"), (FIGURE, "Amount"))
    made.cells((FIRST, "01/05"), (SECOND, "Payroll"), (FIGURE, "200.00"))
    made.cells((FIRST, "Checks paid"))
    made.cells((300, "Date"), step=8)
    made.cells((FIRST, "Check no."), (SECOND, "Description"), (300, "paid"), (FIGURE, "Amount"))
    for number, day, figure in (("1101", "01/08", "20.00"), ("1105", "01/20", "20.00"), ("1106", "01/21", "10.00")):
        made.cells((FIRST, number), (300, day), (FIGURE, figure))

    assert days(made) == [5, 8, 20, 21]
    assert proved(made)
