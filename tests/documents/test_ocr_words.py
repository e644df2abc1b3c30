"""Lines of recognised characters become words on rows; a figure that may be another one is marked as doubtful."""

import numpy as np
import pytest

from reconciliation.documents.child.ocr_words import Character, PrintLine, plain, recognised

WIDTH = 10  # pixels of a character
PAPER = 255


def line(text: str, *, left: int = 10, top: int = 10, sure: float = 1.0) -> PrintLine:
    """Characters side by side; a space is an empty place."""
    places = [(left + WIDTH * index, character) for index, character in enumerate(text)]
    spaces = {index for index, (_, character) in enumerate(places) if character == " "}
    return PrintLine(
        top,
        top + 20,
        [Character(one, x, x + WIDTH, sure, after_space=index - 1 in spaces) for index, (x, one) in enumerate(places) if one != " "],
    )


def picture(*lines: PrintLine) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    drawn = np.full((200, 400, 3), PAPER, np.uint8)
    for one in lines:
        for character in one.characters:
            drawn[int(one.top) + 5 : int(one.bottom) - 5, int(character.x0) : int(character.x1)] = 0
    return drawn


def words(*lines: PrintLine) -> list[str]:
    return [word.text for word in recognised(list(lines), picture(*lines), points=1.0).words]


def uncertain(*lines: PrintLine) -> list[str]:
    return [word.text for word in recognised(list(lines), picture(*lines), points=1.0).uncertain]


def test_words_end_where_a_space_was_recognised() -> None:
    assert words(line("11/03 Rent 12.00")) == ["11/03", "Rent", "12.00"]


def test_words_end_where_the_picture_shows_a_gap_even_if_none_was_recognised() -> None:
    joined = line("11/03")
    joined.characters += line("Rent", left=90).characters

    assert words(joined) == ["11/03", "Rent"]


def test_lines_beside_each_other_are_one_row_from_the_left() -> None:
    lines = [line("9.00", left=200, top=13), line("Rent", top=10), line("Next", top=40)]
    output = recognised(lines, picture(*lines), points=0.5)

    assert [word.text for word in output.words] == ["Rent", "9.00", "Next"]
    assert output.words[0].baseline == output.words[1].baseline < output.words[2].baseline


def test_a_word_reaches_a_little_farther_than_its_ink() -> None:
    (word,) = recognised([line("9.00", left=100)], picture(line("9.00", left=97)), points=0.5).words

    assert (word.x0, word.x1) == pytest.approx((48.5, 68.5), abs=0.5)
    assert (word.x0, word.x1) != (48.5, 68.5)


@pytest.mark.parametrize(
    ("parts", "whole"),
    [("56,667. 55", "56,667.55"), ("142 .95-", "142.95-"), ("56, 524.60", "56,524.60"), ("1. 234 ,56", "1.234,56")],
)
def test_a_figure_that_is_parted_at_its_point_or_comma_is_one_word(parts: str, whole: str) -> None:
    assert words(line(parts)) == [whole]


@pytest.mark.parametrize("text", ["12.00 13.00", "No. 55", "1 234", "3 5.00", "31. 5", "12,    55"])
def test_figures_with_a_gap_between_them_are_several(text: str) -> None:
    assert words(line(text)) == text.split()


@pytest.mark.parametrize("text", ["1.234.56", "1,234,56", "12,3O4.50", "1l.00"])
def test_a_figure_that_reads_like_another_is_doubted(text: str) -> None:
    assert uncertain(line(text)) == [text]


@pytest.mark.parametrize("text", ["1,234.56", "1.234,56-", "(12.00)", "12.03.2025", "1,234,567.00", "A1"])
def test_a_figure_of_one_meaning_is_not(text: str) -> None:
    assert uncertain(line(text)) == []


def test_a_character_that_is_not_sure_makes_its_figure_doubtful_and_no_other_word() -> None:
    assert uncertain(line("12.00", sure=0.6)) == ["12.00"]
    assert uncertain(line("Rent", sure=0.6)) == []


@pytest.mark.parametrize("stroke", ["\u2212", "\u2013", "\u2014", "\u4e00"])
def test_every_dash_is_a_minus_sign(stroke: str) -> None:
    assert plain(stroke) == "-"
