"""Suggested accounts for new rows, with reasons, for members who may add rows to the books."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.categories import Suggestion
from finance.forms.entry import KNOWN_IN, LABELS
from finance.models.coding import LONGEST, NONE, Codes
from people.formats import written_day
from people.models import Membership
from reconciliation.models import StatementImport
from reconciliation.posting.coding import suggested

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CodeField:
    """One of the four account fields of the page."""

    name: str
    label: str
    value: str
    most: int
    known_in: str


@dataclass(frozen=True, slots=True)
class BookedAs:
    """The suggested booking of a row. `line` is the printed row; `why` is a sentence, empty if nothing was learned yet."""

    line: int
    codes: Codes
    why: str

    @property
    def shown(self) -> str:
        return " · ".join(filter(None, self.codes.as_json().values()))

    @property
    def fields(self) -> list[CodeField]:
        values = self.codes.as_json()
        return [
            CodeField(f"{name}-{self.line}", str(label), values[name], LONGEST[name], KNOWN_IN.get(name, ""))
            for name, label in LABELS.items()
        ]


def booked_as(statement_import: StatementImport, verdicts: Sequence[Json], membership: Membership | None) -> list[dict[int, BookedAs]]:
    """Return the new rows of each statement by number. One query for all of them."""
    news = [verdict.get("new") or [] for verdict in verdicts]
    if membership is None or not membership.may("post") or not any(news):
        return [{} for _ in verdicts]
    suggestions = iter(suggested(statement_import.organization, [row for new in news for row in new]))
    return [{row["line"]: _booked_as(row["line"], next(suggestions)) for row in new} for new in news]


def _booked_as(line: int, suggestion: Suggestion | None) -> BookedAs:
    return BookedAs(line, suggestion.codes, learned_from(suggestion)) if suggestion else BookedAs(line, NONE, "")


def learned_from(suggestion: Suggestion) -> str:
    """Return how many of the payee's last entries agree with the suggestion, and what the other entries have."""
    sentence = ngettext(
        "as its last entry, of %(day)s",
        "as %(agreeing)d of its last %(asked)d entries, the latest of %(day)s",
        suggestion.asked,
    ) % {"agreeing": suggestion.agreeing, "asked": suggestion.asked, "day": written_day(suggestion.latest)}
    return _("%(said)s; else %(others)s") % {"said": sentence, "others": ", ".join(suggestion.others)} if suggestion.others else sentence
