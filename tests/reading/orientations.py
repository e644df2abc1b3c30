"""Generated pages without a named sign: of a debt, and of an account with a running balance."""

from tests.reading.making.scene import Scene
from tests.reading.scenes import PLAIN_HEAD, scene

RUNNING_HEAD = [(40.0, "Date"), (120.0, "Description"), (-470.0, "Amount"), (-545.0, "Balance")]


def owing(kind: str, rows: tuple[tuple[str, str, str], ...], *, title: str = "Sample Bank") -> Scene:
    """500.00 owed before, 350.00 after; rows of day, text, amount."""
    made = scene(title, kind=kind)
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Your savings and direct debit questions are welcome"))
    made.cells((40, "Previous balance"), (-250, "500.00"))
    made.cells((40, "New balance"), (-250, "350.00"))
    made.cells(*PLAIN_HEAD)
    for day, text, amount in rows:
        made.cells((40, day), (120, text), (-470, amount))
    return made


def running(kind: str, rows: tuple[tuple[str, str, str, str], ...], opening: str) -> Scene:
    made = scene(kind=kind)
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*RUNNING_HEAD)
    made.cells((120, "Opening balance"), (-545, opening))
    for day, text, amount, balance in rows:
        made.cells((40, day), (120, text), (-470, amount), (-545, balance))
    made.cells((120, "Closing balance"), (-545, rows[-1][-1]))
    return made
