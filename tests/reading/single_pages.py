"""A page line by line, and the one statement that is read from it."""

import random

from reconciliation.reading.reader import read
from reconciliation.reading.statement import PrintedStatement
from tests.reading.making.scene import Scene

Cell = tuple[float, str]


def page(*lines: tuple[Cell, ...]) -> Scene:
    made = Scene(random.Random(1))  # noqa: S311  nothing secret is drawn
    for line in lines:
        made.cells(*line)
    return made


def only(made: Scene) -> PrintedStatement:
    (found,) = read(made.sheet.document()).statements
    return found
