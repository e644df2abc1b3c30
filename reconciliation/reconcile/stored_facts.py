"""Facts, conventions and testimony of a reading from their stored form."""

from collections.abc import Iterable, Mapping
from typing import Any

from reconciliation.printed.statement import Conventions, Fact, Testified


def facts_from(stored: Iterable[dict[str, Any]]) -> tuple[Fact, ...]:
    return tuple(
        Fact(code=fact["code"], figures=tuple(fact["figures"]), page=fact["page"], box=fact["box"] and tuple(fact["box"]))
        for fact in stored
    )


def conventions_from(stored: Mapping[str, Any]) -> Conventions:
    """Return how a statement was read; of one that an earlier release read, nothing is known."""
    return Conventions(
        day_first=stored.get("day_first"),
        owed=stored.get("owed", False),
        ways=tuple(stored.get("ways", ())),
        untold=tuple(stored.get("untold", ())),
    )


def testified_from(stored: Mapping[str, Any] | None) -> Testified | None:
    if stored is None:
        return None
    return Testified(
        layout=stored["layout"],
        settled=tuple(stored["settled"]),
        taught_by=tuple((key, number) for key, number in stored["taught_by"]),
        doubts=facts_from(stored["doubts"]),
    )
