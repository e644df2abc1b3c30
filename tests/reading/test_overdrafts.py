"""Words and marks of an overdraft beside a balance that no row and no sum explains."""

from decimal import Decimal

import pytest

from reconciliation.printed.statement import PrintedStatement
from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, proofs, scene, statements, table

LABELS = ("Balance on January 1, 2025", "Balance on January 31, 2025")
WORDS = (
    "OD", "O/D", "O.D.", "od", "Dr.", "DB", "Debit", "overdrawn", "(overdrawn)", "in debit", "Soll", "im Soll", "débiteur", "Deudor",
    "a debito", "debitore", "Debet", "in het rood", "devedor", "Wn", "skuld", "minus",
    "überzogen", "zu Ihren Lasten", "en votre défaveur", "descubierto", "a Vs. debito", "neg.", "in the red", "you owe us",
)  # fmt: skip


def still(*, before: str = "", behind: str = "", beside: str = "", below: str = "") -> Scene:
    """A month without rows, its balances with words around them: in the label, the same cell, the next one or the next line."""
    made = scene(kind="Current account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for label in LABELS:
        cells = [(40.0, f"{label} {before}".strip()), (-400.0, f"473.07 {behind}".strip()), (440.0, beside)]
        made.cells(*[cell for cell in cells if cell[1]])
        if below:
            made.cells((-400, below))
    made.cells((40, "No transactions this period."))
    return made


def overdrawn(made: Scene) -> PrintedStatement:
    (result,) = statements(made)
    assert (result.opening_balance, result.closing_balance) == (Decimal("-473.07"), Decimal("-473.07"))
    return result


def test_a_balance_without_such_words_is_in_credit_and_proved() -> None:
    (result,) = statements(still())

    assert (result.closing_balance, result.integrity.holds) == (Decimal("473.07"), True)


@pytest.mark.parametrize("word", WORDS)
def test_a_word_for_an_overdraft_is_read_behind_a_balance_and_in_the_next_cell(word: str) -> None:
    assert overdrawn(still(behind=word)).integrity.holds is True
    assert overdrawn(still(beside=word)).integrity.holds is True


@pytest.mark.parametrize("word", WORDS)
def test_a_word_for_an_overdraft_before_or_below_a_balance_is_not_ignored(word: str) -> None:
    for made in (still(before=word), still(below=word)):
        assert all(result.integrity.holds is not True or result.closing_balance == Decimal("-473.07") for result in statements(made))


def test_unknown_words_behind_a_balance_leave_its_side_open() -> None:
    assert proofs(still(behind="on the wrong side")) == [None]
    assert proofs(still(behind="USD")) == [True]


@pytest.mark.parametrize(("note", "holds"), [("All balances are overdrawn.", None), ("Overdrawn balances are marked OD.", True)])
def test_a_note_that_all_balances_are_owed_leaves_the_side_of_one_that_is_held_open(note: str, *, holds: bool | None) -> None:
    made = scene(kind="Current account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*HEAD)
    table(made, ("01/20/2025", "Salary", "", "30.00", "130.00"), ("01/22/2025", "Rent", "10.00", "", "120.00"))
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Closing balance"), (-250, "120.00"))
    made.cells((40, note))

    assert proofs(made) == [holds]


def test_a_mark_right_behind_a_balance_is_read_although_its_label_covers_it() -> None:
    made = scene(kind="Current account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for label in LABELS:
        made.cells((40, f"{label} of this account"), (-166, "473.07"), (168, "OD"))
    made.cells((40, "No transactions this period."))

    overdrawn(made)


@pytest.mark.parametrize(("place", "is_proved"), [(-470, True), (-380, False)], ids=["credits", "debits"])
def test_a_balance_under_the_heading_of_debits_may_be_one(place: int, is_proved: bool) -> None:
    made = scene(kind="Current account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Description"), (-380, "Debit"), (-470, "Credit"))
    made.cells((40, "Opening balance"), (place, "473.07"))
    made.cells((40, "No transactions this period."))
    made.cells((40, "Closing balance"), (place, "473.07"))

    assert (True in proofs(made)) == is_proved
