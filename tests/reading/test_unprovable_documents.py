"""Documents whose figures add up and that must not be proved."""

from dataclasses import replace
from decimal import Decimal

import pytest

from reconciliation.reading.reader import read
from tests.reading.scenes import HEAD, PLAIN_HEAD, proofs, scene, statements, table


def test_a_plain_statement_is_proved() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"), ("01/20/2025", "Salary", "", "30.00", "90.00"))
    made.cells((40, "Closing balance"), (-250, "90.00"))

    assert proofs(made) == [True]


def test_the_sum_alone_proves_no_sign_of_a_store_card() -> None:
    made = scene("Sample Store", kind="Your account")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Previous balance"), (-250, "100.00"))
    made.cells((40, "New balance"), (-250, "150.00"))
    made.cells(*PLAIN_HEAD)
    for day, amount in (("01/03/2025", "40.00"), ("01/14/2025", "30.00"), ("01/20/2025", "-20.00")):
        made.cells((40, day), (120, "Garden chairs"), (-470, amount))

    assert True not in proofs(made)


def test_a_card_read_as_a_bank_account_is_not_proved() -> None:
    made = scene("Sample Bank", kind="Credit card statement")
    made.cells((40, "Previous balance"), (-250, "0.00"))
    made.cells((40, "New balance"), (-250, "0.00"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/03/2025"), (120, "Shop"), (-470, "40.00"))
    made.cells((40, "01/20/2025"), (120, "Other"), (-470, "-40.00"))

    assert True not in proofs(made)


def test_a_table_and_its_copy_with_opposite_signs_prove_nothing() -> None:
    made = scene()
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Closing balance"), (-250, "100.00"))
    for heading in ("Deposits", "Withdrawals"):
        made.cells((40, heading), bold=True)
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/03/2025"), (120, "Transfer"), (-470, "40.00"))
        made.cells((40, "01/09/2025"), (120, "Transfer"), (-470, "25.00"))

    assert True not in proofs(made)


def test_two_statements_of_one_account_are_never_one() -> None:
    made = scene()
    for month, opening, closing in (("01", "100.00", "60.00"), ("02", "60.00", "20.00")):
        made.cells((40, "Opening balance"), (-250, opening))
        made.cells(*HEAD)
        table(made, (f"{month}/03/2025", "Rent", "40.00", "", closing))
        made.cells((40, "Closing balance"), (-250, closing), step=30)

    assert [(one.opening_balance, one.closing_balance) for one in statements(made)] == [
        (Decimal("100.00"), Decimal("60.00")),
        (Decimal("60.00"), Decimal("20.00")),
    ]


def test_a_second_document_in_the_file_starts_where_its_first_page_does() -> None:
    made = scene()
    for month, opening, closing in (("01", "100.00", "60.00"), ("02", "60.00", "20.00")):
        made.cells((400, "Page 1 of 2"))
        made.cells(*HEAD)
        made.cells((120, "Balance brought forward"), (-545, opening))
        table(made, (f"{month}/03/2025", "Rent", "40.00", "", closing))
        made.cells((120, "Balance carried forward"), (-545, closing))
        made.sheet.next_page()

    assert len(statements(made)) == 2


def test_a_page_between_two_forward_lines_is_no_statement_of_its_own() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for opening, out, closing in (("100.00", "40.00", "60.00"), ("60.00", "25.00", "35.00"), ("35.00", "5.00", "31.00")):
        made.cells(*HEAD)
        made.cells((120, "Balance brought forward"), (-545, opening))
        table(made, ("01/03/2025", "Rent", out, "", closing))
        made.cells((120, "Balance carried forward"), (-545, closing))
        made.sheet.next_page()

    assert True not in proofs(made)


def test_a_dated_figure_that_no_table_explains_forbids_a_proof() -> None:
    made = scene()
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/03/2025"), (120, "Check"), (-470, "-40.00"))
    made.cells((40, "01/05/2025"), (120, "Unclear"), (-300, "12.00"))
    made.cells((40, "01/09/2025"), (120, "Deposit"), (-470, "15.00"))
    made.cells((40, "Closing balance"), (-250, "75.00"))

    assert proofs(made) == [None]
    assert [row.text for row in statements(made)[0].unread] == ["01/05/2025  Unclear  12.00"]


def test_a_wrong_running_balance_is_named_as_the_first_break() -> None:
    made = scene()
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    table(
        made,
        ("01/03/2025", "Rent", "40.00", "", "60.00"),
        ("01/05/2025", "Food", "10.00", "", "55.00"),
        ("01/20/2025", "Salary", "", "30.00", "80.00"),
    )
    made.cells((40, "Closing balance"), (-250, "80.00"))

    integrity = statements(made)[0].integrity
    assert (integrity.holds, integrity.first_break) == (False, 1)


def test_a_total_that_differs_from_its_rows_forbids_a_proof() -> None:
    made = scene()
    made.cells((40, "Beginning balance"), (-250, "100.00"))
    made.cells((40, "Deposits"), (-250, "77.00"))
    made.cells((40, "Withdrawals"), (-250, "40.00"))
    made.cells((40, "Ending balance"), (-250, "90.00"))
    made.cells(*HEAD[:4])
    table(made, ("01/03/2025", "Rent", "40.00", "", ""), ("01/20/2025", "Salary", "", "30.00", ""))

    assert True not in proofs(made)


def test_no_rows_prove_nothing_unless_the_page_says_so() -> None:
    quiet, silent = scene(), scene()
    for made in (quiet, silent):
        made.cells((40, "Opening balance"), (-250, "100.00"))
        made.cells((40, "Closing balance"), (-250, "100.00"))
    quiet.cells((40, "There were no transactions in this period."))

    assert proofs(silent) == [None]
    assert proofs(quiet) == [True]


def test_a_page_printed_twice_forbids_a_proof() -> None:
    made = scene()
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Closing balance"), (-250, "100.00"))
    made.sheet.next_page()
    made.cells(*HEAD[:4])
    table(made, ("01/03/2025", "Rent", "40.00", "", ""), ("01/20/2025", "Refund of rent", "", "40.00", ""))
    pages = made.sheet.document().pages
    twice = replace(made.sheet.document(), pages=(*pages, replace(pages[1], number=3)))

    assert [one.integrity.holds for one in read(twice).statements] == [None]


def test_a_missing_page_between_rows_forbids_a_proof() -> None:
    made = scene()
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Closing balance"), (-250, "20.00"))
    for page in (1, 2, 3):
        made.cells(*HEAD[:4])
        rows = (
            (("01/20/2025", "Refund", "", "40.00", ""), ("01/21/2025", "Rent", "40.00", "", ""))
            if page == 2
            else ((f"01/{page:02}/2025", "Rent", "40.00", "", ""),)
        )
        table(made, *rows)
        made.cells((400, f"Page {page} of 3"))
        made.sheet.next_page()
    pages = made.sheet.document().pages
    torn = replace(made.sheet.document(), pages=(pages[0], pages[2]))

    assert proofs(made) == [True]
    assert [one.integrity.holds for one in read(torn).statements] == [None]


def test_an_amount_beside_a_month_is_not_swallowed_by_the_date() -> None:
    made = scene()
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/03/2025"), (120, "DUES FOR JAN"), (-470, "2,200.00"))

    assert [line.amount for line in statements(made)[0].lines] == [Decimal("2200.00")]


def test_a_guide_to_statements_is_no_statement() -> None:
    made = scene("How to read your bank statement", kind="A guide")
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"))
    made.cells((40, "Closing balance"), (-250, "60.00"))

    assert statements(made) == ()


def test_thousands_apart_by_a_space_belong_to_the_figure() -> None:
    made = scene("Banque Exemple", kind="Relevé de compte")
    made.cells((40, "Ancien solde"), (230, "1"), (236, "234,56"))
    made.cells((40, "Date"), (120, "Libellé"), (-470, "Montant"))
    made.cells((40, "03/01/2025"), (120, "Loyer"), (-470, "-134,56"))
    made.cells((40, "Nouveau solde"), (230, "1"), (236, "100,00"))

    assert [one.opening_balance for one in statements(made)] == [Decimal("1234.56")]


@pytest.mark.parametrize(("into", "holds"), [("60.00", True), ("70.00", None)])
def test_a_summary_in_two_columns_above_rows_without_headings_binds(into: str, *, holds: bool | None) -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-270, "100.00"), (330, "Money in"), (-545, into))
    made.cells((40, "Money out"), (-270, "40.00"), (330, "Closing balance"), (-545, "120.00"))
    for day, text, amount, balance in (("01/13/2025", "Salary", "60.00", "160.00"), ("01/20/2025", "Rent", "-40.00", "120.00")):
        made.cells((40, day), (120, text), (-470, amount), (-545, balance))

    assert proofs(made) == [holds]


def test_a_row_that_runs_against_the_name_of_its_section_proves_nothing() -> None:
    made = scene(kind="Loan statement")
    made.cells((40, "Statement period 11/01/2019 to 11/30/2019"))
    for name, figure in (("Opening balance", "500.00"), ("Payments and credits", "300.00"), ("Closing balance", "200.00")):
        made.cells((40, name), (-270, figure))
    for section, day, figure in (("Payments and credits", "11/24/2019", "200.00"), ("Fees and interest", "11/14/2019", "100.00")):
        made.cells((40, section), bold=True)
        made.cells((40, day))
        made.cells((40, "Payment received"), (-545, figure))
        made.cells((40, "Total"), (-545, figure), step=20)
    made.cells((40, "Totals year-to-date"), bold=True)
    made.cells((40, "Total fees charged in 2019"), (-430, "15.00"))
    made.cells((40, "Total interest charged in 2019"), (-430, "112.00"))
    made.cells((40, "Interest rates"), bold=True)
    made.cells((40, "11/01/2019"), (-430, "3.25 %"))

    assert True not in proofs(made)


@pytest.mark.parametrize("odd", ["lO.4O", "**.**", "1O,4SO.OO"])
def test_two_figures_that_cannot_be_read_may_be_rows_that_cancel(odd: str) -> None:
    rows = (("01/13/2025", "Salary", "60.00"), ("01/20/2025", "Rent", "-40.00"))
    for unread in ((), (("", "Coffee", f"USD -{odd}"), ("", "Refund", f"USD {odd}"))):
        made = scene()
        made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
        made.cells((40, "Opening balance"), (-270, "100.00"))
        made.cells((40, "Closing balance"), (-270, "120.00"))
        made.cells((40, "Date"), (120, "Description"), (-470, "Amount"))
        for day, text, figure in (*rows[:1], *unread, *rows[1:]):
            made.cells((120, text), (-470, figure), *([(40, day)] if day else []))

        assert proofs(made) == [None if unread else True]


def test_the_name_of_the_column_of_balances_names_no_opening() -> None:
    made = scene(kind="Rekeningafschrift")
    made.cells((40, "Periode van: 05-10-2025 tot en met 04-11-2025"))
    made.cells((40, "Boekdatum"), (120, "Omschrijving"), (-430, "Bedrag EUR"), (-545, "Saldo na mutatie"))
    made.cells((-545, "4.251,63"))
    made.cells((40, "26-10-2025"), (120, "Pakketkosten"), (-430, "-0,17"), (-545, "4.251,46"))
    made.cells((40, "27-10-2025"), (120, "Supermarkt"), (-430, "-1,46"), (-545, "4.250,00"))

    assert True not in proofs(made)


def test_a_page_that_goes_on_with_a_balance_carried_forward_is_no_statement_of_its_own() -> None:
    first = (("", "Opening balance", "", "100.00"), ("01/13/2025", "Salary", "60.00", "160.00"), ("", "Carried forward", "", "160.00"))
    second = (("", "Previous balance", "", "160.00"), ("01/20/2025", "Rent", "-40.00", "120.00"))
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for number, rows in enumerate((first, second)):
        if number:
            made.sheet.next_page()
        made.cells((40, "Account number: 1234567890"), (-545, "Sheet 1 of 1"))
        made.cells((40, "Date"), (120, "Description"), (-430, "Amount"), (-545, "Balance"))
        for row in rows:
            made.cells(*[(place, text) for place, text in zip((40, 120, -430, -545), row, strict=True) if text])

    assert not any(one.integrity.holds or one.integrity.rows_follow for one in statements(made)[1:])
