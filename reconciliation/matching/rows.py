"""A printed line or a ledger entry for the matcher: normalised once, compared often."""

import datetime as dt
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.matching.wording import NONE, plainly, telling, wording

EARLIEST, LATEST = -2, 7
"""The bank's day minus the books' day, both ends included; some ways of paying have less time."""


@dataclass(slots=True, eq=False, kw_only=True)
class MatchRow:
    """One row of either side. `days` are the ordinals to compare by; `references` are named as such in the text; `never` are keys of rows
    of the other side that a person separated from it. Rows are compared by identity and never change."""

    key: Hashable
    days: tuple[int, ...]
    amount: Decimal
    text: str
    payee: tuple[str, ...]
    number: str
    references: frozenset[str]
    figures: frozenset[str]
    page: Hashable = None
    latest: int = LATEST
    never: frozenset[Hashable] = NONE

    @property
    def day(self) -> int:
        return self.days[0]


def make_row(
    *,
    key: Hashable,
    days: Iterable[dt.date | None],
    amount: Decimal,
    text: str,
    reference: str = "",
    number: str = "",
    page: Hashable = None,
    latest: int = LATEST,
    never: frozenset[Hashable] = NONE,
) -> MatchRow:
    """Return a row; without `days` it is near nothing. Rows of different `page` are never one group. An entry may be printed up to `latest`
    days after it is booked, at most LATEST."""
    says = wording(text)
    ordinals = [day.toordinal() for day in days if day is not None]
    references = says.references | telling((reference,)) if reference else says.references
    figures = says.figures
    if references or figures:
        amounts = _as_figures(amount)
        references, figures = references - amounts, figures - amounts
    return MatchRow(
        key=key,
        days=tuple(ordinals) if len(ordinals) == 1 else tuple(dict.fromkeys(ordinals)),
        amount=amount,
        text=says.text,
        payee=says.payee,
        number=(plainly(number) if number else "") or says.number,
        references=references or NONE,
        figures=figures or NONE,
        page=page,
        latest=min(LATEST, latest),
        never=never,
    )


def _as_figures(amount: Decimal) -> frozenset[str]:
    """Return the ways to write an amount in a text: 200, 200.00."""
    written = format(abs(amount), "f")
    whole, _, cents = written.partition(".")
    return frozenset((whole.lstrip("0"), (whole + cents).lstrip("0"), f"{whole}{cents[:2]:0<2}".lstrip("0")))
