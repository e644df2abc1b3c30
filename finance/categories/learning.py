"""Suggested codes for a new row, by a majority of the last entries of its payee. No model is used."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
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
    asked = [keys_asked(text) for text, _ in rows]
    keys = set().union(*asked)
    if not keys:
        return [None] * len(rows)
    said = Coding.objects.of(organization).vouched_for().saying_more_than_payees()
    coded = said.latest_of_each(keys, LOOKED_AT).select_related("entry")
    by_key: dict[str, list[Coding]] = {}
    for coding in coded:
        by_key.setdefault(coding.key, []).append(coding)
    return [_suggestion(row, _latest_first(own, by_key)) for row, own in zip(rows, asked, strict=True)]


def _latest_first(keys: set[str], by_key: Mapping[str, Sequence[Coding]]) -> list[Coding]:
    found = [coding for key in sorted(keys) for coding in by_key.get(key, ())]
    return sorted(found, key=lambda coding: (coding.entry.booked_on, coding.given_at), reverse=True) if len(keys) > 1 else found


def _suggestion(row: Asked, coded: Sequence[Coding]) -> Suggestion | None:
    text, amount = row
    own = [each for each in coded if (each.entry.amount_minor < 0) == (amount < 0) and _names(each, text)][:ASKED]
    if not own:
        return None
    nominal = _most([each.nominal for each in own])
    alike = [each for each in own if each.nominal == nominal]
    return Suggestion(
        codes=Codes(
            nominal=nominal,
            tax_code=_most([each.tax_code for each in alike]),
            payee=_most([each.payee for each in own if each.payee]),
            party=_most([each.party for each in own if each.party]),
        ),
        agreeing=len(alike),
        asked=len(own),
        latest=alike[0].entry.booked_on,
        others=tuple(dict.fromkeys(each.nominal for each in own if each.nominal not in {"", nominal})),
    )


def _names(coding: Coding, text: str) -> bool:
    return may_be_one(coding.entry.description, text) or bool(coding.payee and may_be_one(coding.payee, text))


def _most(said: Sequence[str]) -> str:
    """Return the most frequent text; of equally frequent ones the first."""
    return Counter(said).most_common(1)[0][0] if said else ""
