"""Every line has its printed place, and every unread row is offered for review."""

import pytest

from reconciliation.documents.pages import Word
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reading.reader import read
from tests.reading.drawing import GROCERY, PAYROLL, account
from tests.reading.making.maker import make
from tests.reading.making.scene import Scene
from tests.reading.making.sheet import HEIGHT, WIDTH
from tests.reading.scenes import statement


def offered(made: Scene) -> list[str]:
    """The texts of the rows that could not be read; where there are any, nothing is proved."""
    printed_statement = statement(made)
    assert not (printed_statement.unread and printed_statement.integrity.holds)
    return [row.text for row in printed_statement.unread]


def test_a_statement_that_is_read_completely_offers_no_evidence() -> None:
    assert offered(account()) == []


@pytest.mark.parametrize("figure", ["-75", "75.0", "75,00", "75.OO", "75.000", ""])
def test_a_row_with_an_unreadable_figure_is_offered_for_review(figure: str) -> None:
    [text] = offered(account((PAYROLL, ("01/12", "To savings", figure), GROCERY)))

    assert "01/12" in text
    assert "To savings" in text


def test_rows_before_the_headings_are_offered() -> None:
    texts = offered(account(before=("Automatic transfers", ("01/12", "To savings", "-75.00"), ("01/14", "From savings", "75.00"))))

    assert [text.split()[0] for text in texts] == ["01/12", "01/14"]


def test_rows_below_the_table_are_offered() -> None:
    texts = offered(account(after=["Fees", ("", "Annual fee", "-75.00"), ("", "Annual fee waived", "75.00")]))

    assert ["Annual fee" in text for text in texts] == [True, True]


def test_a_row_that_cannot_be_read_is_offered_once_and_with_its_place() -> None:
    [row] = statement(account((PAYROLL, ("01/12", "To savings", "-75"), GROCERY))).unread

    assert row.page == 1
    assert lies_on_the_page(row.box)


def lies_on_the_page(box: tuple[float, float, float, float]) -> bool:
    x0, y0, x1, y1 = box
    return 0 <= x0 < x1 <= WIDTH and 0 <= y0 < y1 <= HEIGHT


def words_in(words: list[Word], box: tuple[float, float, float, float]) -> str:
    x0, y0, x1, y1 = box
    inside = [word for word in words if x0 <= (word.x0 + word.x1) / 2 <= x1 and y0 <= (word.y0 + word.y1) / 2 <= y1]
    return "".join(word.text for word in inside)


def digits(text: str) -> str:
    return "".join(character for character in text if character.isdecimal())


def check_evidence(printed_statement: PrintedStatement, pages: list[list[Word]]) -> None:
    for line in printed_statement.lines:
        assert lies_on_the_page(line.box)
        amount = digits(format(abs(line.amount), "f")).lstrip("0")
        assert amount in digits(line.text)
        assert set(line.text.split()) <= {word.text for word in pages[line.page - 1]}
        assert amount in digits(words_in(pages[line.page - 1], line.box))


@pytest.mark.parametrize("seed", range(40))
def test_every_line_carries_its_page_its_box_and_its_text(seed: int) -> None:
    document = make(seed).sheet.document()

    for printed_statement in read(document).statements:
        check_evidence(printed_statement, [list(page.words) for page in document.pages])
        assert all(lies_on_the_page(row.box) and row.text for row in printed_statement.unread)
