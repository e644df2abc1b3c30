"""Proposed repairs of a statement in readable sentences."""

from typing import Any

import pytest
from django.utils import translation

from reconciliation.presentation.labels.reading import repair_in_words
from reconciliation.printed.arithmetic import STRENGTH

ROWS = 3


def said(kind: str, line: int, amount: str, *, until: int | None = None, alone: bool = True) -> str:
    read = None if kind == "missing_row" else "-54.10"
    repair: dict[str, Any] = {"kind": kind, "line": line, "until": until, "amount": amount, "read": read, "page": 1, "alone": alone}
    return repair_in_words(repair, ROWS, lambda figure: format(figure, "f"))


@pytest.mark.parametrize(
    ("kind", "hint"),
    [
        ("digits_swapped", "Two digits may have changed places."),
        ("digit_misread", "One digit may have been misread."),
        ("wrong_sign", "The sign may have been misread."),
    ],
)
def test_a_corrected_amount_is_shown_with_its_row_and_reason(kind: str, hint: str) -> None:
    assert said(kind, 1, "-45.10") == f"If row 2 were -45.10 instead of -54.10, every balance would agree. {hint}"


@pytest.mark.parametrize(
    ("kind", "which"),
    [
        ("balance_misread", "the balance on row 2"),
        ("opening_misread", "the opening balance"),
        ("closing_misread", "the closing balance"),
    ],
)
def test_a_corrected_balance_is_shown(kind: str, which: str) -> None:
    assert said(kind, 1, "-45.10") == f"If {which} were -45.10 instead of -54.10, every balance would agree."


def test_a_doubled_row_is_shown() -> None:
    assert said("doubled_row", 1, "-54.10") == "Row 2 (-54.10) may be counted twice. Without it, every balance would agree."


@pytest.mark.parametrize(
    ("line", "until", "place"),
    [
        (1, 1, " between rows 1 and 2"),
        (1, 2, " between rows 1 and 3"),
        (0, 0, " before row 1"),
        (0, 1, " before row 2"),
        (3, 3, " after row 3"),
        (1, 3, " after row 1"),
        (0, 3, ""),
    ],
)
def test_a_missing_row_is_shown_with_its_place(line: int, until: int, place: str) -> None:
    sentence = said("missing_row", line, "-9.90", until=until)

    assert sentence == f"A row of -9.90 seems to be missing{place}. With it, every balance would agree."


def test_a_repair_explains_the_balances_only_up_to_the_next_break() -> None:
    assert "the balances up to the next break would agree" in said("wrong_sign", 2, "-7.00", alone=False)


@pytest.mark.parametrize("kind", STRENGTH)
def test_every_kind_has_a_german_translation(kind: str) -> None:
    english = said(kind, 1, "-45.10", until=1)

    with translation.override("de"):
        german = said(kind, 1, "-45.10", until=1)

    assert german.startswith(("Wenn ", "Zeile 2 ", "Zwischen den Zeilen 1 und 2 "))
    assert "%(" not in german + english
