"""Where one account of a file ends and the next begins, and what a list of all accounts tells of each."""

from decimal import Decimal

import pytest

from reconciliation.reading.statement import PrintedStatement
from tests.reading.making.scene import Scene
from tests.reading.test_traps import HEAD, PLAIN_HEAD, proofs, scene, statements, table

FIRST, SECOND = ("Everyday account", "1110001"), ("Holiday account", "2220002")


def listed(made: Scene, *accounts: tuple[tuple[str, str], str, str]) -> None:
    """A list of all accounts: name and number, opening, closing."""
    made.cells((40, "Your accounts at a glance"), bold=True)
    made.cells((40, "Account"), (-380, "Opening balance"), (-520, "Closing balance"))
    for (name, number), opening, closing in accounts:
        made.cells((40, f"{name} {number}"), (-380, opening), (-520, closing))


def rows(made: Scene, account: tuple[str, str], *amounts: str, period: str = "Statement period 01/01/2025 to 01/31/2025") -> None:
    """An account without a balance of its own."""
    name, number = account
    made.cells((40, name), bold=True)
    made.cells((40, f"Account number: {number}"))
    made.cells((40, period))
    made.cells(*PLAIN_HEAD)
    for day, amount in enumerate(amounts, 3):
        made.cells((40, f"01/{day:02}/2025"), (120, "Card payment"), (-470, amount))


def ends(found: tuple[PrintedStatement, ...]) -> list[tuple[str | None, Decimal | None, Decimal | None, int]]:
    return [(one.account_hint, one.opening_balance, one.closing_balance, len(one.lines)) for one in found]


def test_a_list_of_accounts_tells_the_balances_of_each() -> None:
    made = scene()
    listed(made, (FIRST, "100.00", "60.00"), (SECOND, "7.00", "2.00"))
    rows(made, FIRST, "-30.00", "-10.00")
    rows(made, SECOND, "-5.00")

    assert ends(statements(made)) == [
        (f"{FIRST[0]} {FIRST[1]}", Decimal("100.00"), Decimal("60.00"), 2),
        (f"{SECOND[0]} {SECOND[1]}", Decimal("7.00"), Decimal("2.00"), 1),
    ]


def test_an_account_that_only_the_list_names_is_told() -> None:
    made = scene()
    listed(made, (FIRST, "100.00", "60.00"), (SECOND, "7.00", "7.00"))
    rows(made, FIRST, "-30.00", "-10.00")

    assert [one.opening_balance for one in statements(made)] == [Decimal("100.00"), Decimal("7.00")]


def test_a_list_that_tells_another_balance_than_the_account_forbids_a_proof() -> None:
    made = scene()
    listed(made, (FIRST, "100.00", "65.00"), (SECOND, "7.00", "2.00"))
    for (name, number), opening, out, closing in ((FIRST, "100.00", "40.00", "60.00"), (SECOND, "7.00", "5.00", "2.00")):
        made.cells((40, name), bold=True)
        made.cells((40, f"Account number: {number}"))
        made.cells((40, "Opening balance"), (-250, opening))
        made.cells(*HEAD)
        table(made, ("01/03/2025", "Rent", out, "", closing))
        made.cells((40, "Closing balance"), (-250, closing))

    assert proofs(made)[0] is None


def test_another_number_with_its_period_begins_an_account() -> None:
    made = scene()
    rows(made, FIRST, "-30.00", "-10.00")
    rows(made, SECOND, "-5.00")

    assert [len(one.lines) for one in statements(made)] == [2, 1]


def test_the_numbers_of_a_holders_cards_between_the_rows_begin_none() -> None:
    made = scene(kind="Credit card statement")
    made.cells((40, "Account number: 5559990"))
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Previous balance"), (-250, "10.00"))
    made.cells((40, "New balance"), (-250, "55.00"))
    for number, amount in (("1110001", "40.00"), ("2220002", "5.00")):
        made.cells((40, f"Card number ending {number}"))
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/03/2025"), (120, "Shop"), (-470, amount))

    assert [len(one.lines) for one in statements(made)] == [2]


@pytest.mark.parametrize("page", ["Page 1 of 1", ""])
def test_two_months_in_which_nothing_happened_are_two_statements(page: str) -> None:
    made = scene()
    for month, days in (("01", 31), ("02", 28)):
        made.cells((40, page or "Sample Bank"))
        made.cells((40, "Account number: 1110001"))
        made.cells((40, f"Statement period {month}/01/2025 to {month}/{days}/2025"))
        made.cells((40, "Opening balance"), (-250, "100.00"))
        made.cells((40, "No transactions this period."))
        made.cells((40, "Closing balance"), (-250, "100.00"))
        made.sheet.next_page()

    assert [one.period_start.month for one in statements(made) if one.period_start] == [1, 2]


def test_a_forward_line_below_a_number_that_every_page_repeats_begins_no_account() -> None:
    made = scene()
    made.cells((40, "Account number: 1110001"))
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*HEAD)
    made.cells((40, "01/31/2025"), (120, "Closing balance"), (-545, "50.00"))
    table(made, ("01/30/2025", "Rent", "10.00", "", "50.00"), ("01/20/2025", "Rent", "20.00", "", "60.00"))
    made.cells((120, "Carried forward"), (-545, "80.00"))
    made.sheet.next_page()
    made.cells((40, "Sample Bank, account number: 1110001"))
    made.cells(*HEAD)
    made.cells((120, "Previous balance"), (-545, "80.00"))
    table(made, ("01/10/2025", "Salary", "", "30.00", "80.00"))
    made.cells((40, "01/01/2025"), (120, "Previous balance"), (-545, "50.00"))

    assert [(len(one.lines), one.integrity.holds) for one in statements(made)] in ([(3, None)], [(3, True)])


def test_rows_without_a_head_leave_the_account_above_them_unproved() -> None:
    made = scene()
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"))
    made.cells((40, "Closing balance"), (-250, "60.00"))
    made.sheet.next_page()
    made.cells((400, "Page 1 of 1"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/09/2025"), (120, "Card payment"), (-470, "-5.00"))
    made.cells((40, "01/12/2025"), (120, "Refund"), (-470, "5.00"))

    assert True not in proofs(made)


def test_what_is_owed_stands_without_a_sign_above_the_rows_and_in_the_column_of_debits_among_them() -> None:
    made = scene(kind="Credit card statement")
    made.cells((40, "Previous balance"), (-250, "10.00"))
    made.cells((40, "New balance"), (-250, "50.00"))
    made.cells(*HEAD[:4])
    made.cells((120, "Previous balance"), (-400, "10.00"))
    table(made, ("01/03/2025", "Shop", "40.00", "", ""))
    made.cells((120, "New balance"), (-400, "50.00"))

    assert [(one.account_kind, len(one.lines)) for one in statements(made)] == [("credit_card", 1)]


def test_a_statement_without_balances_may_say_that_nothing_happened() -> None:
    made = scene(kind="Account statement")
    made.cells((40, "Account number: 1110001"))
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "No transactions this period."))

    assert [(len(one.lines), one.integrity.holds) for one in statements(made)] == [(0, None)]


def test_two_files_of_one_page_each_are_two_statements_by_their_page_numbers() -> None:
    made = scene()
    for closing in ("60.00", "20.00"):
        made.cells((400, "1 of 1"))
        made.cells(*HEAD)
        table(made, ("01/03/2025", "Rent", "40.00", "", closing))
        made.sheet.next_page()

    assert len(statements(made)) == 2


def test_a_summary_of_two_names_a_line_below_another_account_takes_each_figure_by_its_own_name() -> None:
    made = scene()
    for month, opening, out, closing in (("01", "100.00", "40.00", "60.00"), ("02", "60.00", "25.00", "35.00")):
        made.cells((40, f"Statement period {month}/01/2025 to {month}/28/2025"))
        made.cells((40, "Opening balance"), (-250, opening), (330, "Withdrawals"), (-545, out))
        made.cells((40, "Closing balance"), (-250, closing))
        made.cells(*HEAD)
        table(made, (f"{month}/03/2025", "Rent", out, "", closing))

    assert [(one.opening_balance, one.closing_balance) for one in statements(made)] == [
        (Decimal("100.00"), Decimal("60.00")),
        (Decimal("60.00"), Decimal("35.00")),
    ]


def newest_first(*, last_page: str) -> Scene:
    """Two pages of rows from the last day to the first, the opening brought forward below the last of them."""
    made = scene()
    made.cells((40, "Account number: 1110001"))
    made.cells((450, "Page 1 of 2"))
    made.cells(*HEAD)
    made.cells((120, "Closing balance"), (-545, "50.00"))
    table(made, ("01/30/2025", "Rent", "10.00", "", "50.00"), ("01/20/2025", "Rent", "20.00", "", "60.00"))
    made.cells((120, "Carried forward"), (-545, "80.00"))
    made.sheet.next_page()
    made.cells((450, last_page))
    made.cells(*HEAD)
    made.cells((120, "Brought forward"), (-545, "80.00"))
    table(made, ("01/10/2025", "Salary", "", "30.00", "80.00"))
    made.cells((120, "Brought forward"), (-545, "50.00"))
    return made


@pytest.mark.parametrize(("last_page", "holds"), [("Page 2 of 2", True), ("Page 2 of 3", None)])
def test_where_the_newest_row_comes_first_the_balance_below_all_rows_opens(last_page: str, holds: bool | None) -> None:
    (found,) = statements(newest_first(last_page=last_page))

    assert (found.opening_balance, found.closing_balance, found.integrity.holds) == (Decimal(50), Decimal(50), holds)


def test_the_day_above_a_carried_balance_is_that_of_the_first_row_below_the_next_head() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*HEAD)
    made.cells((120, "Opening balance"), (-545, "100.00"))
    table(made, ("01/03/2025", "Rent", "10.00", "", "90.00"))
    made.cells((120, "Carried forward"), (-545, "90.00"))
    made.sheet.next_page()
    made.cells((40, "Sample Bank, account number: 1110001"))
    made.cells(*HEAD)
    made.cells((120, "Brought forward"), (-545, "90.00"))
    table(made, ("", "Shop", "5.00", "", "85.00"), ("01/04/2025", "Shop", "5.00", "", "80.00"))
    made.cells((120, "Closing balance"), (-545, "80.00"))

    (found,) = statements(made)
    assert [line.date.day for line in found.lines if line.date] == [3, 3, 4]


def test_a_title_may_name_the_account_below_the_number_of_the_customer() -> None:
    made = scene()
    for name, number in (FIRST, SECOND):
        made.cells((40, f"{name} statement"), bold=True)
        made.cells((40, "Klantnummer: 404433676"))
        made.cells((40, f"Account number: {number}"))
        made.cells(*HEAD)
        table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"))

    assert [one.account_hint for one in statements(made)] == [FIRST[1], SECOND[1]]


def test_a_loan_on_the_next_page_is_titled_above_what_looks_like_a_row_of_the_first() -> None:
    made = scene(kind="For your files")
    for month, opening, closing in (("May", "500.00", "410.00"), ("June", "410.00", "320.00")):
        made.cells((40, "Loan statement"), bold=True)
        made.cells((40, "12 SAMPLE STREET"))
        made.cells((40, "Account number: 1110001"))
        made.cells((40, f"Statement date: {month} 28, 2025"))
        made.cells((40, "Opening balance"), (-250, opening))
        made.cells((40, "Closing balance"), (-250, closing))
        made.cells((40, "Date"), (120, "Description"), (-400, "Amount"), (-470, "Balance"))
        made.cells((40, f"{month} 2025"))
        made.cells((40, "4"), (120, "Instalment received"), (-400, "-90.00"), (-470, closing))
        made.sheet.next_page()

    assert [[line.amount for line in one.lines] for one in statements(made)] == [[Decimal(90)], [Decimal(90)]]


def test_an_opening_below_an_accounts_only_row_is_its_own_where_the_closing_stands_above_it() -> None:
    made = scene()
    for number, closing, opening in (("Page 1 of 1", "50.00", "60.00"), ("Page 1 of 1", "40.00", "50.00")):
        made.cells((450, number))
        made.cells((40, "Account number: 1110001"))
        made.cells(*HEAD)
        made.cells((120, "Closing balance"), (-545, closing))
        table(made, ("01/10/2025", "Rent", "10.00", "", closing))
        made.cells((120, "Opening balance"), (-545, opening))
        made.sheet.next_page()

    assert [(one.opening_balance, one.closing_balance) for one in statements(made)] == [
        (Decimal("60.00"), Decimal("50.00")),
        (Decimal("50.00"), Decimal("40.00")),
    ]


POT = (
    (
        "Everyday",
        "IBAN: DE27 1001 1001 2620 7787 04",
        (("01/03/2025", "Groceries", "-30.00"), ("01/04/2025", "Salary", "90.00")),
        "100.00",
        "160.00",
    ),
    ("Pot Holidays", "IBAN: DE27 1001 1001 2620 7787 04", (("01/08/2025", "From everyday", "5.00"),), "7.00", "12.00"),
)


def test_balances_below_the_rows_of_each_account_are_its_own() -> None:
    made = scene()
    for name, number, lines, opening, closing in POT:
        made.cells((40, name), bold=True)
        made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
        made.cells(*PLAIN_HEAD)
        for day, words, amount in lines:
            made.cells((40, day), (120, words), (-470, amount))
        made.cells((40, number))
        made.sheet.next_page()
        made.cells((40, "Opening balance"), (-470, opening))
        made.cells((40, "Closing balance"), (-470, closing))
        made.sheet.next_page()

    assert [one[1:] for one in ends(statements(made))] == [(Decimal(100), Decimal(160), 2), (Decimal(7), Decimal(12), 1)]
    assert True in proofs(made)


def test_the_last_day_of_a_period_below_another_table_is_no_row_that_waits_for_its_figure() -> None:
    made = scene()
    for _, number in (FIRST, SECOND):
        made.cells((40, "Account statement"), bold=True)
        made.cells((40, f"Account number: {number}"))
        made.cells((40, "From: 01/01/2025"))
        made.cells((40, "To: 01/31/2025"))
        made.cells((40, "Available balance"), (-470, "560.00"))
        made.cells((40, "Opening balance"), (-470, "100.00"))
        made.cells((40, "Closing balance"), (-470, "60.00"))
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/03/2025"), (120, "Check 1636"), (-470, "-40.00"))
        made.cells((40, "Summary of checks written"))
        made.cells((40, "Check no."), (120, "Date"), (-470, "Amount"))
        made.cells((40, "1636"), (120, "01/03/2025"), (-470, "40.00"))

    assert [[line.amount for line in one.lines] for one in statements(made)] == [[-40], [-40]]
