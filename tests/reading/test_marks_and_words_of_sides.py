"""What tells that money is held, or owed, where no title names the kind of an account."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import PLAIN_HEAD, proved, scene


def untitled(rows: tuple[tuple[str, str], ...], *, labels: tuple[str, str] = ("Previous balance", "New balance")) -> Scene:
    """From 500.00 to 650.00."""
    made = scene("Sample House", kind="Summary of January")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for label, figure in zip(labels, ("500.00", "650.00"), strict=True):
        made.cells((40, label), (-350, figure))
    made.cells(*PLAIN_HEAD)
    for day, (text, amount) in zip(("01/05/2025", "01/15/2025", "01/20/2025"), rows, strict=True):
        made.cells((40, day), (120, text), (-470, amount))
    return made


MARKED = (("Alder", "100.00 Cr"), ("Birch", "70.00 Cr"), ("Cedar", "20.00 Dr"))
SIGNED = (("Alder", "100.00"), ("Birch", "70.00"), ("Cedar", "-20.00"))
OF_A_LOAN = (("Repayment", "-100.00"), ("Repayment", "-70.00"), ("Instalment", "320.00"))


def test_marks_on_every_row_tell_its_side() -> None:
    assert proved(untitled(MARKED))
    assert not proved(untitled(SIGNED))


@pytest.mark.parametrize("words", ["Solde créditeur au", "Saldo acreedor a"])
def test_words_that_call_a_balance_a_credit_tell_that_money_is_held(words: str) -> None:
    labels = (f"{words} 01/01/2025", f"{words} 01/31/2025")

    assert proved(untitled(SIGNED, labels=labels))


def test_rows_named_as_a_loans_are_not_taken_as_held_where_no_title_names_the_account() -> None:
    assert not proved(untitled(OF_A_LOAN))
    assert proved(untitled(tuple((name, amount) for name, (_, amount) in zip(("Alder", "Birch", "Cedar"), OF_A_LOAN, strict=True))))
