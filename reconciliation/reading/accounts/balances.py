"""Which balances are an account's, where their words alone do not say so: in lists, in summaries, between rows, and named by their days."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft, first_date
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.account_names import last_digits
from reconciliation.reading.scanning.entries import Entry, Seen
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.phrases import DATED, NO_BALANCE

BALANCE = re.compile(r"\b(?:balance|saldo|kontostand|solde)$")
IN_LINE = 3.0  # points between the right edges of sums below one another
FEWEST_SUMS = 3  # above such a balance, the opening with them
FEWEST_CLOSINGS = 2  # with further rows below them
ENDS = frozenset({"opening", "closing", "brought", "carried", "entry", "number", "page_one"})
TURNED = {"opening": "closing", "closing": "opening"}
Listed = Mapping[str, Sequence[Seen]]  # the balances in lists of accounts, by the last digits of the account's number


def with_reached(seen: Sequence[Seen]) -> list[Seen]:
    """Return what was seen, with a balance at the foot of a summary as its closing if the sums below an opening come to it as printed."""
    known = list(seen)
    for place, opening in enumerate(known):
        if opening.kind != "opening" or opening.figure is None:
            continue
        sums = [opening.figure]
        for index in range(place + 1, len(known)):
            one = known[index]
            if one.kind in ENDS:
                break
            if one.kind == "summary" and one.figure is not None and abs(one.figure.x1 - sums[0].x1) <= IN_LINE:
                named = BALANCE.search(one.label) and not NO_BALANCE.search(one.label)
                if named and len(sums) >= FEWEST_SUMS and one.figure.printed == sum(figure.printed for figure in sums):
                    known[index] = replace(one, kind="closing")
                    break
                sums.append(one.figure)
    return known


def with_ends(draft: Draft) -> Draft:
    """Return the account with its balances as those that open it, close it, or are beside its rows."""
    draft = _days_closed(draft)
    first = next((place for place, one in enumerate(draft.seen) if one.kind == "entry"), 0)
    carried = next((one for one in draft.seen[:first] if one.kind == "carried"), None)
    if carried is not None and not draft.newest_first and not draft.has("opening", "brought"):
        draft = draft.seeing(replace(one, kind="brought") if one is carried else one for one in draft.seen)
    return _ends_by_day(draft)


def _days_closed(draft: Draft) -> Draft:
    """Put closings that are named alike between the rows beside the last row of their day; only the last of them closes the account."""
    between, waiting, above = list[tuple[Seen, Entry]](), list[tuple[Seen, Entry]](), None
    for one in draft.seen:
        if one.entry is not None and one.kind == "entry":
            between += waiting
            waiting, above = [], one.entry
        elif one.kind == "closing" and one.inside and above is not None:
            waiting.append((one, above))
        elif one.kind in {"opening", "brought", "carried"}:
            waiting, above = [], None
    if draft.newest_first or len(between) < FEWEST_CLOSINGS or len({closing.label for closing, _ in between}) > 1:
        return draft
    for closing, entry in between:
        if closing.figure is not None:
            entry.figures.setdefault("balance", closing.figure)
    closings = {closing for closing, _ in between}
    return draft.seeing(one for one in draft.seen if one not in closings)


def _ends_by_day(draft: Draft) -> Draft:
    """Take the earlier of two balances named by their days for the opening, and one alone, of the last row's day, for the closing.

    A day outside the printed period, or its eve, tells nothing: its month was another row's.
    """
    ends = [draft.of(kind)[0] for kind in ("opening", "closing") if draft.has(kind)]
    days = {one.kind: date for one in ends if one.day and (date := draft.calendar.date(one.day)) is not None}
    period = draft.period
    if period and any(not period[0] - dt.timedelta(days=1) <= day <= period[1] for day in days.values()):
        return draft
    by_day = all(DATED.search(one.label) for one in ends)
    opened, closed = days.get("opening"), days.get("closing")
    if opened is None or not (draft.newest_first or by_day):
        return draft
    dates = {date for entry in draft.entries if (date := first_date(entry, draft.calendar)) is not None}
    closes = by_day and not draft.has("closing") and len(dates) > 1 and max(dates) <= opened
    if closes or (closed is not None and opened > closed):
        return draft.seeing(replace(one, kind=TURNED.get(one.kind, one.kind)) for one in draft.seen)
    return draft


def apart_from_lists(seen: Sequence[Seen]) -> tuple[Listed, list[Seen]]:
    """Return the balances in lists of accounts, and what else was seen.

    The sums of the closing balances right below a list are left out: whatever such a line is called, as total deposits, it is none of one
    account's rows.
    """
    listed: dict[str, list[Seen]] = {}
    others: list[Seen] = []
    closings: list[Decimal] = []
    sums: set[Printed] = set()
    for one in seen:
        if one.kind == "overview":
            listed.setdefault(last_digits(one.label), []).append(one)
            closings += [one.value] if one.role == "closing" and one.value is not None else []
            continue
        if one.printed is not None and len(closings) > 1 and any(figure.printed == sum(closings) for figure in one.printed.figures):
            sums.add(one.printed)
        elif one.printed not in sums:
            closings = []
        if one.printed not in sums or one.kind not in {"total", "summary"}:
            others.append(one)
    return listed, others


def with_overviews(drafts: Sequence[Draft], listed: Listed, calendar: Calendar) -> list[Draft]:
    """Return each account with the balances of its list that it does not print itself; then the accounts that only the list names."""
    accounts = [_with_listed(draft, listed.get(last_digits(draft.number), ())) if draft.full else draft for draft in drafts]
    known = {digits for draft in drafts for digits in draft.numbers}
    for digits, balances in listed.items():
        if digits not in known:
            number = replace(balances[0], kind="number", figure=None, role="")
            accounts.append(Draft(calendar, seen=[number, *(replace(one, kind=one.role, role="") for one in balances)]))
    return accounts


def _with_listed(draft: Draft, balances: Sequence[Seen]) -> Draft:
    """Add the balances that its number has once in the list; if an account's own balance is another than listed, something is misread."""
    by_role = {role: [one for one in balances if one.role == role] for role in {one.role for one in balances}}
    missing = [one for one in balances if len(by_role[one.role]) == 1 and not draft.has(one.role)]
    differs = any(draft.has(role) and not _sizes(draft.of(role)) & _sizes(roled) for role, roled in by_role.items())
    if not missing and not differs:
        return draft
    account = draft.seeing([*(replace(one, kind=one.role, role="", printed=None) for one in missing), *draft.seen])
    account.doubts |= {"overview_differs"} if differs else set()
    return account


def _sizes(balances: Sequence[Seen]) -> set[Decimal]:
    return {abs(one.value) for one in balances if one.value is not None}
