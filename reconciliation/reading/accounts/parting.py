"""What was seen, parted into accounts: a plain opening, a new period or another number begins a statement."""

import datetime as dt
from collections.abc import Sequence, Set
from dataclasses import replace
from decimal import Decimal

from reconciliation.reading.accounts.behind import balances_behind_rows, begins_behind
from reconciliation.reading.accounts.days_closed import with_days_closed
from reconciliation.reading.accounts.drafts import NO_PERIOD, Draft, balance, first_date
from reconciliation.reading.accounts.listed import overviews_of, with_overviews, without_sums
from reconciliation.reading.accounts.reached import with_reached
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.account_names import last_digits
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.tokens.money_marks import CODES
from reconciliation.reading.vocabulary.phrases import COPY, DATED

CLOSES = frozenset({"closing", "period", "number", "page_one"})
TURNED = {"opening": "closing", "closing": "opening"}
OF_A_HEAD = frozenset({"opening", "closing", "brought", "dated", "period", "nothing"})
OF_A_NEXT_HEAD = frozenset({"opening", "closing", "dated", "nothing"})  # that no page which goes on prints above its rows
OF_THE_NEXT = frozenset({"number", "period", "summary"})


def part(seen: Sequence[Seen], calendar: Calendar) -> list[Draft]:
    """The accounts of the document, in printed order; those without rows only where nothing else shows their balances."""
    seen = with_reached(seen)
    listed = overviews_of(seen)
    due = "summary" if any(one.kind in {"closing", "carried"} for one in seen) else "closing"
    seen = without_sums(seen)
    drafts = [Draft()]
    entries_follow, head_follows = _ahead(seen, {"entry"}, {"opening"}), _ahead(seen, OF_A_HEAD, {"entry", "number"}, on_page=True)
    closing_follows = _ahead(seen, {"closing", "carried"}, {"opening"})
    behind, goes_on = balances_behind_rows(seen), [not ahead for ahead in _ahead(seen, OF_A_NEXT_HEAD, {"entry"}, on_page=True)]
    for index, raw in enumerate(seen):
        draft = drafts[-1]
        one = _as_forward(_dated(_due(raw, draft, due), draft, more=entries_follow[index], calendar=calendar), draft)
        one = one if closing_follows[index] else _as_aside(one, drafts)
        head = one.role == "titled" or head_follows[index] or last_digits(one.label) in listed
        if one.role == "only" and goes_on[index] and draft.has(*OF_A_NEXT_HEAD):
            continue
        begins = begins_behind(one, draft) if behind else _begins(one, draft, more=entries_follow[index], head=head)
        if begins:
            trailing = draft.take_trailing(OF_THE_NEXT)
            drafts.append(Draft(said_before=draft.said))
            for before in trailing:
                drafts[-1].add(before, calendar)
        drafts[-1].add(one, calendar)
    ordered = [_in_order(_brought(with_days_closed(draft, calendar), calendar), calendar) for draft in drafts]
    return _worth_telling(with_overviews(ordered, listed, calendar))


def _due(one: Seen, draft: Draft, kind: str) -> Seen:
    """What a card's holder owes closes it where nothing else does; another sum due is of something else, as of a plan to pay it off."""
    if one.kind != "due":
        return one
    other = any(seen.value != one.value for seen in draft.of("closing"))
    return replace(one, kind="summary" if other else kind, day=None)


def _day_of(seen: Sequence[Seen], calendar: Calendar) -> dt.date | None:
    return calendar.date(seen[0].day) if seen and seen[0].day else None


def _brought(draft: Draft, calendar: Calendar) -> Draft:
    """Where nothing else opens an account, what is carried forward above its first row is brought there."""
    first = next((place for place, one in enumerate(draft.seen) if one.kind == "entry"), 0)
    carried = [one for one in draft.seen[:first] if one.kind == "carried"]
    if draft.newest_first or draft.has("opening", "brought") or not carried:
        return draft
    return draft.retold((replace(one, kind="brought") if one is carried[0] else one for one in draft.seen), calendar)


def _in_order(draft: Draft, calendar: Calendar) -> Draft:
    """Of balances named by their days the earlier opens, whichever stands first on the page; one alone, of the last row's day, closes.

    A day outside the printed period tells nothing: its month was another row's.
    """
    opened, closed = (_day_of(draft.of(kind), calendar) for kind in ("opening", "closing"))
    if any(day is not None and not _in_period(day, draft) for day in (opened, closed)):
        return draft
    by_day = all(DATED.search(draft.of(kind)[0].label) for kind in ("opening", "closing") if draft.has(kind))
    if opened is None or not (draft.newest_first or by_day):
        return draft
    if (closed is None or opened <= closed) and not (by_day and not draft.has("closing") and _after_rows(opened, draft, calendar)):
        return draft
    return draft.retold((replace(one, kind=TURNED.get(one.kind, one.kind)) for one in draft.seen), calendar)


def _in_period(day: dt.date, draft: Draft) -> bool:
    """The eve of the first day counts: what opens a period is the balance of the day before."""
    return draft.period is None or draft.period[0] - dt.timedelta(days=1) <= day <= draft.period[1]


def _after_rows(day: dt.date, draft: Draft, calendar: Calendar) -> bool:
    """Is it no day before the last of rows of several days?"""
    days = {date for entry in draft.entries if (date := first_date(entry, calendar)) is not None}
    return len(days) > 1 and max(days) <= day


def _ahead(seen: Sequence[Seen], wanted: Set[str], stops: Set[str], *, on_page: bool = False) -> list[bool]:
    """For each place, whether one of the wanted kinds follows before one that stops the look; `on_page`: and none on a page further on, as
    where a page's foot prints the bank's own number."""
    found, ahead = [False] * len(seen), False
    for index in range(len(seen) - 1, -1, -1):
        if on_page and index + 1 < len(seen) and seen[index].page != seen[index + 1].page:
            ahead = False
        found[index] = ahead
        ahead = seen[index].kind in wanted or (ahead and seen[index].kind not in stops)
    return found


def _dated(one: Seen, draft: Draft, *, more: bool, calendar: Calendar) -> Seen:
    """A balance named only by its day opens an account that has none yet, and closes one that has."""
    if one.kind != "dated":
        return one
    opened = draft.has("opening", "brought") or bool(draft.entries)
    again = bool(draft.entries) and more and _closed(draft)
    return replace(one, kind="closing" if opened and not (again or _repeats_opening(one, draft, calendar)) else "opening")


def _repeats_opening(one: Seen, draft: Draft, calendar: Calendar) -> bool:
    """True if the balance is that of the account's opening, on the first day of its period."""
    begins = draft.period is not None and one.day is not None and calendar.date(one.day) == draft.period[0]
    return begins and one.value in {other.value for other in draft.of("opening", "brought")}


def _as_forward(one: Seen, draft: Draft) -> Seen:
    """An opening within the rows that repeats the balance reached there is a page's forward line, if nothing closed the account."""
    if one.kind != "opening" or not one.inside or not draft.entries or any(_closes(other, draft) for other in draft.since_entry):
        return one
    reached = _reached(draft)
    if reached is None or one.value != reached or (draft.period is None and not draft.has("closing")):
        return one
    draft.doubts.add("segments")
    return replace(one, kind="brought")


def _closes(one: Seen, draft: Draft) -> bool:
    """Does something else begin there? The number that a page repeats is the account's own."""
    above = {last_digits(other.label) for other in draft.of("number") if other not in draft.since_entry}
    return one.kind in CLOSES and not (one.kind == "number" and last_digits(one.label) in above)


def _as_aside(one: Seen, drafts: Sequence[Draft]) -> Seen:
    """An opening between an account's balances and its rows that nothing closes is of something else, as of points."""
    draft = drafts[-1]
    alone = one.kind == "opening" and not one.inside and not draft.entries and draft.has("closing") and draft.has("opening")
    known = {other.value for before in drafts for other in before.of("opening")}
    return replace(one, kind="summary") if alone and one.value not in known else one


def _reached(draft: Draft) -> Decimal | None:
    """The last balance printed in the rows, carried forward or beside a row."""
    for one in reversed(draft.since_entry):
        if one.kind in {"carried", "brought"}:
            return one.value
    figure = draft.entries[-1].figures.get("balance")
    return None if figure is None else figure.printed


def _begins(one: Seen, draft: Draft, *, more: bool, head: bool) -> bool:
    if one.kind == "opening":
        return _opening_begins(one, draft, more=more)
    if not draft.full:
        return False
    if one.kind in {"number", "closing", "entry", "period"} and not _tells_again(one) and _ended_backwards(draft):
        return True
    if one.kind == "period" and draft.period and one.period and not NO_PERIOD.search(one.label):
        first, last = draft.period
        return one.period[0] >= last or one.period[1] <= first
    if one.kind == "number" and draft.number:
        return head and last_digits(one.label) not in draft.numbers
    if one.kind == "brought":
        closed = any(other.kind == "closing" for other in draft.since_entry)
        return more and not draft.newest_first and (closed or _of_another(one, draft))
    return one.kind == "page_one"


def _tells_again(one: Seen) -> bool:
    """Is it a row of a table of daily balances, or of one that repeats other rows?"""
    return one.entry is not None and (
        set(one.entry.figures) == {"balance"} or (one.table is not None and bool(COPY.search(one.table.heading)))
    )


def _of_another(one: Seen, draft: Draft) -> bool:
    """Does a balance brought forward stand under another heading or number than the rows before, and is it not the one reached there?"""
    last, reached = draft.of("entry")[-1].table, _reached(draft)
    other = one.table is not None and last is not None and one.table.heading not in {"", last.heading}
    return (other or _other_number(draft) or _other_currency(one, draft)) and reached is not None and one.value != reached


def _other_currency(one: Seen, draft: Draft) -> bool:
    """Does the line begin with a currency's name, and the last such line not with the same?"""
    named = [seen.label.upper().split()[:1] for seen in (*draft.of("opening", "brought")[-1:], one)]
    return named[0] != named[-1] and not CODES.isdisjoint(named[-1])


def _other_number(draft: Draft) -> bool:
    """Does another account's number stand below the rows than the last one above them?"""
    below = {last_digits(one.label) for one in draft.since_entry if one.kind == "number"}
    above = [last_digits(one.label) for one in draft.of("number") if one not in draft.since_entry]
    return bool(below and above) and above[-1] not in below


def _ended_backwards(draft: Draft) -> bool:
    """Where the newest row comes first, an opening below the rows ends the account."""
    return draft.newest_first and any(one.kind == "opening" and one.inside for one in draft.since_entry)


def _opening_begins(one: Seen, draft: Draft, *, more: bool) -> bool:
    opened = draft.has("opening") or (draft.has("brought") and not draft.newest_first)
    if not opened:
        return bool(draft.entries) and more and not draft.newest_first
    if _same_size(draft.of("opening", "brought")[0].value, one.value):
        return bool(draft.entries) and more and _closed(draft)
    return True


def _same_size(one: Decimal | None, other: Decimal | None) -> bool:
    """A debt stands without a sign in a summary, and on its side in the table."""
    return one is not None and other is not None and abs(one) == abs(other)


def _closed(draft: Draft) -> bool:
    return any(one.kind in {"closing", "carried"} for one in draft.since_entry)


def _worth_telling(drafts: list[Draft]) -> list[Draft]:
    told = {_ends(draft) for draft in drafts if draft.entries} - {(None, None)}
    return [draft for draft in drafts if draft.entries or (_is_quiet(draft) and _ends(draft) not in told)]


def _is_quiet(draft: Draft) -> bool:
    """Is it an account without rows: with two ends, or one end or its number and the word that nothing happened?"""
    return draft.full or draft.has("opening") + draft.has("closing") > 1


def _ends(draft: Draft) -> tuple[object, object]:
    return balance(draft, "opening"), balance(draft, "closing")
