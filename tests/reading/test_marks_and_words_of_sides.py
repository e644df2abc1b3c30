"""Marks and words that show an account in credit or a debt if no title names its kind."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import PLAIN_HEAD, amounts, proved, scene, statement


def untitled(
    rows: tuple[tuple[str, str], ...],
    *,
    labels: tuple[str, str] = ("Previous balance", "New balance"),
    balances: tuple[str, str] = ("500.00", "650.00"),
) -> Scene:
    """From the first of these balances to the second."""
    made = scene("Sample House", kind="Summary of January")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for label, figure in zip(labels, balances, strict=True):
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
def test_words_that_call_a_balance_a_credit_show_an_account_in_credit(words: str) -> None:
    labels = (f"{words} 01/01/2025", f"{words} 01/31/2025")

    assert proved(untitled(SIGNED, labels=labels))


@pytest.mark.parametrize("names", [("Loan repayment", "Instalment", "Repayment"), ("Spłata raty", "Odsetki", "Ubezpieczenie")])
def test_rows_named_as_a_loans_are_not_taken_as_held_where_no_title_names_the_account(names: tuple[str, str, str]) -> None:
    assert not proved(untitled(OF_A_LOAN))
    assert not proved(untitled(tuple((name, amount) for name, (_, amount) in zip(names, OF_A_LOAN, strict=True))))
    assert proved(untitled(tuple((name, amount) for name, (_, amount) in zip(("Alder", "Birch", "Cedar"), OF_A_LOAN, strict=True))))


WRITTEN_OUT = (("Af", "Bij"), ("AF", "BIJ"), ("Debet", "Credit"), ("DEBET", "CREDIT"), ("Debit", "Credit"), ("DEBIT", "+ CREDIT"))


@pytest.mark.parametrize(("out", "into"), WRITTEN_OUT)
def test_a_mark_behind_an_amount_may_be_a_whole_word(out: str, into: str) -> None:
    rows = (("Alder", f"288,14 {out}"), ("Birch", f"20,00 {into}"))

    assert amounts(dutch(rows, "231,86")) == ["-288.14", "20.00"]
    assert proved(dutch(rows, "231,86"))
    assert not proved(dutch(rows, "768,14"))


@pytest.mark.parametrize(("out", "into"), WRITTEN_OUT)
def test_a_mark_behind_a_balance_may_be_a_whole_word(out: str, into: str) -> None:
    made = untitled(SIGNED, balances=(f"500.00 {into}", f"650.00 {into}"))
    owed = untitled(SIGNED, balances=(f"500.00 {out}", f"350.00 {out}"))

    assert (str(statement(made).closing_balance), proved(made)) == ("650.00", True)
    assert (str(statement(owed).closing_balance), proved(owed)) == ("-350.00", True)


def dutch(rows: tuple[tuple[str, str], ...], closing: str) -> Scene:
    """A month from 500.00 to this closing."""
    made = scene(kind="Rekeningafschrift betaalrekening")
    made.cells((40, "Periode 01-01-2025 t/m 31-01-2025"))
    made.cells((40, "Beginsaldo"), (-350, "500,00"))
    made.cells((40, "Eindsaldo"), (-350, closing))
    made.cells((40, "Datum"), (120, "Omschrijving"), (-470, "Bedrag"))
    for day, (text, amount) in zip(("05-01-2025", "20-01-2025"), rows, strict=True):
        made.cells((40, day), (120, text), (-470, amount))
    return made


@pytest.mark.parametrize(("side", "is_proved"), [("Débito", True), ("Crédito", False)])
def test_a_side_that_is_printed_beside_an_amount_and_its_currency_contradicts_the_other(side: str, *, is_proved: bool) -> None:
    made = scene("Banco Sample", kind="Extrato de conta corrente")
    for label, figure in (("Saldo anterior", "1.000,00"), ("Créditos", "10,00"), ("Débitos", "40,00"), ("Saldo atual", "970,00")):
        made.cells((40, label), (-350, f"EUR {figure}"))
    made.cells((40, "26/08/2025"), (120, "Padaria"), (330, side), (-440, "EUR 40,00"), (-540, "EUR 960,00"))
    made.cells((40, "28/08/2025"), (120, "Estorno"), (320, "Crédito"), (-440, "EUR 10,00"), (-540, "EUR 970,00"))

    assert proved(made) is is_proved


def test_a_letter_behind_one_signed_figure_is_no_mark_where_no_other_has_one() -> None:
    made = scene("Sample House", kind="Checking account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for label, figure in (("Previous balance", "500.00"), ("New balance", "520.00")):
        made.cells((40, label), (-350, figure))
    made.cells((40, "Date"), (-200, "Amount"), (240, "Description"))
    for day, amount, text in (("01/05/2025", "-100.00", "H"), ("01/15/2025", "70.00", "Birch"), ("01/20/2025", "50.00", "Cedar")):
        made.cells((40, day), (-200, amount), (240, text), *([(260.0, "OTEL")] if text == "H" else []))

    assert amounts(made) == ["-100.00", "70.00", "50.00"]
    assert proved(made)


@pytest.mark.parametrize(("left", "is_mark"), [(300.0, False), (280.0, True)])
def test_a_letter_behind_a_balance_is_no_mark_where_the_words_of_more_rows_begin(left: float, *, is_mark: bool) -> None:
    made = scene("Sample House", kind="Checking account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for label, figure in (("Previous balance", "500.00"), ("New balance", "310.00")):
        made.cells((40, label), (-350, figure))
    made.cells((40, "Date"), (-180, "Amount"), (-260, "Balance"), (300, "Description"))
    made.cells((40, "01/05/2025"), (-180, "-100.00"), (-260, "400.00"), (left, "D"), (315, "VOLUTION"))
    made.cells((40, "01/15/2025"), (-180, "-70.00"), (-260, "330.00"), (300, "Birch"))
    made.cells((40, "01/20/2025"), (-180, "-20.00"), (-260, "310.00"), (300, "Cedar"))

    assert proved(made) is not is_mark


@pytest.mark.parametrize(("first", "second", "is_type"), [(240.0, 240.0, True), (240.0, 260.0, False), (280.0, 280.0, False)])
def test_aligned_letters_are_types_unless_the_text_of_rows_begins_there(first: float, second: float, *, is_type: bool) -> None:
    made = scene("Sample House", kind="Checking account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for label, figure in (("Previous balance", "500.00"), ("New balance", "310.00")):
        made.cells((40, label), (-350, figure))
    made.cells((40, "Date"), (-210, "Amount"), (280, "Description"))
    made.cells((40, "01/05/2025"), (-210, "(100.00)"), (first, "C"), (300, "HECK"))
    made.cells((40, "01/15/2025"), (-210, "(70.00)"), (second, "C"), (300, "OFFEE"))
    made.cells((40, "01/20/2025"), (-210, "(20.00)"), (280, "Birch"))

    assert proved(made) is not is_type


@pytest.mark.parametrize(("marked", "is_type"), [(1, False), (2, True)])
def test_a_lone_letter_among_the_words_is_a_type_only_if_other_rows_have_one(marked: int, *, is_type: bool) -> None:
    made = scene("Sample House", kind="Checking account statement")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for label, figure in (("Previous balance", "500.00"), ("New balance", "690.00")):
        made.cells((40, label), (-350, figure))
    made.cells((40, "Date"), (120, "Description"), (-400, "Paid out"), (-470, "Paid in"), (-545, "Balance"))
    rows = (
        ("01/05/2025", "Alder", "100.00", "600.00"),
        ("01/15/2025", "Birch", "70.00", "670.00"),
        ("01/20/2025", "Cedar", "20.00", "690.00"),
    )
    for place, (day, text, amount, balance) in enumerate(rows):
        made.cells((40, day), (120, text), *([(220.0, "D")] if place < marked else []), (-470, amount), (-545, balance))

    assert proved(made) is not is_type
