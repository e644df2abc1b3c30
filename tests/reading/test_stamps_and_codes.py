"""Stamps with a day and time, bar codes, printer's codes and operators are neither figures nor rows."""

import datetime as dt
from dataclasses import replace

import pytest

from reconciliation.documents.pages import Word
from reconciliation.reading.reader import read
from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, TEXT, account, draw
from tests.reading.making.ink import PLAIN, Text
from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, proved, statement, text_page


@pytest.mark.parametrize("headed", [True, False])
def test_a_line_that_begins_with_a_stamp_is_words_of_the_row_above(headed: bool) -> None:
    rows = (
        ("01/05", "Payroll", "200.00"),
        ("", "2026-01-04T17.25 Card 1", ""),
        ("01/20", "Grocery", "-50.00"),
        ("", "2026-01-19T09.40", ""),
    )
    result = statement(account(rows, headed=headed))

    assert [line.description for line in result.lines] == ["Payroll 2026-01-04T17.25 Card 1", "Grocery 2026-01-19T09.40"]
    assert [line.date for line in result.lines] == [dt.date(2026, 1, 5), dt.date(2026, 1, 20)]
    assert result.integrity.holds


def test_a_bar_code_beside_a_day_over_rows_is_nothing() -> None:
    made = text_page("First Example Bank", "Checking account statement", "January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Opening balance"), (FIGURE, "1,000.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "1,150.00"), step=26)
    for day, code, text, figure in (("05 Jan 2026", "*0417*", "Payroll", "200.00"), ("20 Jan 2026", "*0418*", "Grocery", "-50.00")):
        made.cells((DAY, day), (-560, code))
        made.cells((TEXT, text), (FIGURE, figure))

    assert [(str(line.amount), line.date) for line in statement(made).lines] == [
        ("200.00", dt.date(2026, 1, 5)),
        ("-50.00", dt.date(2026, 1, 20)),
    ]
    assert proved(made)


def test_an_equals_sign_before_a_figure_is_nothing() -> None:
    made = text_page("First Example Bank", "Checking account statement", "January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Previous balance"), (FIGURE, "$1,000.00"))
    made.cells((DAY, "New balance"), (-380, "="), (FIGURE, "$1,150.00"), step=26)
    for name, day, text, figure in (("Deposits", "01/05", "Payroll", "200.00"), ("Withdrawals", "01/20", "Grocery", "50.00")):
        made.cells((DAY, name))
        made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
        made.cells((DAY, day), (TEXT, text), (FIGURE, figure))
        if name == "Withdrawals":
            made.cells((DAY, "Total withdrawals"), (FIGURE, f"= ${figure}"))

    assert amounts(made) == ["200.00", "-50.00"]
    assert proved(made)


def beyond(*words: tuple[str, float]) -> bool | None:
    """The proof of the account with these words on one line beyond the lower edge of its page."""
    document = account().sheet.document()
    y = document.pages[0].height + 20
    hidden = tuple((1, Word(text, left, y, left + 5 * len(text), y + 9, 9.0, y + 7)) for text, left in words)
    (result,) = read(replace(document, hidden=hidden)).statements
    return result.integrity.holds


def test_a_line_beyond_the_edge_counts_if_it_has_a_day_and_a_separate_figure() -> None:
    assert beyond(("01/12", DAY), ("Grocery", 120.0), ("75.00", 400.0)) is None
    assert beyond(("KB4711", DAY), ("01/12", 84.0), ("VER", 113.0), ("75.00", 132.0)) is True
    assert beyond(("01/12", DAY), ("VER", 78.0), ("75.00", 97.0)) is True


TWO_LINES = (("01/05", "Payroll", ""), ("", "January", "200.00"), ("01/20", "Grocery", ""), ("", "Market", "-50.00"))


def texts_of(made: Scene) -> dict[str, Text]:
    return {text.text: text for text in made.sheet.pages[0]}


def with_texts(*texts: tuple[str, float, float], size: float) -> Scene:
    """The account with rows of two lines, and these texts at a place and so far below the first line of the first row."""
    made = account(TWO_LINES)
    y = texts_of(made)["Payroll"].y
    made.sheet.pages[0] += [Text(x, y + down, text, size, PLAIN) for text, x, down in texts]
    return made


def test_the_letters_of_a_stamp_across_the_rows_are_no_words() -> None:
    letters = [(letter, 330.0 - 26 * place, 6 - 260 + 36.0 * place) for place, letter in enumerate("DUPLICATE"[::-1])]
    made = with_texts(*letters, size=40)

    assert [line.description for line in statement(made).lines] == ["Payroll January", "Grocery Market"]
    assert proved(made)


def test_the_letters_of_a_stamp_among_the_marks_of_rows_leave_these_marks() -> None:
    made = account((("01/05", "Payroll", "200.00"), ("01/06", "Payroll", "100.00"), ("01/20", "Grocery", "150.00")))
    (payroll, _, grocery) = (text.y for text in made.sheet.pages[0] if text.text in {"Payroll", "Grocery"})
    marks = [(444.0, payroll, "C", 9), (444.0, payroll + 13, "C", 9), (444.0, grocery, "D", 9)]
    letters = [(448.0 - 26 * place, grocery + 30 + 36.0 * place, letter, 40) for place, letter in enumerate("DUPLICATE"[::-1])]
    made.sheet.pages[0] += [Text(x, y, text, size, PLAIN) for x, y, text, size in (*marks, *letters)]

    assert amounts(made) == ["200.00", "100.00", "-150.00"]
    assert proved(made)


def test_a_stamp_below_the_rows_names_none_of_the_next_page() -> None:
    made = text_page("First Example Bank", "Checking account statement", "January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Opening balance"), (-300, "1,000.00"))
    made.cells((DAY, "Closing balance"), (-300, "1,130.00"), step=26)
    headings = ((DAY, "Date"), (TEXT, "Details"), (-350.0, "Paid out"), (FIGURE, "Paid in"))
    made.cells(*headings)
    made.cells((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (-350, "50.00"))
    made.cells((TEXT, "Page total"), (-350, "50.00"), (FIGURE, "200.00"))
    made.sheet.pages[0] += [Text(100, 500, "DUPLICATE", 70, PLAIN), Text(DAY, 815, "Page 1 of 2", 7, PLAIN)]
    made.sheet.next_page()
    made.cells(*headings)
    made.cells((DAY, "01/21"), (TEXT, "Grocery"), (-350, "20.00"))
    made.sheet.next_page()
    made.cells(*headings, step=26)
    made.cells((DAY, "Investments"))
    made.cells((DAY, "Security"), (200.0, "Units"), (-300.0, "Price"), (-418.0, "Market value"))
    made.cells((DAY, "Example World Fund"), (200.0, "12"), (-300.0, "88.10"), (-418.0, "1,057.20"))

    assert amounts(made) == ["200.00", "-50.00", "-20.00"]
    assert proved(made)


def test_a_name_at_the_foot_of_a_page_is_that_of_the_table_on_the_next() -> None:
    made = text_page("First Example Bank", "Statement of account", "January 1, 2026 to January 31, 2026")
    made.cells((DAY, "Opening balance"), (-300, "1,000.00"))
    made.cells((DAY, "Closing balance"), (-300, "930.00"), step=26)
    made.cells((DAY, "Withdrawals"), bold=True, size=11)
    made.sheet.next_page()
    made.cells((DAY, "Date"), (TEXT, "Details"), (FIGURE, "Amount"))
    made.cells((DAY, "01/20"), (TEXT, "Example"), (FIGURE, "50.00"))
    made.cells((DAY, "01/21"), (TEXT, "Example"), (FIGURE, "20.00"))

    assert amounts(made) == ["-50.00", "-20.00"]
    assert proved(made)


def test_a_stamp_over_several_lines_parts_no_row() -> None:
    assert proved(with_texts(("ORIGINAL", 100.0, 14.0), size=50))


@pytest.mark.parametrize("icon", ["\N{BULLET}", "\N{DAGGER}", "\ue8b1"])
def test_an_icon_beside_each_row_is_no_word(icon: str) -> None:
    made = with_texts((icon, TEXT - 9, 0.0), (icon, TEXT - 9, 26.0), size=8)

    assert [line.description for line in statement(made).lines] == ["Payroll January", "Grocery Market"]
    assert proved(made)


def test_one_icon_left_of_all_text_is_no_word() -> None:
    made = text_page("First Example Bank", "Checking account statement", "January 2026")
    made.cells((DAY, "Opening balance"), (FIGURE, "1,000.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "1,150.00"), step=26)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
    made.cells((DAY, "January 2026"))
    for day, text, figure in (("5", "Payroll", "200.00"), ("12", "Refund", "10.00"), ("20", "Grocery", "-60.00")):
        made.cells((DAY, day), (TEXT, text), (FIGURE, figure))
    y = texts_of(made)["Refund"].y
    made.sheet.pages[0].append(Text(DAY - 12, y, "\N{DAGGER}", 8, PLAIN))

    assert [line.date for line in statement(made).lines] == [dt.date(2026, 1, day) for day in (5, 12, 20)]


def test_a_footer_in_small_type_between_two_lines_is_no_line_of_a_row() -> None:
    made = with_texts(("First Example Bank, Exampleton 04711 (10/19)", 210.0, 6.5), size=5)

    assert [line.description for line in statement(made).lines] == ["Payroll January", "Grocery Market"]
    assert proved(made)


def test_a_footer_level_with_a_box_of_advice_is_no_line_of_a_row() -> None:
    made = with_texts(("Form 12-345 (10/19)", 210.0, 6.5), size=5)
    y = texts_of(made)["Payroll"].y
    advice = ("Did you know?", "Save 5.00 each week and", "have 260.00 within a year.", "Ask in your branch.")
    made.sheet.pages[0] += [Text(450, y - 13.5 + 10 * place, text, 7, PLAIN) for place, text in enumerate(advice)]

    assert [line.description for line in statement(made).lines] == ["Payroll January", "Grocery Market"]
    assert proved(made)


@pytest.mark.parametrize(("number", "is_telephone"), [("0800 123 456", True), ("1800 123 456", False), ("0800 12", False)])
def test_a_telephone_number_that_ends_where_amounts_do_is_no_amount(number: str, *, is_telephone: bool) -> None:
    assert proved(account((PAYROLL, ("", "www.bank.example", number), GROCERY))) is is_telephone


@pytest.mark.parametrize("height", [22, -22])
@pytest.mark.parametrize(("codes", "counts"), [(("Ì6902KÎ", "Ì6902KÎ"), False), (("Ì6902KÎ", "Ì6903KÎ"), True)])
def test_a_code_above_or_below_the_rows_of_every_page_is_no_amount(codes: tuple[str, str], height: int, *, counts: bool) -> None:
    made = account()
    end = made.sheet.y
    made.sheet.next_page()
    draw(made, [("01/21", "Payroll", "20.00"), ("01/22", "Grocery", "-20.00")])
    if height < 0:
        made.sheet.y = end
        draw(made, [("01/23", "Payroll", "20.00"), ("01/24", "Grocery", "-20.00")])
    for texts, code in zip(made.sheet.pages, codes, strict=True):
        texts.append(Text(400, height if height > 0 else end + 24, code, 9, PLAIN))

    assert proved(made) is not counts


def test_a_row_in_small_type_counts() -> None:
    assert not proved(with_texts(("01/12", DAY, 19.5), ("Refund", TEXT, 19.5), ("10.00", 418.0, 19.5), size=5))


@pytest.mark.parametrize(("code", "left"), [("6472", 434.0), ("*50238082*", 440.0), ("Ì11708925KÎ", 440.0)])
def test_a_code_in_the_margin_is_no_figure_of_the_row_that_it_is_level_with(code: str, left: float) -> None:
    made = text_page("First Example Bank", "Checking account statement", "January 1, 2026 to January 31, 2026", "Currency: JPY")
    made.cells((DAY, "Opening balance"), (FIGURE, "JPY1000"))
    made.cells((DAY, "Closing balance"), (FIGURE, "JPY1150"), step=26)
    made.cells((DAY, "Date"), (TEXT, "Description"), (-350, "Amount"), (FIGURE, "Balance"))
    made.cells((DAY, "01/05"), (TEXT, "Payroll"), (-350, "JPY200"), (left, code))
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (-350, "-JPY50"), (FIGURE, "JPY1150"))

    assert [str(line.balance) for line in statement(made).lines] == ["None", "1150"]
    assert proved(made)
