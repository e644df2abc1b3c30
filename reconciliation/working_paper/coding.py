"""What rows that the books lack would be booked as, and why: shown to whoever may add them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from finance.coding.codes import LONGEST, NONE, Codes
from finance.coding.learning import Suggestion
from finance.forms.coding import KNOWN_IN, LABELS
from finance.models import Membership
from reconciliation.models import Statement
from reconciliation.posting.coding import suggested
from reconciliation.words.coding import learned_from


@dataclass(frozen=True, slots=True)
class CodeField:
    """One of the four, as a field of the page."""

    name: str
    label: str
    value: str
    most: int
    known_in: str


@dataclass(frozen=True, slots=True)
class BookedAs:
    """`line` is the printed row, `why` a sentence, empty where nothing is learned yet."""

    line: int
    codes: Codes
    why: str

    @property
    def shown(self) -> str:
        return " · ".join(filter(None, self.codes.as_json().values()))

    @property
    def fields(self) -> list[CodeField]:
        said = self.codes.as_json()
        return [
            CodeField(f"{name}-{self.line}", str(label), said[name], LONGEST[name], KNOWN_IN.get(name, ""))
            for name, label in LABELS.items()
        ]


def booked_as(statement: Statement, verdict: Mapping[str, Any], membership: Membership | None) -> dict[int, BookedAs]:
    """For each new row, by its number; one query a statement."""
    if membership is None or not membership.may("post") or not verdict.get("new"):
        return {}
    found = suggested(statement, verdict["new"])
    return {row["line"]: _booked_as(row["line"], found.get(row["line"])) for row in verdict["new"]}


def _booked_as(line: int, found: Suggestion | None) -> BookedAs:
    return BookedAs(line, found.codes, learned_from(found)) if found else BookedAs(line, NONE, "")
