"""Accounts of a file are distinguished by number, kind and bank, and their evidence names the source of the words."""

from dataclasses import replace
from decimal import Decimal

import pytest

from reconciliation.reading.reader import read
from reconciliation.reading.vocabulary.phrases import direction
from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, PLAIN_HEAD, empty_page, proofs, scene, statement, statements, table, text_page


def two_accounts(*headings: tuple[str, ...], second_bank: str = "") -> Scene:
    """Two accounts, each under its own rows of heading; the second on a page of another bank where one is named."""
    made = scene("First Sample Bank")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for number, heading in enumerate(headings):
        if number and second_bank:
            made.sheet.next_page()
            made.cells((40, second_bank), bold=True, size=15, step=24)
        for words in heading:
            made.cells((40, words), bold=True)
        made.cells((40, "Opening balance"), (-250, f"{number + 1}00.00"))
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/09/2025"), (120, "Card payment"), (-470, "-40.00"))
        made.cells((40, "Closing balance"), (-250, f"{number}60.00" if not number else "160.00"))
    return made


@pytest.mark.parametrize(
    "headings",
    [
        (("Checking account", "Account number: 1110001"), ("Savings account", "Account number: 2220002")),
        (("Checking 1110001",), ("Savings 2220002",)),
    ],
)
def test_each_account_of_a_file_has_its_own_number_and_kind(headings: tuple[tuple[str, ...], ...]) -> None:
    first, second = statements(two_accounts(*headings))

    assert (first.account_hint, first.account_kind) == ("1110001", "checking")
    assert (second.account_hint, second.account_kind) == ("2220002", "savings")


def test_an_account_on_pages_of_another_bank_is_that_banks() -> None:
    made = two_accounts(("Checking account",), ("Savings account",), second_bank="Second Sample Bank")

    assert [one.institution for one in statements(made)] == ["First Sample Bank", "Second Sample Bank"]


def listed(*names: str) -> Scene:
    """Return two savings accounts whose numbers are hidden alike and differ only in a list of all accounts."""
    made = scene("First Sample Bank")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Account"), (200, "Number"), (-350, "Opening balance"), (-470, "Closing balance"), bold=True)
    for name, opening, closing in zip(names, ("100.00", "200.00"), ("60.00", "160.00"), strict=True):
        made.cells((40, name), (200, "xxxx1234"), (-350, opening), (-470, closing))
    for name, opening, closing in zip(names, ("100.00", "200.00"), ("60.00", "160.00"), strict=True):
        made.sheet.next_page()
        made.cells((40, name), bold=True, size=15, step=24)
        made.cells((40, "Account number: xxxx1234"))
        made.cells((40, "Opening balance"), (-250, opening))
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/09/2025"), (120, "Card payment"), (-470, "-40.00"))
        made.cells((40, "Closing balance"), (-250, closing))
    return made


def test_accounts_are_named_as_the_list_of_all_accounts_names_those_balances() -> None:
    result = statements(listed("Rainy Day Savings", "Holiday Savings"))

    assert [one.account_hint for one in result] == ["Rainy Day Savings XXXX1234", "Holiday Savings XXXX1234"]
    assert [one.integrity.holds for one in result] == [True, True]


def test_an_account_is_not_its_bank() -> None:
    result = statements(listed("Rainy Day Savings", "Holiday Savings"))

    assert {one.institution for one in result} == {"First Sample Bank"}


@pytest.mark.parametrize("words", ["Total", "Closing balance", "0001"])
def test_a_sum_or_a_label_is_no_name(words: str) -> None:
    made = two_accounts(("Account number: 1110001",), ("Account number: 2220002",))
    made.cells((40, words), (-350, "100.00"), (-470, "60.00"))

    assert statements(made)[0].account_hint == "1110001"


@pytest.mark.parametrize(("sources", "expected"), [(("text", "text"), "text"), (("ocr", "ocr"), "ocr"), (("text", "ocr"), "mixed")])
def test_a_reading_says_where_its_words_came_from(sources: tuple[str, str], expected: str) -> None:
    document = two_accounts(("Checking account",), ("Savings account",), second_bank="Second Sample Bank").sheet.document()
    pages = tuple(replace(page, source=source) for page, source in zip(document.pages, sources, strict=True))

    assert read(replace(document, pages=pages)).source == expected


def test_the_head_of_the_page_on_which_the_next_card_account_begins_is_its_own() -> None:
    made = empty_page()
    for month, balances, row in (("1/31/2024", ("100.00", "101.00"), False), ("2/29/2024", ("101.00", "102.00"), True)):
        for words in ("Sample Example Bank", "Credit Card Statement", "Card number: XXXX XXXX XXXX 0000", f"Statement date: {month}"):
            made.cells((40, words))
        made.cells((40, "Opening balance"), (-555, balances[0]))
        made.cells((40, "Closing balance"), (-555, balances[1]))
        made.cells((40, "Date"), (90, "Description"), (-555, "Amount"))
        if row:
            made.cells((40, "2/21"), (90, "ONLINE BOOKS"), (-555, "1.00"))
        made.sheet.next_page()

    assert [one.opening_balance for one in statements(made)] == [-100, -101]
    assert [one.account_kind for one in statements(made)] == ["credit_card", "credit_card"]


def test_the_title_of_a_credit_card_is_no_heading_of_credits() -> None:
    assert direction("credit card statement") == 0
    assert direction("credits") == 1


def test_a_summary_below_an_open_table_tells_the_next_accounts_two_balances() -> None:
    made = scene()
    for month, opening, closing in (("01/01/2025 to 01/31/2025", "100.00", "60.00"), ("02/01/2025 to 02/28/2025", "60.00", "20.00")):
        made.cells((40, f"Statement period {month}"))
        made.cells((40, "Previous balance"), (-300, opening), (330, "New balance"), (-545, closing))
        made.cells(*PLAIN_HEAD, (-545, "Balance"))
        made.cells((40, f"{month[:2]}/09/2025"), (120, "Card payment"), (-470, "-40.00"), (-545, closing))

    assert [(one.opening_balance, one.closing_balance) for one in statements(made)] == [
        (Decimal(100), Decimal(60)),
        (Decimal(60), Decimal(20)),
    ]


def test_the_earlier_of_two_dated_balances_opens_also_with_days_behind() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Date"), (-150, "Amount"), (-230, "Balance"), (260, "Description"))
    made.cells((-230, "60.00"), (260, "Balance at 01/31/2025"))
    made.cells((40, "01/09/2025"), (-150, "-40.00"), (-230, "60.00"), (260, "Card payment"))
    made.cells((-230, "100.00"), (260, "Balance at 01/01/2025"))

    (result,) = statements(made)
    assert (result.opening_balance, result.closing_balance) == (Decimal(100), Decimal(60))


def test_the_number_of_a_listed_account_over_its_rows_needs_no_name() -> None:
    made = scene("First Sample Bank")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Account"), (200, "Number"), (-350, "Opening balance"), (-470, "Closing balance"), bold=True)
    accounts = (("Free Up", "38-9012-0123456-00", "100.00", "60.00"), ("On Call", "38-9012-0123456-01", "200.00", "160.00"))
    for name, number, opening, closing in accounts:
        made.cells((40, name), (200, number), (-350, opening), (-470, closing))
    for name, number, opening, closing in accounts:
        made.cells((40, f"{name}  {number}"), bold=True)
        made.cells((40, "Opening balance"), (-250, opening))
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/09/2025"), (120, "Card payment"), (-470, "-40.00"))
        made.cells((40, "Closing balance"), (-250, closing))

    assert [(one.closing_balance, one.integrity.holds) for one in statements(made)] == [(Decimal(60), True), (Decimal(160), True)]


def test_a_balance_brought_forward_under_another_number_begins_another_account() -> None:
    made = scene("First Sample Bank")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"), (-545, "Page 1 of 1"))
    for number in ("120-123456-0", "271-98765-4"):
        made.cells((40, "Sample account"), (200, number), (-470, "61.00"))
    for number, opening, closing in (("120-123456-0", "100.00", "60.00"), ("271-98765-4", "200.00", "160.00")):
        made.cells(*HEAD)
        made.cells((40, "Sample account"), (300, f"Account No. {number}"))
        made.cells((120, "Balance Brought Forward"), (-545, f"SGD {opening}"))
        table(made, ("01/19/2025", "Card payment", "40.00", "", closing))
        made.cells((120, "Total Balance Carried Forward:"), (-400, "40.00"), (-545, f"SGD {closing}"))

    assert [(one.opening_balance, one.integrity.holds) for one in statements(made)] == [(Decimal(100), True), (Decimal(200), True)]


@pytest.mark.parametrize(("name", "holds"), [("Sparkonto", True), ("Konto", None)])
def test_an_account_without_rows_is_held_where_its_own_name_says_so(name: str, holds: bool | None) -> None:
    made = text_page("Auszug", f"{name} 206-312456", "Zeitraum 01.01.2025 - 31.03.2025", left=40)
    made.cells((40, "Datum"), (120, "Text"), (-400, "Belastung"), (-470, "Gutschrift"), (-545, "Saldo"))
    made.cells((120, "Anfangssaldo"), (-545, "20'150.00"))
    made.cells((120, "Keine Bewegungen in der Berichtsperiode"))
    made.cells((120, "Schlusssaldo"), (-545, "20'150.00"))

    result = statement(made)
    assert (result.opening_balance, result.integrity.holds) == (Decimal(20150), holds)


def test_accounts_that_are_only_brought_forward_are_not_one_twice() -> None:
    made = scene("First Sample Bank")
    made.cells((40, "Page 1 of 1"))
    for opening, closing in (("100.00", "60.00"), ("200.00", "160.00")):
        made.cells(*HEAD)
        made.cells((40, "01 Jan 2025"), (120, "B/F BALANCE"), (-545, opening))
        table(made, ("19 Jan 2025", "Card payment", "40.00", "", closing))
        made.cells((40, "31 Jan 2025"), (120, "Closing balance"), (-545, closing))

    assert [(one.opening_balance, one.integrity.holds) for one in statements(made)] == [(Decimal(100), True), (Decimal(200), True)]


@pytest.mark.parametrize("savings", ["Savings 2220002", "Holiday Club 2220002"])
def test_a_savings_account_without_rows_beside_one_with_rows_is_proved(savings: str) -> None:
    made = scene("First Sample Bank", kind="Your accounts")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for name, rows, closing in (
        ("Checking 1110001", [("01/19", "Card payment", "40.00", "", "60.00")], "60.00"),
        (savings, [], "5.00"),
    ):
        made.cells((40, name), bold=True)
        made.cells(*HEAD)
        made.cells((40, "01/01"), (120, "Beginning Balance"), (-545, "100.00" if rows else "5.00"))
        table(made, *rows)
        if not rows:
            made.cells((120, "No transactions this period"))
        made.cells((40, "01/31"), (120, "Ending Balance"), (-545, closing))

    assert proofs(made) == [True, True]


def test_the_sums_of_a_list_of_all_accounts_are_no_balance_of_the_first() -> None:
    made = text_page("Sample Bank", "Combined statement", "January 1, 2026 to January 31, 2026")
    accounts = (("00001111", "600.00", "560.00", "-40.00"), ("00002222", "900.00", "880.00", "-20.00"))
    made.cells((40, "Account name"), (200, "Account number"), (-400, "Beginning balance"), (-545, "Ending balance"))
    for number, opening, closing, _ in accounts:
        made.cells((40, "Checking"), (200, number), (-400, opening), (-545, closing))
    made.cells((40, "Total balance"), (-400, "1,500.00"), (-545, "1,440.00"), step=26)
    for number, opening, closing, amount in accounts:
        made.cells((40, "Checking"), step=13)
        made.cells((40, "Account number"), (-250, number))
        made.cells((40, "Date"), (120, "Description"), (-470, "Amount"), (-545, "Balance"))
        made.cells((40, "01/01/2026"), (120, "Beginning balance"), (-545, opening))
        made.cells((40, "01/15/2026"), (120, "Transfer"), (-470, amount), (-545, closing))
        made.cells((40, "01/31/2026"), (120, "Ending balance"), (-545, closing), step=26)

    assert proofs(made) == [True, True]
