"""Words in spaced letters."""

from itertools import pairwise

import pytest

from reconciliation.documents.pages import Page, Word
from reconciliation.reading.headings.headers import columns_named
from reconciliation.reading.tokens.rows import row_of, rows_of, unspaced


def words(text: str) -> list[Word]:
    """Each between blanks, of letters five points wide; a blank is two and a half."""
    result, x = [], 0.0
    for word in text.split(" "):
        if word:
            result.append(Word(word, x, 0.0, x + 5.0 * len(word), 9.0))
            x += 5.0 * len(word)
        x += 2.5
    return result


def texts(text: str) -> list[str]:
    return [word.text for word in unspaced(words(text))]


def test_spaced_letters_are_words_of_one_cell() -> None:
    assert texts("P o s t   d a t e      A m o u n t") == ["Post date", "Amount"]


def test_a_joined_word_spans_its_letters() -> None:
    (word,) = unspaced(words("D e b i t"))

    assert (word.x0, word.x1) == (0.0, 35.0)


def test_other_words_stay_as_they_are() -> None:
    line = words("Transfer to J P Smith 1 2 3 4 5")

    assert unspaced(line) == line
    assert all(before.x1 < after.x0 for before, after in pairwise(line))


def test_short_words_count_beside_longer_ones() -> None:
    assert texts("D a t u m      A f      B i j") == ["Datum", "Af", "Bij"]


def test_letters_as_far_apart_as_they_are_wide_are_joined() -> None:
    assert texts("D  a  t  a      d  a      c  o  m  p  r  a          D  a  t  a") == ["Data da compra", "Data"]


def test_a_heading_of_spaced_letters_may_hold_a_word_cut_short() -> None:
    (column,) = columns_named(row_of(1, unspaced(words("F .   O p e r a c i ó n"))))

    assert column.role == "date"


def test_a_letter_of_a_spaced_word_is_no_part_of_a_stamp_that_runs_down_the_page() -> None:
    title = [Word(letter, 40.0 + 9.0 * place, 100.0, 45.0 + 9.0 * place, 109.0) for place, letter in enumerate("DARLEHEN")]
    stamp = [Word(letter, 76.0, 112.0 + 12.0 * place, 81.0, 121.0 + 12.0 * place) for place, letter in enumerate("COPYCOPYCOPY")]
    above = [Word(letter, 76.0, 52.0 + 12.0 * place, 81.0, 61.0 + 12.0 * place) for place, letter in enumerate("COPY")]

    assert "DARLEHEN" in [row.text for row in rows_of(Page(1, 595.0, 842.0, (*above, *title, *stamp)))]


def test_a_short_word_of_a_line_in_spaced_letters_is_no_stamp() -> None:
    """Though single letters stand above and below it, as those of a stamp down the page do."""
    heads = [Word(letter, 40.0 + 8 * place, 100.0, 44.0 + 8 * place, 107.0) for place, letter in enumerate("Description")]
    short = [Word(letter, 300.0 + 8 * place, 100.0, 304.0 + 8 * place, 107.0) for place, letter in enumerate("Ma")]
    around = [Word("5", x, y, x + 4.0, y + 7.0) for x in (302.0, 310.0) for y in (88.0, 112.0, 124.0)]

    rows = rows_of(Page(number=1, width=600.0, height=800.0, words=(*around, *heads, *short)))

    assert [row.text for row in rows if row.top == 100.0] == ["Description\tMa"]


@pytest.mark.parametrize(("name", "role"), [("S a l d o   c o n t a b i l e", "balance"), ("I n   ( S E K )", "credit")])
def test_spaced_letters_of_several_words_name_a_column(name: str, role: str) -> None:
    line = words(name)
    (row,) = rows_of(Page(1, 600.0, 800.0, tuple(line)))
    (column,) = columns_named(row)

    assert column.role == role
    assert (row.words[0].x0, row.words[-1].x1) == (line[0].x0, line[-1].x1)
