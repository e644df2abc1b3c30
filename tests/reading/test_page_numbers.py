"""Page numbers in any wording reveal a missing page."""

import pytest

from reconciliation.reading.document.paper import numbers_of
from reconciliation.reading.reader import scan
from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page

OF_SEVERAL = ("Sivu {}/3", "Strana {} z 3", "{}. oldal / 3", "Pagina {} din 3", "- {} - (3)", "p. {} / 3", "Sel. {} apo 3", "{} of 3 pages")
ALONE = ("#{}", "Blatt-Nr. {}", "This is page {} of your statement")


def numbers(first: str, last: str) -> dict[int, tuple[int, int]]:
    """The numbers of two pages, the second of which has fewer lines above its number."""
    made: Scene = empty_page()
    for lines, number in ((("First Example Bank", "Account statement"), first), (("First Example Bank",), last)):
        for line in (*lines, number):
            made.cells((50.0, line))
        made.cells((50.0, "Date"), (120.0, "Description"), (-470.0, "Amount"))
        made.cells((50.0, "05/01/2026"), (120.0, "Card payment #3"), (-470.0, "-7.00"))
        made.sheet.next_page()
    return numbers_of(scan(made.sheet.document()).printed)


@pytest.mark.parametrize("words", [*OF_SEVERAL, "{}/3"])
def test_a_number_of_several_is_known_in_the_words_of_many_languages(words: str) -> None:
    assert numbers(words.format(1), words.format(3)) == {1: (1, 3), 2: (3, 3)}


@pytest.mark.parametrize("words", ALONE)
def test_a_number_alone_is_known(words: str) -> None:
    assert numbers(words.format(1), words.format(3)) == {1: (1, 0), 2: (3, 0)}


def test_letters_and_the_pages_before_and_behind_are_numbers_too() -> None:
    assert numbers("Sheet A", "Sheet C") == {1: (1, 0), 2: (3, 0)}
    assert numbers("Continued on page 2", "Continued from page 2") == {1: (1, 0), 2: (3, 0)}


def test_words_that_only_mention_a_page_number_nothing() -> None:
    assert numbers("See page 4 for our terms", "Your offer, page 7 of the leaflet") == {}
