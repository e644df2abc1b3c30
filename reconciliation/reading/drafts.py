"""What was seen, parted into accounts: a plain opening, a new period or another number begins a statement."""

import datetime as dt
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property

from reconciliation.reading.calendar import Calendar
from reconciliation.reading.entries import Entry, Seen, Table

NO_PERIOD = re.compile(r"\b(?:fee|interest|promotion\w*|offer|tax|holiday|rate|previous|last|prior)\b")


@dataclass(eq=False)
class Draft:
    """One account of one period, as far as the scan saw it."""

    seen: list[Seen] = field(default_factory=list)
    doubts: set[str] = field(default_factory=set)
    said_before: list[Seen] = field(default_factory=list)  # periods that the file printed before this account

    def of(self, *kinds: str) -> list[Seen]:
        return [one for one in self.seen if one.kind in kinds]

    @property
    def entries(self) -> list[Entry]:
        return [one.entry for one in self.seen if one.entry is not None]

    @cached_property
    def tables(self) -> list[Table]:
        """The tables, each with this account's entries only, in printed order."""
        found: dict[int, Table] = {}
        for one in self.of("entry"):
            if one.table is not None and one.entry is not None:
                table = found.setdefault(id(one.table), Table(one.table.heading, one.table.header))
                table.entries.append(one.entry)
        return list(found.values())

    @property
    def period(self) -> tuple[dt.date, dt.date] | None:
        for seen in (self.of("period"), self.said_before):
            for one in seen:
                if not NO_PERIOD.search(one.label):
                    return one.period
        return None

    @property
    def number(self) -> str:
        return next((one.label for one in self.of("number")), "")


def part(seen: Sequence[Seen], calendar: Calendar) -> list[Draft]:
    """The accounts of the document, in printed order; those without rows only where nothing else shows their balances."""
    drafts = [Draft()]
    for index, raw in enumerate(seen):
        one = _as_forward(_dated(raw, drafts[-1], seen[index + 1 :]), drafts[-1])
        if _begins(one, drafts[-1], seen[index + 1 :], calendar):
            drafts.append(_next(drafts[-1]))
        drafts[-1].seen.append(one)
    return _worth_telling(drafts)


def _dated(one: Seen, draft: Draft, following: Sequence[Seen]) -> Seen:
    """A balance named only by its day opens an account that has none yet, and closes one that has."""
    if one.kind != "dated":
        return one
    opened = draft.of("opening", "brought")
    again = _closed(draft) and _entries_follow(following) if draft.entries else False
    return replace(one, kind="closing" if (opened or draft.entries) and not again else "opening")


def _as_forward(one: Seen, draft: Draft) -> Seen:
    """An opening within the rows that repeats the balance reached there is a page's forward line, if nothing closed the account."""
    if one.kind != "opening" or not one.inside or not draft.entries or _closed_for_good(draft):
        return one
    reached = _reached(draft)
    if reached is None or one.value != reached or (draft.period is None and not draft.of("closing")):
        return one
    draft.doubts.add("segments")
    return replace(one, kind="brought")


def _closed_for_good(draft: Draft) -> bool:
    last_entry = max(index for index, one in enumerate(draft.seen) if one.kind == "entry")
    return any(one.kind in {"closing", "period", "number", "page_one"} for one in draft.seen[last_entry:])


def _reached(draft: Draft) -> Decimal | None:
    """The last balance printed in the rows, carried forward or beside a row."""
    for one in reversed(draft.seen):
        if one.kind in {"carried", "brought"}:
            return one.value
        if one.entry is not None:
            figure = one.entry.figures.get("balance")
            return None if figure is None else figure.printed
    return None


def _next(before: Draft) -> Draft:
    """What was said of the document before the first account counts for the next ones too."""
    trailing: list[Seen] = []
    while before.seen and before.seen[-1].kind in {"number", "period", "summary"} and before.entries:
        trailing.insert(0, before.seen.pop())
    return Draft(seen=trailing, said_before=[*before.of("period")[:1], *before.said_before[:1]])


def _begins(one: Seen, draft: Draft, following: Sequence[Seen], calendar: Calendar) -> bool:
    if one.kind == "opening":
        return _opening_begins(one, draft, following, calendar)
    if draft.entries and one.kind in {"number", "closing", "entry", "period"} and _ended_backwards(draft, calendar):
        return True
    if one.kind == "page_one":
        return bool(draft.entries)
    if one.kind == "period" and draft.entries and draft.period and one.period and not NO_PERIOD.search(one.label):
        first, last = draft.period
        return one.period[0] >= last or one.period[1] <= first
    if one.kind == "number" and draft.entries and draft.number:
        return _digits(one.label) != _digits(draft.number) and _followed_by_balance(following)
    return False


def _ended_backwards(draft: Draft, calendar: Calendar) -> bool:
    """Where the newest row comes first, an opening below the rows ends the account."""
    places = [index for index, one in enumerate(draft.seen) if one.kind == "entry"]
    ends = any(one.kind == "opening" and one.inside for one in draft.seen[places[-1] :])
    return ends and newest_first(draft.entries, calendar)


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)[-4:]


def _followed_by_balance(following: Sequence[Seen]) -> bool:
    for one in following:
        if one.kind in {"opening", "brought"}:
            return True
        if one.kind == "entry":
            return False
    return False


def _opening_begins(one: Seen, draft: Draft, following: Sequence[Seen], calendar: Calendar) -> bool:
    openings = draft.of("opening", "brought")
    if not openings and not draft.entries:
        return False
    more = _entries_follow(following)
    if openings and openings[0].value == one.value:
        return bool(draft.entries) and more and _closed(draft)
    if not openings and draft.entries:
        return more and not newest_first(draft.entries, calendar)
    return True


def _closed(draft: Draft) -> bool:
    last_entry = max(index for index, one in enumerate(draft.seen) if one.kind == "entry")
    return any(one.kind in {"closing", "carried"} for one in draft.seen[last_entry:])


def _entries_follow(following: Sequence[Seen]) -> bool:
    for one in following:
        if one.kind == "entry":
            return True
        if one.kind == "opening":
            return False
    return False


def newest_first(entries: Sequence[Entry], calendar: Calendar) -> bool:
    """Do the rows run from the last day to the first?"""
    dates = [date for entry in entries if (date := first_date(entry, calendar)) is not None]
    falls = sum(after < before for before, after in itertools.pairwise(dates))
    rises = sum(after > before for before, after in itertools.pairwise(dates))
    return falls > rises


def first_date(entry: Entry, calendar: Calendar) -> dt.date | None:
    for role in ("date", "transaction", "value", "second"):
        if role in entry.days:
            return calendar.date(entry.days[role])
    return None


def _worth_telling(drafts: list[Draft]) -> list[Draft]:
    full = [draft for draft in drafts if draft.entries]
    told = {(balance(draft, "opening"), balance(draft, "closing")) for draft in full}
    quiet = [
        draft
        for draft in drafts
        if not draft.entries
        and draft.of("opening")
        and draft.of("closing")
        and (balance(draft, "opening"), balance(draft, "closing")) not in told
    ]
    return [draft for draft in drafts if draft in full or draft in quiet]


def balance(draft: Draft, kind: str) -> object:
    found = draft.of(kind)
    return found[0].value if found else None
