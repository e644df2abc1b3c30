"""A figure includes its thousands after any separator, or is reported as broken."""

from decimal import Decimal

import pytest

from tests.reading.drawing import account
from tests.reading.scenes import proved, statement

KNOWN = "\u2019\u2018\u00b4`\u02bc\u2032\u00b7\u02d9\u066c\uff0c\u201a\u00a0\u202f\u2009\u2007"
ROWS = (("01/05", "Wire", "1{0}305.10"), ("01/20", "Wire", "-2{0}305.10"))


def drawn(mark: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((day, text, figure.format(mark)) for day, text, figure in ROWS)


@pytest.mark.parametrize("mark", KNOWN)
@pytest.mark.parametrize("note", ["", "Deposits insured up to 250,000.00"])
def test_substitutes_for_an_apostrophe_or_a_space_separate_thousands(mark: str, note: str) -> None:
    made = account(drawn(mark), before=[note] if note else [], opening=f"18{mark}854.40", closing=f"17{mark}854.40")

    result = statement(made)
    assert result.opening_balance == Decimal("18854.40")
    assert [line.amount for line in result.lines] == [Decimal("1305.10"), Decimal("-2305.10")]


@pytest.mark.parametrize("mark", [";", "\u00a6", "~", "\u2044"])
def test_a_figure_glued_to_an_unknown_mark_is_no_figure(mark: str) -> None:
    made = account(drawn(mark), opening=f"18{mark}854.40", closing=f"17{mark}854.40")

    assert not proved(made)


def test_decimals_apart_from_their_figure_prove_nothing() -> None:
    rows = (("01/05", "Payroll", "200.00"), ("01/12", "In", "83 .10"), ("01/13", "Out", "-83 .10"), ("01/20", "Grocery", "-50.00"))

    assert not proved(account(rows))


def test_cents_in_the_words_of_rows_give_a_table_of_whole_sums_no_decimals() -> None:
    rows = (("01/05", "Payroll 2024.01", "200.000"), ("01/12", "House rent 2024.01", "-20.000"), ("01/20", "Grocery", "-30.000"))
    made = account(rows, opening="1.000.000", closing="1.150.000")

    assert [line.amount for line in statement(made).lines] == [Decimal(200_000), Decimal(-20_000), Decimal(-30_000)]
    assert proved(made)
