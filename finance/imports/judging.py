"""The outcome of each row of a file: new, known, changed, probably known, or refused with its reason."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Literal, TypeVar
from uuid import UUID

from django.db.models import CharField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from finance.categories import codes_from_books, write_codes_of_books
from finance.imports.comparing import HELD, NEAR, NO_NAMES, Content, Novelty, compare
from finance.imports.proof import breaks_of, chain_of_part
from finance.imports.rows import FileAccount, FileRow
from finance.imports.values import fits
from finance.locks import locks_on
from finance.models import Account, EntryChange, LedgerImport, Transaction
from finance.models.coding import Codes
from finance.money import to_minor
from people.formats import written_day

Outcome = Literal["new", "updated", "probable", "changed", "refused", "known"]
OUTCOMES: tuple[Outcome, ...] = ("new", "updated", "probable", "changed", "refused", "known")
LONGEST_TEXT = 1000
MOST_IDS = 500
Key = TypeVar("Key", str, UUID)
LONGEST = {"external_id": 200, "reference": 200, "number": 40}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A row with its outcome. `entry` is the entry it would become, None if refused; `twin` is the entry that it is, or may be.

    An updated row's `entry` is the twin with the row's status, and with its day, amount and text if it was pending.
    """

    row: FileRow
    outcome: Outcome
    reason: str = ""
    entry: Transaction | None = None
    twin: Transaction | None = None


def judge(account: Account, part: FileAccount, *, way: str, origin: str, names: Mapping[UUID, str] = NO_NAMES) -> tuple[Judged, ...]:
    """Return the outcome of every row in the order of the file. `names` are ids of the file for entries with other ids."""
    rows, doubtful = _without_useless_ids(part)
    refused = {row.place: reason for row in rows if (reason := refusal(account, row))}
    entries = {row.place: entry_of(account, row, origin) for row in rows if row.place not in refused}
    ledger = list(_ledger(account, entries.values(), names))
    imports = LedgerImport.objects.of(account.organization).filter(account=account)
    ways = {f"import:{pk}": way_of_import for pk, way_of_import in imports.values_list("pk", "way")}
    originals = _originals(account, ledger)
    compared = compare(list(entries.values()), ledger, way=way, ways=ways, names=names, originals=originals)
    novelties = dict(zip(entries, compared, strict=True))
    judged = []
    for row in rows:
        if row.place in refused:
            judged.append(Judged(row=row, outcome="refused", reason=refused[row.place]))
            continue
        entry, novelty = entries[row.place], novelties[row.place]
        if not novelty.has_id:
            entry.external_id = ""
        if novelty.kind == "new" and row.place in doubtful:
            judged.append(Judged(row=row, outcome="probable", reason=_("the file has this row more than once with one ID"), entry=entry))
            continue
        judged.append(_judged(row, entry, novelty, edited=originals.keys()))
    return tuple(judged)


def _judged(row: FileRow, entry: Transaction, novelty: Novelty, *, edited: Iterable[UUID]) -> Judged:
    twin, reason = novelty.twin, ""
    # A lock refuses a row that would be added, or would change an entry.
    if novelty.kind == "updated" and twin:
        entry = _updated(twin, entry, is_edited=twin.pk in edited)
        lock = next(locks_on(changed=[(twin, entry)]), None)
        reason = _("the entry was pending, and is booked now") if row.status == "posted" else _("the entry does not count any longer")
    else:
        lock = next(locks_on(added=[entry]), None) if novelty.kind in {"new", "probable"} else None
    if lock:
        return Judged(row=row, outcome="refused", reason=str(lock), twin=twin)
    if novelty.kind == "probable":
        reason = {
            "source": _("probably the same as an entry from another source"),
            "day": _("probably the same as an entry of a day nearby from another source"),
            "wording": _("probably an earlier entry, worded differently"),
            "id": _("probably an earlier entry under another ID"),
        }[novelty.why or "source"]
    elif novelty.kind == "new" and twin:
        reason = _("a pending entry of another amount may be settled by this row: delete it if so")
    elif novelty.kind == "changed" and twin:
        same_money = (entry.booked_on, entry.amount_minor) == (twin.booked_on, twin.amount_minor)
        reason = (
            _("the ledger has this ID with another description") if same_money else _("the ledger has this ID with another date or amount")
        )
    return Judged(row=row, outcome=novelty.kind, reason=reason, entry=entry, twin=twin)


def _updated(twin: Transaction, entry: Transaction, *, is_edited: bool) -> Transaction:
    """Return the entry of the ledger with the status of the row; a pending one also with its day and amount, and its text unless a person
    edited that."""
    after = copy(twin)
    after.status = entry.status
    if twin.status == "pending" and entry.status == "posted":
        after.booked_on, after.amount_minor = entry.booked_on, entry.amount_minor
        after.external_id = entry.external_id or twin.external_id
        if not is_edited:
            after.description, after.reference, after.number = entry.description, entry.reference, entry.number
    return after


def _originals(account: Account, ledger: Iterable[Transaction]) -> dict[UUID, Content]:
    """Return the content with which entries came that were edited since."""
    there = {row.pk for row in ledger}
    changes = EntryChange.objects.of(account.organization).filter(account=account, after__isnull=False).order_by("at", "pk")
    originals: dict[UUID, Content] = {}
    for key, before in changes.values_list("entry", "before").iterator():
        if key in there and key not in originals:
            day = dt.date.fromisoformat(before["booked_on"])
            originals[key] = (day, before["amount_minor"], before["description"], before["reference"], before["number"])
    return originals


def refusal(account: Account, row: FileRow) -> str:
    """Return the reason why the account cannot hold the row; empty if it can."""
    opening = account.opening_date
    if row.problem:
        return row.problem
    if row.booked_on is None or row.amount is None:
        return _("has no date or no amount.")
    if row.currency and row.currency != account.currency:
        return _("is in %(text)s; the account is in %(currency)s.") % {"text": row.currency, "currency": account.currency}
    if not fits(row.amount, account.currency):
        return _('"%(text)s" is not an amount in %(currency)s.') % {"text": row.amount, "currency": account.currency}
    if opening and row.booked_on < opening and not row.is_brought_forward:
        return _("is dated before the account's opening date %(day)s, so it is part of the opening balance.") % {
            "day": written_day(opening)
        }
    long = next((name for name, longest in LONGEST.items() if len(getattr(row, name)) > longest), None)
    return _("%(field)s is longer than %(longest)d characters.") % {"field": long, "longest": LONGEST[long]} if long else ""


def entry_of(account: Account, row: FileRow, origin: str) -> Transaction:
    """Return the entry that a row would become, not stored. Only for rows without a `refusal`."""
    if row.booked_on is None or row.amount is None:
        raise AssertionError("a row without its date or amount is refused before")
    return Transaction(
        account=account,
        external_id=row.external_id,
        booked_on=row.booked_on,
        amount_minor=to_minor(row.amount, account.currency),
        description=row.description if len(row.description) <= LONGEST_TEXT else f"{row.description[: LONGEST_TEXT - 1]}…",
        reference=row.reference,
        number=row.number,
        status=row.status,
        is_brought_forward=row.is_brought_forward,
        is_excluded=row.is_excluded,
        origin=origin,
    )


def _without_useless_ids(part: FileAccount) -> tuple[list[FileRow], set[int]]:
    """Return the rows without ids that a bank gives to several rows, and the places of rows that may be repeated by mistake.

    Equal rows with one id are all real if the file's balances follow only with all of them; otherwise a person decides.
    """
    contents: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for row in part.rows:
        contents[row.external_id].add((row.booked_on, row.amount))
    ends = part.opening is not None and part.closing is not None
    checked: list[FileRow] = []
    doubtful: set[int] = set()
    earlier_ids: set[str] = set()
    for row in part.rows:
        if len(contents[row.external_id]) > 1:
            checked.append(replace(row, external_id=""))
        elif row.external_id and row.external_id in earlier_ids:
            checked.append(replace(row, external_id=""))
            doubtful.add(row.place)
        else:
            checked.append(row)
        earlier_ids.add(row.external_id)
    if doubtful and (chain_of_part(part).held >= len(doubtful) or ends) and not breaks_of(part):
        doubtful = set()
    return checked, doubtful


def _ledger(account: Account, entries: Iterable[Transaction], names: Mapping[UUID, str]) -> Iterator[Transaction]:
    """Yield the entries of the file's days and some days around, those of other days with an id of the file, and those that were moved to
    other days since they came; entries in `names` have no own id."""
    entries = list(entries)
    if not entries:
        return
    first, last = min(entry.booked_on for entry in entries), max(entry.booked_on for entry in entries)
    first, last = first - dt.timedelta(days=HELD), last + dt.timedelta(days=NEAR)
    yield from account.transactions.booked_between(first, last)
    elsewhere = account.transactions.exclude(booked_on__range=(first, last))
    changes = (
        EntryChange.objects.of(account.organization)
        .filter(account=account, after__isnull=False)
        .annotate(day=Cast(KT("before__booked_on"), CharField()))
    )
    moved = changes.filter(day__range=(first.isoformat(), last.isoformat())).values_list("entry", flat=True).distinct()
    there: set[UUID] = set()
    ids = [entry.external_id for entry in entries if entry.external_id]
    queries = [
        *(elsewhere.filter(external_id__in=some) for some in parts_of(ids)),
        *(elsewhere.filter(pk__in=some) for some in parts_of([*names, *moved])),
    ]
    for query in queries:
        for row in query:
            if row.pk not in there:
                there.add(row.pk)
                yield row


def parts_of(keys: Sequence[Key]) -> Iterator[Sequence[Key]]:
    """Return parts of the keys, as many as a query may name."""
    return (keys[start : start + MOST_IDS] for start in range(0, len(keys), MOST_IDS))


OF_ITSELF = {"known", "updated", "changed"}


def code_rows(account: Account, judged: Iterable[Judged], added: Iterable[Judged]) -> None:
    """Store the codes of the added rows and of those that the ledger had already."""
    new = {result.entry: result.row.codes for result in added if result.entry}
    write_codes_of_books(account.organization, {entry: codes for entry, codes in (_of_known(judged) | new).items() if codes})


def brings_codes(account: Account, judged: Iterable[Judged]) -> bool:
    """True if the codes of known entries would change."""
    return bool(codes_from_books(account.organization, _of_known(judged)))


def _of_known(judged: Iterable[Judged]) -> dict[Transaction, Codes]:
    """Return the codes of known entries, except those with only a payee, which would replace better ones."""
    known = (result for result in judged if result.outcome in OF_ITSELF)
    return {result.twin: result.row.codes for result in known if result.twin and result.row.codes.say_more_than_payee}
