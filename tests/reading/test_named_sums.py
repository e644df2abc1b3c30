"""A figure named as a sum or a count must match the rows in any wording and place; otherwise nothing is proved."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, proofs, scene, statement, table

ROWS = (
    ("01/03/2025", "Rent", "40.00", "", "60.00"),
    ("01/20/2025", "Salary", "", "30.00", "90.00"),
    ("01/22/2025", "Refund", "", "20.00", "110.00"),
)


def account(*cells: str, above: bool) -> Scene:
    """An account with 50.00 in, 40.00 out and three rows, with one more line above or below them."""
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Closing balance"), (-250, "110.00"))
    line = [(place, text) for place, text in zip((40, -250), cells, strict=False)]
    if above:
        made.cells(*line, step=26)
    made.cells(*HEAD)
    table(made, *ROWS)
    if not above:
        made.sheet.down(20)
        made.cells(*line)
    return made


@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize(
    ("words", "right"),
    [
        *((words, "50.00") for words in ("Receipts this period", "Somme au crédit", "Abonos", "Einnahmen", "Money in", "Sum of credits")),
        *((words, "50.00") for words in ("Total credits posted to this account", "Your deposits came to", "Cash in", "Inflow")),
        *((words, "50.00") for words in ("Money that came in", "Sum of everything paid into your account", "You received")),
        *((words, "50.00") for words in ("Habenumsatz", "Gutschriften insgesamt", "Vos entrées du mois", "Total haber", "Totaal inkomend")),
        *((words, "40.00") for words in ("Paid out", "Total of debit entries", "Ausgaben", "Umsatz im Soll", "Money that went out")),
        *((words, "10.00") for words in ("Net change", "Net movement for the period")),
    ],
)
def test_a_figure_named_as_a_sum_is_that_of_the_rows(words: str, right: str, *, above: bool) -> None:
    assert proofs(account(words, right, above=above)) == [True]
    assert True not in proofs(account(words, "1,750.00", above=above))


@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize(
    ("words", "right"),
    [
        *((words, "100.00") for words in ("Balance on your last statement", "Alter Saldo", "Ancien solde", "You started with")),
        *((words, "110.00") for words in ("Final position", "Guthaben am 31.01.2025", "Votre solde", "Your money on 31 January 2025")),
        *(
            (words, "90.00")
            for words in ("Balance on 20 January 2025", "End of day balance 20 January 2025", "Tagessalden 20 January 2025")
        ),
        *((words, "60.00") for words in ("Lowest balance", "Niedrigster Saldo im Zeitraum")),
        *((words, "40.00") for words in ("Largest payment", "Biggest withdrawal")),
        *((words, "10.00") for words in ("Change over the period", "Veränderung im Zeitraum")),
    ],
)
def test_a_balance_in_unknown_words_must_be_one_that_the_rows_reach(words: str, right: str, *, above: bool) -> None:
    assert proofs(account(words, right, above=above)) == [True]
    assert True not in proofs(account(words, "1,750.00", above=above))


@pytest.mark.parametrize(("figure", "proof"), [("90.00", True), ("95.00", None)])
def test_a_list_of_days_below_a_name_for_balances_holds_the_balances_of_its_days(figure: str, *, proof: bool | None) -> None:
    made = account("Total deposits", "50.00", above=True)
    made.cells((40, "Total withdrawals"), (-250, "40.00"), step=26)
    for cells in (("Balances by day",), ("01/03/2025", "60.00"), ("01/20/2025", figure)):
        made.cells(*zip((40, -250), cells, strict=False))

    assert statement(made).integrity.holds is proof


@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize(
    ("words", "right"),
    [
        *((words, "3") for words in ("{} transactions", "Transactions {}", "Number of transactions: {}", "Transaction count {}")),
        *((words, "3") for words in ("A total of {} transactions were posted", "Entries on this statement: {}", "Anzahl Buchungen: {}")),
        *((words, "3") for words in ("Nombre d'opérations : {}", "{} opérations", "Nº de movimientos {}")),
        *((words, "3") for words in ("Stückzahl {}", "{} Umsätze im Zeitraum", "{} opérations ce mois")),
        *(
            (words, "2")
            for words in ("You received {} deposits", "Debits: 1 Credits: {}", "Deposits ({})", "Number of deposits: {}", "Credit count {}")
        ),
    ],
)
def test_a_number_of_rows_is_that_of_the_rows(words: str, right: str, *, above: bool) -> None:
    assert proofs(account(words.format(right), above=above)) == [True]
    assert True not in proofs(account(words.format(7), above=above))


@pytest.mark.parametrize("words", ["There were {} transactions", "{} entries in this period"])
def test_a_number_of_rows_is_read_from_a_word(words: str) -> None:
    assert proofs(account(words.format("three"), above=True)) == [True]
    assert True not in proofs(account(words.format("seven"), above=True))


@pytest.mark.parametrize(
    "cells",
    [
        ("Credit limit", "500.00"),
        ("Deposits this year", "1,750.00"),
        ("Average of deposits", "12.00"),
        ("Payment", "25.00"),
        ("The first 7 transactions are free",),
        ("Pending deposits", "77.00"),
        ("Income last month", "1,750.00"),
        ("Umsätze in EUR", "90.00"),
        ("Minimum daily balance", "50.00"),
        ("Balance of the savings pot", "12.00"),
        ("Balance on 31 December 2023", "77.00"),
        ("A balance of $500.00 or more avoids the fee",),
    ],
)
def test_a_figure_of_something_else_forbids_nothing(cells: tuple[str, ...]) -> None:
    assert proofs(account(*cells, above=True)) == [True]


@pytest.mark.parametrize(("charges", "proof"), [("8.00", True), ("9.00", None)])
def test_a_summary_may_split_a_side_into_parts_between_its_balances(charges: str, *, proof: bool | None) -> None:
    made = scene()
    summary = (("Beginning balance", "100.00"), ("Deposits & credits", "30.00"), ("Less checks & debits", "32.00"))
    for label, figure in (*summary, ("Less service charges", charges), ("Ending balance", "90.00")):
        made.cells((40, label), (-250, figure))
    made.cells(*HEAD)
    table(made, ("01/13/2025", "Rent", "40.00", "", ""), ("01/24/2025", "Salary", "", "30.00", ""))
    made.cells((-400, "30"), (-470, "3"))

    assert statement(made).integrity.holds is proof
