"""Pages of a text printer: type of fixed pitch with lines and frames made of characters."""

import pytest

from tests.reading.drawing import account
from tests.reading.making.ink import PLAIN, Text
from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page, proved, statement

LINES = (
    "EXAMPLE BANK    BUSINESS CHECKING : ACCOUNT NO. 63",
    "----------------------------------------------------------------",
    "BALANCE LAST STATEMENT | DEPOSITS | WITHDRAWALS | BALANCE THIS STATEMENT",
    "{opening:>22} |   700.00 |       42.00 | {closing:>22}",
    "------------------- DEPOSITS/CREDITS -----------------------",
    "DATE   AMOUNT    TRANSACTION DESCRIPTION",
    "11-01-2024  300.00   WIRE TRANSFER",
    "11-04-2024  400.00   TELLER DEPOSIT",
    "",
    "---------------- OTHER WITHDRAWALS/DEBITS ------------------",
    "DATE   AMOUNT    TRANSACTION DESCRIPTION",
    "11-05-2024   41.85   POS DEBIT",
    "11-16-2024     .15   ELECTRONIC DEBIT",
)


def printed(*, opening: str = "123.34-OD", closing: str = "534.66") -> Scene:
    made = empty_page()
    for line in LINES:
        place = 40.0
        for word in line.format(opening=opening, closing=closing).split(" "):
            if word:
                made.sheet.write(place, word, font="Courier")
            place += 5.4 * (len(word) + 1)
        made.sheet.down()
    return made


def test_lines_drawn_with_characters_are_no_words() -> None:
    result = statement(printed())

    assert [(line.description, str(line.amount)) for line in result.lines] == [
        ("WIRE TRANSFER", "300.00"),
        ("TELLER DEPOSIT", "400.00"),
        ("POS DEBIT", "-41.85"),
        ("ELECTRONIC DEBIT", "-0.15"),
    ]
    assert result.integrity.holds


@pytest.mark.parametrize("opening", ["123.34-OD", "123.34- OD", "123.34 OD", "123.34-"])
def test_a_minus_and_an_overdraft_mark_are_read_together(opening: str) -> None:
    assert str(statement(printed(opening=opening)).opening_balance) == "-123.34"
    assert statement(printed(opening=opening, closing="781.34")).integrity.holds is False


def test_a_bar_with_none_above_or_below_it_is_a_part_of_the_text() -> None:
    made = printed()
    made.sheet.write(40, "11-17-2024  10.00   SHOP | CAFE", font="Courier")

    assert "|" in statement(made).lines[-1].description


@pytest.mark.parametrize("mark", ["-", "_", "|"])
def test_a_mark_at_the_edge_of_the_page_is_no_text(mark: str) -> None:
    made = account()
    rows = [text.y for text in made.sheet.pages[0]]
    made.sheet.pages[0] += [Text(12, y, mark, 8, PLAIN) for y in rows]

    assert proved(made)
    assert [line.description for line in statement(made).lines] == [line.description for line in statement(account()).lines]
