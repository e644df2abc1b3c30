"""Where another statement is named: by import and number, which stay, not by its place in one weighing."""

from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]
Place = tuple[str, int]
"""(id of the import, number of the statement in it)."""


def with_places(answer: Json, places: Sequence[Place]) -> Json:
    """The answer with `cleared_by`, `repeats` and `outstanding_since` as {"import", "statement"} and, where there is one, "line"."""
    return answer | {
        "missing": [
            item | {"cleared_by": _line(item["cleared_by"], places), "outstanding_since": _statement(item["outstanding_since"], places)}
            for item in answer["missing"]
        ],
        "new": [item | {"repeats": _line(item["repeats"], places)} for item in answer["new"]],
    }


def _line(found: Json | None, places: Sequence[Place]) -> Json | None:
    return None if found is None else {**_named(places[found["statement"]]), "line": found["line"]}


def _statement(index: int | None, places: Sequence[Place]) -> Json | None:
    return None if index is None else _named(places[index])


def _named(place: Place) -> Json:
    return {"import": place[0], "statement": place[1]}
