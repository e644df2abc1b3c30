"""Codes of entries: given by a person or a file, or suggested by a majority of the last entries of the payee, without a model."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.accounts import require_account
from finance.models import Account, Transaction
from finance.models.coding import LABELS, LONGEST, NONE, Codes, Coding
from finance.payees import payee, same_payee, skeleton
from people.audit import Act, record
from people.models import Organization

LONGEST_TEXT = 70
OF_A_HOUSEHOLD = LABELS | {"nominal": _("Category")}
OF_A_PRACTICE = ("tax_code", "party")
"""Codes that a household does not use."""
MOST_WORDS = 6


def uses_account_codes(organization: Organization) -> bool:
    """True if the organization books as a practice does: it names its accounting firm, or its entries have tax codes or parties."""
    return bool(organization.firm) or Coding.objects.of(organization).exclude(tax_code="", party="").exists()


def key_of(text: str) -> str:
    """Return a key that is equal for texts that may name one payee: "AMZN Mktp 4312" and "Amazon" are both amz.

    A text of generic words alone is its own key; an empty text has an empty key.
    """
    words = payee(text)
    return skeleton(words[0])[:3] if words else _own(text)


def keys_asked(text: str) -> set[str]:
    """Return the keys of each word that may begin the payee: banks put words before a name (LONDON FENWICK) that books leave out."""
    words = payee(text)[:MOST_WORDS]
    return {skeleton(word)[:3] for word in words} or {_own(text)} - {""}


def may_be_one(text: str, other_text: str) -> bool:
    """True if two texts of one key name one payee."""
    words, other_words = payee(text), payee(other_text)
    return same_payee(words, other_words) if words or other_words else _own(text) == _own(other_text)


def _own(text: str) -> str:
    words = "".join(letter if letter.isalpha() else " " for letter in text.casefold()).split()
    return f"={' '.join(words)[:LONGEST_TEXT]}" if words else ""


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
    codings = Coding.objects.of(organization).teaching()
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
    same_direction = [coding for coding in coded if (coding.entry.amount_minor < 0) == (amount < 0)]
    own = [
        coding
        for coding in same_direction
        if may_be_one(coding.entry.description, text) or (coding.payee and may_be_one(coding.payee, text))
    ][:ASKED]
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


def _most(texts: Sequence[str]) -> str:
    """Return the most frequent text; of equally frequent ones the first."""
    return Counter(texts).most_common(1)[0][0] if texts else ""


BATCH = 500
MOST_KNOWN = 500


@transaction.atomic
def give_codes(*, account: Account, by: User, codes: Mapping[Transaction, Codes]) -> None:
    """Replace the codes of entries of one account by a person's; empty codes remove them. Raises NotYours.

    Locks protect amounts and days, not codes.
    """
    require_account(by, account, "post")
    write_codes(account.organization, codes, given_by=Coding.GivenBy.PERSON)
    record(account.organization, by, Act.CODED, account, entries=[entry.pk for entry in codes])


def write_codes(organization: Organization, codes: Mapping[Transaction, Codes], *, given_by: Coding.GivenBy, origin: str = "") -> None:
    """Store codes of the organization's entries, which must be stored already."""
    emptied = [entry for entry, entry_codes in codes.items() if not entry_codes]
    Coding.objects.of(organization).filter(entry__in=[entry.pk for entry in emptied]).delete()
    for entry in emptied:
        entry._state.fields_cache.pop("coding", None)  # noqa: SLF001  Django's name
    rows = [
        Coding(
            entry=entry, organization=organization, given_by=given_by, origin=origin, key=_key(entry, entry_codes), **entry_codes.as_json()
        )
        for entry, entry_codes in codes.items()
        if entry_codes
    ]
    columns = [*LONGEST, "given_by", "given_at", "origin", "key"]
    Coding.objects.bulk_create(rows, batch_size=BATCH, update_conflicts=True, unique_fields=["entry"], update_fields=columns)


def codes_of(entry: Transaction) -> Codes:
    """Return the codes of an entry; it takes one query unless they were selected with it."""
    coding = None if entry._state.adding else getattr(entry, "coding", None)  # noqa: SLF001  Django's name
    return coding.codes if coding else NONE


def follow_text(entry: Transaction) -> None:
    """Update the key of an entry's codes after its text changed."""
    coding = Coding.objects.of(entry.account.organization).filter(entry=entry).first()
    if coding and coding.key != (key := _key(entry, coding.codes)):
        Coding.objects.of(entry.account.organization).filter(entry=entry).update(key=key)


def _key(entry: Transaction, codes: Codes) -> str:
    """Return the key of the bank's text, or of the payee's name if the text names no payee."""
    key = key_of(entry.description)
    return key if payee(entry.description) else key_of(codes.payee) or key


def write_codes_of_books(organization: Organization, codes: Mapping[Transaction, Codes]) -> None:
    """Store the codes of another program's books that add to those known here."""
    if changed := codes_from_books(organization, codes):
        write_codes(organization, changed, given_by=Coding.GivenBy.FILE)


def codes_from_books(organization: Organization, codes: Mapping[Transaction, Codes]) -> dict[Transaction, Codes]:
    """Return the entries whose codes would change; codes given by a person are never changed."""
    entries, codings = list(codes), Coding.objects.of(organization)
    before: dict[UUID, Coding] = {}
    for start in range(0, len(entries), BATCH):
        before |= {coding.entry_id: coding for coding in codings.filter(entry__in=entries[start : start + BATCH])}
    return {entry: merged for entry, file_codes in codes.items() if (merged := file_codes.to_store(before.get(entry.pk)))}


def take_away(organization: Organization, entries: Iterable[Transaction], *, origin: str) -> None:
    """Remove the codes that came with a statement's rows, unless they were changed since."""
    Coding.objects.of(organization).filter(entry__in=list(entries), origin=origin).delete()


def all_known(organization: Organization) -> dict[str, list[str]]:
    """Return the nominal accounts and tax codes in use, for a person to choose from."""
    pairs = Coding.objects.of(organization).order_by().values_list("nominal", "tax_code").distinct()[:MOST_KNOWN]
    nominal, tax_code = zip(*pairs, strict=True) if pairs else ((), ())
    return {"nominal": sorted({*nominal} - {""}), "tax_code": sorted({*tax_code} - {""})}
