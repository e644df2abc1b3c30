"""Which balances are an account's, where their words alone do not say so: in lists, in summaries, between rows, and named by their days."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft, first_date
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.metadata import last_digits
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.phrases import DATED, NO_BALANCE, TOTAL, direction

BALANCE = re.compile(r"\b(?:balance|saldo|kontostand|solde)$")
NAMED_BALANCE = re.compile(r"\b(?:balance|\w*saldo|kontostand|solde)\b")
IN_LINE = 3.0  # points between the right edges of sums below one another
FEWEST_SUMS = 3  # above such a balance, the opening with them
FEWEST_CLOSINGS = 2  # with further rows below them
ENDS = frozenset({"opening", "closing", "brought", "carried", "entry", "number", "page_one"})
TURNED = {"opening": "closing", "closing": "opening"}
Listed = Mapping[str, Sequence[ScanItem]]  # the balances in lists of accounts, by the last digits of the account's number


def with_reached(seen: Sequence[ScanItem], *, card: bool) -> list[ScanItem]:
    """Return what was seen, with a balance at the foot of a summary as its closing if the sums below an opening come to it as printed; on
    a card that names no closing, also another last sum, if it names no side."""
    known: list[ScanItem] = []
    sums: list[Figure] = []  # the figures below one another since an opening
    of_any_name = card and not any(item.kind == "closing" for item in seen)
    for place, item in enumerate(seen):
        kind = item.kind
        if kind in ENDS:
            sums = [item.figure] if kind == "opening" and item.figure is not None else []
        elif kind == "summary" and sums and item.figure is not None and abs(item.figure.x1 - sums[0].x1) <= IN_LINE:
            below = next((one.figure.x1 for one in seen[place + 1 :] if one.figure is not None and one.kind == "summary"), 0.0)
            foot = of_any_name and item.value and not direction(item.label, card=True) and abs(below - sums[0].x1) > IN_LINE
            reached = len(sums) >= FEWEST_SUMS and item.figure.printed == sum(figure.printed for figure in sums)
            if reached and (foot or BALANCE.search(item.label)) and not NO_BALANCE.search(item.label):
                kind, sums = "closing", []
            else:
                sums.append(item.figure)
        known.append(item if kind == item.kind else replace(item, kind=kind))
    return known


def with_ends(draft: Draft) -> Draft:
    """Return the account with its balances as those that open it, close it, or are beside its rows."""
    draft = _without_totals(_days_closed(draft))
    above = next((item for item in draft.of("entry", "carried") if draft.entries), None)
    if above is not None and above.kind == "carried" and not draft.newest_first and not draft.has("opening", "brought"):
        draft = draft.seeing(replace(item, kind="brought") if item is above else item for item in draft.seen)
    return _ends_by_day(draft)


def _without_totals(draft: Draft) -> Draft:
    """Take for the closing, instead of the total of several balances, the one of them that is beside the last row."""
    last = draft.entries[0 if draft.newest_first else -1].figures.get("balance") if draft.entries else None
    parts = [(item, item.figure.printed) for item in draft.of("summary", "closing") if item.figure and not NO_BALANCE.search(item.label)]
    own = [item for item, size in parts if last is not None and size == last.printed and NAMED_BALANCE.search(item.label)]
    for total, whole in parts if last is not None and own else ():
        others = [(item, size) for item, size in parts if item not in {own[0], total}]
        on_row = sum(size for item, size in others if item.printed is total.printed)
        named = total.kind == "closing" and total not in own and TOTAL.search(total.label)
        if last is not None and named and whole - last.printed in {on_row, *(size for _, size in others)}:
            turned = {total: "summary", own[0]: "closing"}
            return draft.seeing(replace(item, kind=turned.get(item, item.kind)) for item in draft.seen)
    return draft


def _days_closed(draft: Draft) -> Draft:
    """Put closings that are named alike between the rows beside the last row of their day; only the last of them closes the account."""
    between, waiting, above = list[tuple[ScanItem, Entry]](), list[tuple[ScanItem, Entry]](), None
    for item in draft.seen:
        if item.entry is not None and item.kind == "entry":
            between += waiting
            waiting, above = [], item.entry
        elif item.kind == "closing" and item.inside and above is not None:
            waiting.append((item, above))
        elif item.kind in {"opening", "brought", "carried"}:
            waiting, above = [], None
    if draft.newest_first or len(between) < FEWEST_CLOSINGS or len({closing.label for closing, _ in between}) > 1:
        return draft
    for closing, entry in between:
        if closing.figure is not None:
            entry.figures.setdefault("balance", closing.figure)
    closings = {closing for closing, _ in between}
    return draft.seeing(item for item in draft.seen if item not in closings)


def _ends_by_day(draft: Draft) -> Draft:
    """Take the earlier of two balances named by their days for the opening, and one alone, of the last row's day, for the closing. A day
    outside the printed period, or its eve, tells nothing: its month was another row's."""
    ends = [draft.of(kind)[0] for kind in ("opening", "closing") if draft.has(kind)]
    days = {item.kind: date for item in ends if item.day and (date := draft.calendar.date(item.day)) is not None}
    opened, closed, period = days.get("opening"), days.get("closing"), draft.period
    by_day = all(DATED.search(item.label) for item in ends)
    words_name_both = all(balance_kind(item.label) == item.kind for item in ends)
    outside = period and any(not period[0] - dt.timedelta(days=1) <= day <= period[1] for day in days.values())
    if opened is None or outside or words_name_both or not (draft.newest_first or by_day):
        return draft
    dates = {date for entry in draft.entries if (date := first_date(entry, draft.calendar)) is not None}
    closes = by_day and not draft.has("closing") and len(dates) > 1 and max(dates) <= opened
    if closes or (closed is not None and opened > closed):
        return draft.seeing(replace(item, kind=TURNED.get(item.kind, item.kind)) for item in draft.seen)
    return draft


def apart_from_lists(seen: Sequence[ScanItem]) -> tuple[Listed, list[ScanItem]]:
    """Return the balances in lists of accounts, and what else was seen but the sums of the listed closing balances right below a list."""
    listed: dict[str, list[ScanItem]] = {}
    others: list[ScanItem] = []
    closings: list[Decimal] = []
    sums: set[Printed] = set()
    for item in seen:
        if item.kind == "overview":
            listed.setdefault(last_digits(item.label), []).append(item)
            closings += [item.value] if item.role == "closing" and item.value is not None else []
            continue
        if item.printed is not None and len(closings) > 1 and any(figure.printed == sum(closings) for figure in item.printed.figures):
            sums.add(item.printed)
        elif item.printed not in sums:
            closings = []
        if item.printed not in sums or item.kind not in {"total", "summary"}:
            others.append(item)
    return listed, others


def with_overviews(drafts: Sequence[Draft], listed: Listed, calendar: Calendar) -> list[Draft]:
    """Return each account with the balances of its list that it does not print itself; then the accounts that only the list names. While
    rows lack both ends, these may be theirs: they are, if the rows have no number, one account is listed and no other one has rows."""
    accounts = [_with_listed(draft, listed.get(last_digits(draft.number), ())) if draft.full else draft for draft in drafts]
    known = {digits for draft in drafts for digits in draft.numbers}
    named = [(replace(own[0], kind="number", figure=None, role=""), own) for digits, own in listed.items() if digits not in known]
    of_lists = [Draft(calendar, seen=[number, *(replace(item, kind=item.role, role="") for item in own)]) for number, own in named]
    full = [draft for draft in accounts if draft.full]
    without_ends = [draft for draft in full if draft.entries and not draft.has("opening", "closing", "brought", "carried")]
    if len(listed) == len(of_lists) == len(full) == len(without_ends) == 1 and not full[0].number:
        return [draft if draft is not full[0] else draft.seeing([*draft.seen, *of_lists[0].seen]) for draft in accounts]
    return accounts if without_ends else [*accounts, *of_lists]


def _with_listed(draft: Draft, balances: Sequence[ScanItem]) -> Draft:
    """Add the balances that its number has once in the list; if an account's own balance is another than listed, something is misread."""
    by_role = {role: [item for item in balances if item.role == role] for role in {item.role for item in balances}}
    missing = [item for item in balances if len(by_role[item.role]) == 1 and not draft.has(item.role)]
    differs = any(draft.has(role) and not _sizes(draft.of(role)) & _sizes(roled) for role, roled in by_role.items())
    if not missing and not differs:
        return draft
    account = draft.seeing([*(replace(item, kind=item.role, role="", printed=None) for item in missing), *draft.seen])
    account.doubts |= {"overview_differs"} if differs else set()
    return account


def _sizes(balances: Sequence[ScanItem]) -> set[Decimal]:
    return {abs(item.value) for item in balances if item.value is not None}
