"""Codes given to entries by a person, by a file of the books, or by learning."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from finance.categories.keys import key_of
from finance.models import Account, Transaction
from finance.models.codes import LONGEST, NONE, Codes
from finance.models.coding import Coding
from finance.payees import payee
from finance.rights import require_account
from people.audit.acts import Act
from people.audit.trail import record
from people.models import Organization

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
    before = _codings_of(organization, list(codes))
    return {entry: merged for entry, file_codes in codes.items() if (merged := _merged_codes(before.get(entry.pk), file_codes))}


def _merged_codes(before: Coding | None, file_codes: Codes) -> Codes:
    """Return the codes to store, or empty ones to leave all as it is.

    A file that names a nominal account replaces learned codes and those of another file; otherwise only empty codes are filled.
    """
    if before is None:
        return file_codes
    if before.given_by == Coding.GivenBy.PERSON:
        return NONE
    if before.given_by == Coding.GivenBy.LEARNED or file_codes.nominal not in {"", before.nominal}:
        return file_codes if file_codes.nominal else NONE
    less, more = (before.codes, file_codes) if file_codes.nominal else (file_codes, before.codes)
    filled = Codes(**(less.as_json() | {name: text for name, text in more.as_json().items() if text}))
    return NONE if filled == before.codes else filled


def _codings_of(organization: Organization, entries: Sequence[Transaction]) -> dict[UUID, Coding]:
    """Return the stored codes by entry, queried in batches."""
    codings = Coding.objects.of(organization)
    parts = (entries[start : start + BATCH] for start in range(0, len(entries), BATCH))
    return {coding.entry_id: coding for part in parts for coding in codings.filter(entry__in=part)}


def take_away(organization: Organization, entries: Iterable[Transaction], *, origin: str) -> None:
    """Remove the codes that came with a statement's rows, unless they were changed since."""
    Coding.objects.of(organization).filter(entry__in=list(entries), origin=origin).delete()


def all_known(organization: Organization) -> dict[str, list[str]]:
    """Return the nominal accounts and tax codes in use, for a person to choose from."""
    pairs = Coding.objects.of(organization).order_by().values_list("nominal", "tax_code").distinct()[:MOST_KNOWN]
    nominal, tax_code = zip(*pairs, strict=True) if pairs else ((), ())
    return {"nominal": sorted({*nominal} - {""}), "tax_code": sorted({*tax_code} - {""})}
