"""Names of balances, titles, numbers and sides that few banks print."""

import datetime as dt

import pytest

from reconciliation.reading.cross_check import digits_in
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.spans import spans_of
from reconciliation.reading.vocabulary.labels import heading_text
from reconciliation.reading.vocabulary.phrases import direction
from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, TEXT, account
from tests.reading.orientations import owing
from tests.reading.printed_rows import printed
from tests.reading.scenes import amounts, proved, statements, text_page


def test_a_french_period_may_begin_on_the_first_in_words() -> None:
    spans = spans_of([printed("Période du 1er au 31 mai 2024")], Calendar(day_first=True, certain=True))

    assert [(span.first, span.last) for some in spans.values() for span in some] == [(dt.date(2024, 5, 1), dt.date(2024, 5, 31))]


@pytest.mark.parametrize(
    "title", ["Credit card statement 5512 34** **** 0071", "Credit card statement for card number 5512 3400 0000 0071 of Rosa"]
)
def test_a_title_may_go_on_with_the_number_of_the_card_in_groups(title: str) -> None:
    rows = (("01/05/2025", "Payment, thank you", "-500.00"), ("01/08/2025", "Shop", "350.00"))
    (spans,) = statements(owing(title, rows))

    assert spans.account_kind == "credit_card"


def test_the_balance_of_the_last_statement_is_an_opening() -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Last statement"), (FIGURE, "1,000.00"))
    made.cells((DAY, "Ending balance"), (FIGURE, "1,150.00"), step=26)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (FIGURE, "-50.00"))

    assert proved(made)


@pytest.mark.parametrize("sign", ["", " ="])
def test_a_currency_and_a_day_name_a_balance(sign: str) -> None:
    made = text_page("First Example Bank", "Checking account statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Opening balance"), (FIGURE, "1,000.00"))
    made.cells((DAY, f"USD on January 31, 2026{sign}"), (FIGURE, "1,150.00"), step=26)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (FIGURE, "-50.00"))

    assert proved(made)


def test_an_opening_printed_in_two_columns_beside_a_day_is_accounted_for() -> None:
    made = text_page("First Example Bank", "Checking account statement")
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), (-520, "Balance"))
    made.cells((DAY, "01/01/2026"), (TEXT, "Opening balance"), (FIGURE, "1,000.00"), (-520, "1,000.00"))
    for day, text, figure, balance in (("01/05/2026", "Payroll", "200.00", "1,200.00"), ("01/20/2026", "Grocery", "-50.00", "1,150.00")):
        made.cells((DAY, day), (TEXT, text), (FIGURE, figure), (-520, balance))
    made.cells((DAY, "Closing balance"), (-520, "1,150.00"))

    assert amounts(made) == ["200.00", "-50.00"]
    assert proved(made)


@pytest.mark.parametrize("word", ["from", "van", "von", "vers"])
def test_the_number_of_an_account_behind_a_word_for_its_other_side_is_no_second_account(word: str) -> None:
    made = account((PAYROLL,), after=[f"{word} NL12 EXAM 0417 1643 00", GROCERY])

    assert proved(made)


def test_the_second_engine_may_put_each_character_on_a_line_of_its_own() -> None:
    assert "123456" in digits_in("Rent\n1\n,\n2\n3\n4\n.\n5\n6\nTotal")


@pytest.mark.parametrize("name", ["account ending in 1188", "saldo in", "total payments/receipts"])
def test_some_names_with_a_word_for_money_in_name_no_side(name: str) -> None:
    assert direction(name) == 0


def test_a_long_line_of_a_summary_with_figures_is_no_sections_name() -> None:
    row = printed("Deposits | 200,00 | Interest earned in this year | 12,50 | Withdrawals of the month | 50,00")

    assert heading_text(row) == row.plain
    assert heading_text(printed("Deposits | of Rosa Example and Tom Example in the month of January and before")) == "deposits"
