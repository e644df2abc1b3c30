"""Where another statement is named: by import and number, which stay, not by its place in one weighing."""

from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]
Place = tuple[str, int]
"""(id of the import, number of the statement in it)."""


def with_places(answer: Json, places: Sequence[Place]) -> Json:
    """The answer with `cleared_by`, `repeats`, `undone_by`, `opposites`, `outstanding_since` and the statements of `opening_parts` as
    {"import", "statement"} and, where there is one, "line"."""
    return answer | {
        "missing": [
            item | {"cleared_by": _line(item["cleared_by"], places), "outstanding_since": _statement(item["outstanding_since"], places)}
            for item in answer["missing"]
        ],
        "opening_parts": [part | {"statement": _statement(part["statement"], places)} for part in answer["opening_parts"]],
        "new": [item | _rows(item, places) for item in answer["new"]],
    }


def _rows(item: Json, places: Sequence[Place]) -> Json:
    """Where the same row is printed, where it is undone, and where it might be."""
    undone = item["undone_by"]
    return {
        "repeats": _line(item["repeats"], places),
        "undone_by": undone and {**undone, **_named(places[undone["statement"]])},
        "opposites": [each | _named(places[each["statement"]]) for each in item["opposites"]],
    }


def _line(found: Json | None, places: Sequence[Place]) -> Json | None:
    return None if found is None else {**_named(places[found["statement"]]), "line": found["line"]}


def _statement(index: int | None, places: Sequence[Place]) -> Json | None:
    return None if index is None else _named(places[index])


def _named(place: Place) -> Json:
    return {"import": place[0], "statement": place[1]}
