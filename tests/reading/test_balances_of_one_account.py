"""A box with an account's number and both of its balances, beside rows that name neither."""

from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, proofs, proved, statements, text_page


def boxed(*accounts: tuple[str, str, str], number: str = "") -> Scene:
    """A page of two rows, and a box of the balances of accounts below them."""
    made = text_page("Musterpost", "Kontoauszug: Giro plus vom 01.03.2025 bis 31.03.2025", *filter(None, [number]))
    made.cells((50, "Buchung"), (120, "Vorgang"), (-460, "Soll"), (-545, "Haben"))
    made.cells((50, "04.03."), (120, "Lastschrift"), (-460, "- 30,00"))
    made.cells((50, "31.03."), (120, "Gehalt"), (-545, "+ 150,00"), step=25)
    made.cells((50, "Kontonummer"), (-350, "Alter Kontostand"), (-545, "Neuer Kontostand"))
    for own, opening, closing in accounts:
        made.cells((50, own), (-350, f"EUR + {opening}"), (-545, f"EUR + {closing}"))
    return made


def test_the_only_account_in_a_box_of_balances_is_that_of_the_only_rows() -> None:
    made = boxed(("123 456 789", "1.000,00", "1.120,00"))

    assert amounts(made) == ["-30.00", "150.00"]
    assert proofs(made) == [True]


def test_balances_in_a_box_that_differ_from_the_rows_contradict_them() -> None:
    assert proofs(boxed(("123 456 789", "1.000,00", "1.130,00"))) == [False]


def test_a_box_of_two_accounts_proves_no_rows_without_an_account_number() -> None:
    made = boxed(("123 456 789", "1.000,00", "1.120,00"), ("987 654 321", "500,00", "620,00"))

    assert not proved(made)
    assert [len(one.lines) for one in statements(made)] == [2]


def test_an_account_in_a_box_is_not_that_of_rows_with_another_number() -> None:
    made = boxed(("123 456 789", "1.000,00", "1.120,00"), number="Konto 555 666 777")

    assert not proved(made)
    assert [len(one.lines) for one in statements(made)] == [2]
