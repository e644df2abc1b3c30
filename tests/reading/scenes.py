"""Pages drawn line by line, the tables on them, and their readings."""

import random

from reconciliation.printed.statement import PrintedStatement
from reconciliation.reading.reader import read
from tests.reading.making.scene import Scene

Cell = tuple[float, str]  # a negative place is a right edge
Line = tuple[Cell, ...]
PLAIN_HEAD = [(40.0, "Date"), (120.0, "Description"), (-470.0, "Amount")]
HEAD = [(40.0, "Date"), (120.0, "Description"), (-400.0, "Withdrawals"), (-470.0, "Deposits"), (-545.0, "Balance")]
"""The headings of a table that `table` draws."""


def empty_page() -> Scene:
    return Scene(random.Random(1))  # noqa: S311  nothing secret is drawn


def page(*lines: Line) -> Scene:
    """A page of these lines and nothing else."""
    made = empty_page()
    for line in lines:
        made.cells(*line)
    return made


def text_page(*texts: str, left: float = 50) -> Scene:
    """A page that begins with these texts, one on each line."""
    made = empty_page()
    write_lines(made, *texts, left=left)
    return made


def scene(title: str = "Sample Bank", *, kind: str = "Checking account statement") -> Scene:
    """A page with the name of a bank and the kind of the document."""
    made = empty_page()
    made.cells((40, title), bold=True, size=15, step=24)
    made.cells((40, kind), step=20)
    return made


def german_page(*texts: str) -> Scene:
    """A page with the name of a German bank and these texts, one on each line."""
    made = empty_page()
    made.cells((50, "Musterbank AG"), size=14, step=20)
    write_lines(made, *texts, left=50)
    return made


def write_lines(made: Scene, *texts: str, left: float = 40) -> None:
    """Draw these texts, one on each line."""
    for text in texts:
        made.cells((left, text))


def table(made: Scene, *rows: tuple[str, str, str, str, str]) -> None:
    """Draw rows of day, text, withdrawal, deposit and balance."""
    for row in rows:
        made.cells(*[(place, text) for (place, _), text in zip(HEAD, row, strict=True) if text])


def statements(made: Scene) -> tuple[PrintedStatement, ...]:
    return read(made.sheet.document()).statements


def statement(made: Scene) -> PrintedStatement:
    """Return the only statement of the page. Raise ValueError if there are none or several."""
    (only,) = statements(made)
    return only


def amounts(made: Scene) -> list[str]:
    """The amounts of the one statement of the page."""
    return [str(line.amount) for line in statement(made).lines]


def proofs(made: Scene) -> list[bool | None]:
    """Return the proof of every statement: True, False, or None if nothing is proved."""
    return [one.integrity.holds for one in statements(made)]


def proved(made: Scene) -> bool:
    """Return whether any statement of the page is proved."""
    return any(proofs(made))
