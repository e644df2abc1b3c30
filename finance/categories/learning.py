"""Suggested codes for a new row, by a majority of the last entries of its payee. No model is used."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from finance.categories.keys import keys_asked, may_be_one
from finance.models.codes import Codes
from finance.models.coding import Coding
from people.models import Organization

LOOKED_AT = 60
"""Entries read for each key; some are of another payee or direction."""
ASKED = 5
"""Latest matching entries that vote, so that recent codes outweigh old ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A suggestion on which `agreeing` of the last `asked` entries of the payee agree, the latest of them on `latest`.

    `others` are the nominal accounts of the rest.
    """

    codes: Codes
    agreeing: int
    asked: int
    latest: dt.date
    others: tuple[str, ...] = ()


Asked = tuple[str, Decimal]
"""A text and an amount signed from the holder's side."""


def suggestions(organization: Organization, rows: Sequence[Asked]) -> list[Suggestion | None]:
    """Return for each row the suggestion from its payee's last entries of the same direction, or None."""
    keys_by_row = [keys_asked(text) for text, _ in rows]
    keys = set().union(*keys_by_row)
    if not keys:
        return [None] * len(rows)
    codings = Coding.objects.of(organization).vouched_for().saying_more_than_payees()
    latest = codings.latest_of_each(keys, LOOKED_AT).select_related("entry")
    by_key: dict[str, list[Coding]] = {}
    for coding in latest:
        by_key.setdefault(coding.key, []).append(coding)
    suggested = []
    for row, row_keys in zip(rows, keys_by_row, strict=True):
        candidates = [coding for key in sorted(row_keys) for coding in by_key.get(key, ())]
        if len(row_keys) > 1:
            candidates.sort(key=lambda coding: (coding.entry.booked_on, coding.given_at), reverse=True)
        suggested.append(_suggestion(row, candidates))
    return suggested


def _suggestion(row: Asked, coded: Sequence[Coding]) -> Suggestion | None:
    text, amount = row
    own = [coding for coding in coded if (coding.entry.amount_minor < 0) == (amount < 0) and _names(coding, text)][:ASKED]
    if not own:
        return None
    nominal = _most([coding.nominal for coding in own])
    alike = [coding for coding in own if coding.nominal == nominal]
    return Suggestion(
        codes=Codes(
            nominal=nominal,
            tax_code=_most([coding.tax_code for coding in alike]),
            payee=_most([coding.payee for coding in own if coding.payee]),
            party=_most([coding.party for coding in own if coding.party]),
        ),
        agreeing=len(alike),
        asked=len(own),
        latest=alike[0].entry.booked_on,
        others=tuple(dict.fromkeys(coding.nominal for coding in own if coding.nominal not in {"", nominal})),
    )


def _names(coding: Coding, text: str) -> bool:
    return may_be_one(coding.entry.description, text) or bool(coding.payee and may_be_one(coding.payee, text))


def _most(texts: Sequence[str]) -> str:
    """Return the most frequent text; of equally frequent ones the first."""
    return Counter(texts).most_common(1)[0][0] if texts else ""
