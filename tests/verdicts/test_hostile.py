"""Texts and figures come from outside: they may be long, many and strange, and must neither stall nor deceive."""

import time
from decimal import Decimal

import pytest

from reconciliation.matching import make_row
from reconciliation.verification import verify
from reconciliation.verification.verdict import Verdict
from tests.verdicts.papers import books, entry, line, statement

PATIENCE = 20.0
"""Seconds, on a busy machine; the limit excludes minutes."""


@pytest.mark.parametrize(
    "text", ["check " * 4000, "check" + " " * 20_000, "cash " * 4000, "slip" + "-" * 20_000, "0" * 20_000, "é" * 20_000]
)
def test_a_long_text_costs_no_more_than_a_short_one(text: str) -> None:
    started = time.monotonic()

    make_row(key=1, days=[], amount=Decimal(1), text=text)
    verify([books(entry("t", "01-05", "1.00", text))], [statement(line("01-09", "7.00", text))])

    assert time.monotonic() - started < PATIENCE


def test_very_many_equal_rows_are_one_question() -> None:
    started = time.monotonic()
    rows = [line("01-05", "-1.00", "CAFE") for _ in range(700)]
    entries = [entry(f"t{place}", "01-05", "-1.00", "Cafe") for place in range(700)]

    (found,) = verify([books(*entries)], [statement(*rows)])

    assert (found.verdict, len(found.ambiguous), len(found.ambiguous[0].lines)) == (Verdict.PARTIAL, 1, 700)
    assert time.monotonic() - started < PATIENCE


def test_many_rows_that_could_be_sums_are_soon_given_up() -> None:
    started = time.monotonic()
    rows = [line("01-05", f"-{1000 + place}.00", "") for place in range(2000)]
    entries = [entry(f"t{place}", "01-05", f"-{10 + place * place}.01", "") for place in range(14)]

    assert verify([books(*entries)], [statement(*rows)])[0].verdict is Verdict.MISMATCHED
    assert time.monotonic() - started < PATIENCE


def test_figures_are_never_rounded_until_they_tie() -> None:
    huge = f"1{'0' * 28}.00"
    paper = statement(line("01-05", "0.01", "Tiny"), opening=huge, closing=huge)

    (found,) = verify([books(entry("t", "01-05", "0.01", "Tiny"), opening=huge)], [paper])

    assert (found.verdict, found.reasons) == (Verdict.PARTIAL, ("integrity_failed",))


def test_a_sum_that_cannot_be_exact_is_an_error_and_no_verdict() -> None:
    with pytest.raises(ArithmeticError):
        verify([books(entry("t", "01-05", "1e-90"), opening="1e30")], [statement(opening="1e30", closing="1e30")])
