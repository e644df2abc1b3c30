"""Every account of a file is told apart: its number, its kind, its bank; and where the words came from."""

from dataclasses import replace

import pytest

from reconciliation.reading.reader import read
from tests.reading.making.scene import Scene
from tests.reading.test_traps import PLAIN_HEAD, scene, statements


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


@pytest.mark.parametrize(("sources", "told"), [(("text", "text"), "text"), (("ocr", "ocr"), "ocr"), (("text", "ocr"), "mixed")])
def test_a_reading_says_where_its_words_came_from(sources: tuple[str, str], told: str) -> None:
    document = two_accounts(("Checking account",), ("Savings account",), second_bank="Second Sample Bank").sheet.document()
    pages = tuple(replace(page, source=source) for page, source in zip(document.pages, sources, strict=True))

    assert read(replace(document, pages=pages)).source == told
