"""The outcome of each row of a file: new, known, changed, probably known, or refused with its reason.

Rows are compared with the ledger by id, else by equal content, else by day and amount.
"""

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar
from uuid import UUID

from django.utils.translation import gettext as _

from finance.categories import codes_from_books, write_codes_of_books
from finance.imports.rows import FileAccount, FileRow
from finance.imports.values import fits
from finance.locks import locks_on
from finance.models import Account, LedgerImport, Transaction
from finance.models.coding import Codes
from finance.money import to_minor
from people.formats import written_day

Kind = Literal["new", "known", "changed", "probable"]
NO_NAMES: Mapping[uuid.UUID, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Novelty:
    """The result for one row. `changed`: the entry of its id has other content. `probable`: an entry that came another way has its day
    and amount. `twin` is that entry; None for a new row.
    """

    kind: Kind
    twin: Transaction | None = None


def compare(
    rows: Sequence[Transaction],
    ledger: Iterable[Transaction],
    *,
    way: str,
    ways: Mapping[str, str],
    names: Mapping[uuid.UUID, str] = NO_NAMES,
) -> list[Novelty]:
    """Return the result of each row in their order; each entry matches one row only.

    Rows of one way with different ids are never the same. `way` is how the rows come, `ways` the way of each origin, `names` the ids
    that the source has for entries with other ids.
    """
    books = _Books(ledger, rows, ways, names)
    by_id = [books.by_id.get(row.external_id) if row.external_id else None for row in rows]
    novelties = [
        Novelty(kind="known" if content(row) == content(twin) else "changed", twin=twin) if twin else None
        for row, twin in zip(rows, by_id, strict=True)
    ]
    for place, row in enumerate(rows):
        if novelties[place] is None and (twin := books.equal_to(row)):
            novelties[place] = Novelty(kind="known", twin=twin)
    for place, row in enumerate(rows):
        if novelties[place] is None and (twin := books.likely(row, way=way)):
            novelties[place] = Novelty(kind="probable", twin=twin)
    return [novelty or Novelty(kind="new") for novelty in novelties]


def content(row: Transaction) -> tuple[dt.date, int, str, str, str]:
    """Return the values that make rows equal. The status is not among them: a pending row posted meanwhile is the same row."""
    return row.booked_on, row.amount_minor, row.description, row.reference, row.number


class _Books:
    """The entries that may still match a row of the file."""

    def __init__(
        self, ledger: Iterable[Transaction], rows: Iterable[Transaction], ways: Mapping[str, str], names: Mapping[uuid.UUID, str]
    ) -> None:
        ids = {row.external_id for row in rows if row.external_id}
        self.by_id: dict[str, Transaction] = {}
        self._equal: dict[tuple[object, ...], list[Transaction]] = defaultdict(list)
        self._near: dict[tuple[dt.date, int], dict[str, list[Transaction]]] = defaultdict(lambda: defaultdict(list))
        self._taken: set[uuid.UUID] = set()
        for row in ledger:
            name = names.get(row.pk, row.external_id)
            if name in ids:
                self.by_id[name] = row
            else:
                self._equal[content(row)].append(row)
                self._near[row.booked_on, row.amount_minor][ways.get(row.origin, row.origin)].append(row)
        for pool in self._equal.values():
            pool.sort(key=lambda row: not row.external_id)  # those without an id are last, and are taken first

    def equal_to(self, row: Transaction) -> Transaction | None:
        """Return and remove an entry of equal content; None if both have ids."""
        pool = self._equal[content(row)]
        if not pool or (row.external_id and pool[-1].external_id):
            return None
        twin = pool.pop()
        self._taken.add(twin.pk)
        return twin

    def likely(self, row: Transaction, *, way: str) -> Transaction | None:
        """Return and remove an entry of the same day and amount that came another way."""
        for other, pool in self._near[row.booked_on, row.amount_minor].items():
            while other != way and pool:
                twin = pool.pop()
                if twin.pk not in self._taken:
                    return twin
        return None


Outcome = Literal["new", "probable", "changed", "refused", "known"]
OUTCOMES: tuple[Outcome, ...] = ("new", "probable", "changed", "refused", "known")
LONGEST_TEXT = 1000
MOST_IDS = 500
Key = TypeVar("Key", str, UUID)
LONGEST = {"external_id": 200, "reference": 200, "number": 40}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A row with its outcome. `entry` is the entry it would become, None if refused; `twin` is the entry that it is, or may be."""

    row: FileRow
    outcome: Outcome
    reason: str = ""
    entry: Transaction | None = None
    twin: Transaction | None = None


def judge(account: Account, part: FileAccount, *, way: str, origin: str, names: Mapping[UUID, str] = NO_NAMES) -> tuple[Judged, ...]:
    """Return the outcome of every row in the order of the file. `names` are ids of the file for entries with other ids."""
    rows = _without_useless_ids(part.rows)
    refused = {row.place: reason for row in rows if (reason := _refusal(account, row))}
    entries = {row.place: _entry(account, row, origin) for row in rows if row.place not in refused}
    ledger = _ledger(account, entries.values(), names)
    imports = LedgerImport.objects.of(account.organization).filter(account=account)
    ways = {f"import:{pk}": way_of_import for pk, way_of_import in imports.values_list("pk", "way")}
    novelties = dict(zip(entries, compare(list(entries.values()), ledger, way=way, ways=ways, names=names), strict=True))
    judged = []
    for row in rows:
        if row.place in refused:
            judged.append(Judged(row=row, outcome="refused", reason=refused[row.place]))
            continue
        entry, novelty = entries[row.place], novelties[row.place]
        twin, reason = novelty.twin, ""
        # A lock refuses a row that would be added.
        if novelty.kind in {"new", "probable"} and (lock := next(locks_on(added=[entry]), None)):
            judged.append(Judged(row=row, outcome="refused", reason=str(lock), twin=twin))
            continue
        if novelty.kind == "probable":
            reason = _("probably the same as an entry from another source")
        elif novelty.kind == "changed" and twin:
            same_money = (entry.booked_on, entry.amount_minor) == (twin.booked_on, twin.amount_minor)
            reason = (
                _("the ledger has this ID with another description")
                if same_money
                else _("the ledger has this ID with another date or amount")
            )
        judged.append(Judged(row=row, outcome=novelty.kind, reason=reason, entry=entry, twin=twin))
    return tuple(judged)


def _refusal(account: Account, row: FileRow) -> str:
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


def _entry(account: Account, row: FileRow, origin: str) -> Transaction:
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


def _without_useless_ids(rows: Sequence[FileRow]) -> list[FileRow]:
    """Return the rows without ids that a bank gives to rows of different contents; the second row of an equal pair has a problem."""
    contents: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for row in rows:
        contents[row.external_id].add((row.booked_on, row.amount))
    checked: list[FileRow] = []
    earlier_ids: set[str] = set()
    for row in rows:
        if len(contents[row.external_id]) > 1:
            checked.append(replace(row, external_id=""))
        elif row.external_id and row.external_id in earlier_ids:
            checked.append(replace(row, problem=row.problem or _("the ID %(id)s is in the file twice.") % {"id": row.external_id}))
        else:
            checked.append(row)
        earlier_ids.add(row.external_id)
    return checked


def _ledger(account: Account, entries: Iterable[Transaction], names: Mapping[UUID, str]) -> Iterator[Transaction]:
    """Yield the entries of the file's days, and those of other days with an id of the file; entries in `names` have no own id."""
    entries = list(entries)
    if not entries:
        return
    first, last = min(entry.booked_on for entry in entries), max(entry.booked_on for entry in entries)
    yield from account.transactions.booked_between(first, last)
    elsewhere = account.transactions.exclude(booked_on__range=(first, last))
    ids = [entry.external_id for entry in entries if entry.external_id]
    for some in _some(ids):
        yield from elsewhere.filter(external_id__in=some)
    for named in _some(list(names)):
        yield from elsewhere.filter(pk__in=named)


def _some(keys: Sequence[Key]) -> Iterator[Sequence[Key]]:
    """Return parts of the keys, as many as a query may name."""
    return (keys[start : start + MOST_IDS] for start in range(0, len(keys), MOST_IDS))


OF_ITSELF = {"known", "changed"}


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
