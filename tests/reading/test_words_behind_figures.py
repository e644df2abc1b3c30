"""Words and letters for the two sides, behind figures or in their own column."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, proved, statement, text_page

CHI, PI, RHO, IOTA = "\N{GREEK CAPITAL LETTER CHI}", "Π", "\N{GREEK CAPITAL LETTER RHO}", "\N{GREEK CAPITAL LETTER IOTA}"
WORDS = (
    *(("Soll", "Haben"), ("Debe", "Haber"), ("Dare", "Avere"), ("Débito", "Crédito"), ("Lastschrift", "Gutschrift")),
    *(("Belastung", "Gutschrift"), ("debet", "credit"), ("CARGO", "ABONO"), (CHI, PI), (CHI + RHO, PI + IOTA)),
)


def german(rows: tuple[str, str], ends: tuple[str, str], behind: str = "", *, column: tuple[str, str] = ("", "")) -> Scene:
    """A month of two rows, with the words of the sides in the cells of the amounts or in a column of their own."""
    made = text_page("Zielbank Muster", "Kontoauszug Nr. 3 vom 31.03.2025")
    made.cells((50, "Buchung"), (150, "Buchungstext"), (-445, "Betrag"))
    behind, beside = ("", [(480.0, behind.strip())]) if "\t" in behind else (behind, [])
    made.cells((150, "Saldo alt vom 28.02.2025"), (-445, ends[0] + behind), *beside)
    for day, text, amount, side in zip(("04.03.", "09.03."), ("Miete", "Gehalt"), rows, column, strict=True):
        made.cells((50, day), (150, text), (-445, amount), *([(480.0, side)] if side else []))
    made.cells((150, "Saldo neu vom 31.03.2025"), (-445, ends[1] + behind), *beside)
    return made


@pytest.mark.parametrize(("out", "into"), WORDS)
def test_a_word_for_a_side_behind_a_figure_is_its_mark(out: str, into: str) -> None:
    rows = (f"30,00 {out}", f"150,00 {into}")

    assert amounts(german(rows, ("1.000,00", "1.120,00"), f" {into}")) == ["-30.00", "150.00"]
    assert proved(german(rows, ("1.000,00", "1.120,00"), f" {into}"))
    assert proved(german(rows, ("500,00", "380,00"), f" {out}"))
    assert str(statement(german(rows, ("500,00", "380,00"), f" {out}")).closing_balance) == "-380.00"


@pytest.mark.parametrize(("out", "into"), WORDS)
def test_such_words_contradict_rows_that_lead_the_other_way(out: str, into: str) -> None:
    assert not proved(german((f"30,00 {out}", f"150,00 {into}"), ("1.000,00", "880,00"), f" {into}"))
    assert not proved(german((f"30,00 {out}", f"150,00 {into}"), ("1.000,00", "1.120,00"), f" {out}"))
    assert not proved(german((f"30,00 {into}", f"150,00 {into}"), ("1.000,00", "1.120,00"), f" {into}"))


@pytest.mark.parametrize(("out", "into"), WORDS)
def test_such_words_may_be_in_a_column_of_their_own(out: str, into: str) -> None:
    rows = ("30,00", "150,00")

    assert proved(german(rows, ("1.000,00", "1.120,00"), column=(out, into)))
    assert not proved(german(rows, ("1.000,00", "1.120,00"), column=(into, out)))


@pytest.mark.parametrize(("out", "into"), [words for words in WORDS if words[0] not in {"Lastschrift", "Belastung", "CARGO"}])
def test_such_words_in_a_column_beside_balances_say_that_they_are_overdrawn(out: str, into: str) -> None:
    made = german(("30,00", "150,00"), ("500,00", "380,00"), f"\t{out}", column=(out, into))

    assert (str(statement(made).closing_balance), proved(made)) == ("-380.00", True)


def test_a_word_of_a_description_behind_a_figure_is_no_mark() -> None:
    made = german(("-30,00 Gutschrift REWE", "150,00 Lastschrift Stadt"), ("1.000,00", "1.120,00"))

    assert amounts(made) == ["-30.00", "150.00"]


@pytest.mark.parametrize(("out", "into"), [(CHI, PI), (CHI + RHO, PI + IOTA)])
def test_the_letters_of_greek_sides_name_them_beside_amounts_and_on_numbered_pages(out: str, into: str) -> None:
    def greek(first: str, second: str) -> Scene:
        made = text_page("Τράπεζα Παράδειγμα", "ΑΝΤΙΓΡΑΦΟ ΛΟΓΑΡΙΑΣΜΟΥ", "Περίοδος από 01/03/2025 έως 31/03/2025", "Σελίδα 1 από 1")
        made.cells((50, "Ημερομηνία"), (110, "ΑΙΤΙΟΛΟΓΙΑ"), (-420, "ΠΟΣΟ"), (425, f"{out}/{into}"), (-545, "ΥΠΟΛΟΙΠΟ"))
        made.cells((110, "Υπόλοιπο από μεταφορά"), (-545, "1.000,00"))
        made.cells((50, "04/03"), (110, "ΑΓΟΡΑ"), (-420, "30,00"), (428, first), (-545, "970,00"))
        made.cells((50, "09/03"), (110, "ΜΙΣΘΟΔΟΣΙΑ"), (-420, "150,00"), (428, second), (-545, "1.120,00"))
        made.cells((110, "Τελικό υπόλοιπο"), (-545, "1.120,00"))
        return made

    assert proved(greek(out, into))
    assert str(statement(greek(out, into)).period_end) == "2025-03-31"
    assert not proved(greek(into, out))
