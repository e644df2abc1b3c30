"""Drawing of statement rows beside entries of the books, with their possible matches."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from scripts.documentation.svg import Tone, arrow, box, picture, text

Json = Mapping[str, Any]
Notes = Mapping[Any, tuple[str, Tone]]
"""The note under a row and its colour: of a line by its index, of an entry by its id."""
ROW, WIDTH, LEFT, RIGHT = 54, 225, 10, 325


def sides(case: Json, links: Sequence[tuple[int, str]], of_lines: Notes, of_entries: Notes, title: str) -> str:
    """Draw rows on the left, entries on the right, and a line between those that may be one payment."""
    lines, entries = case["statements"][0]["lines"], case["accounts"][0]["transactions"]
    at = {entry["id"]: place for place, entry in enumerate(entries)}
    parts = [text(LEFT, 18, "Statement", kind="strong"), text(RIGHT, 18, "Books", kind="strong")]
    parts += [_row(LEFT, place, line, of_lines.get(place)) for place, line in enumerate(lines)]
    parts += [_row(RIGHT, place, entry, of_entries.get(entry["id"])) for place, entry in enumerate(entries)]
    parts += [arrow((LEFT + WIDTH, _middle(line)), (RIGHT, _middle(at[entry])), headed=False) for line, entry in links]
    return picture(RIGHT + WIDTH + 10, 36 + ROW * max(len(lines), len(entries)), title, parts)


def _row(x: float, place: int, row: Json, noted: tuple[str, Tone] | None) -> str:
    note, tone = noted or ("", "plain")
    y = 30 + place * ROW
    under = " · ".join(filter(None, [row["date"], note]))
    figure = f"{Decimal(row['amount']):,.2f}"
    return "\n".join(
        [
            box(x, y, WIDTH, ROW - 8, tone=tone),
            text(x + 10, y + 19, row["description"]),
            text(x + WIDTH - 10, y + 19, figure, kind="figure", anchor="end"),
            text(x + 10, y + 37, under, kind="small"),
        ]
    )


def _middle(place: int) -> float:
    return 30 + place * ROW + (ROW - 8) / 2
