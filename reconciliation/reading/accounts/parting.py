"""The rows and other findings of the scan, parted into accounts: a plain opening, a new period or another number begins a statement."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from decimal import Decimal
from itertools import dropwhile, groupby, pairwise, starmap, takewhile

from reconciliation.reading.accounts.drafts import NO_PERIOD, Draft, balance, first_date
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.metadata import last_digits
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.tokens.amounts import CODES, Figure
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.phrases import COPY, DATED, NO_BALANCE, TOTAL, direction

BALANCE = re.compile(r"\b(?:balance|saldo|kontostand|solde)$")
NAMED_BALANCE = re.compile(r"\b(?:balance|\w*saldo|kontostand|solde)\b")
IN_LINE = 3.0  # most points between the right edges of sums below one another
FEWEST_SUMS = 3  # fewest sums above such a balance, the opening included
FEWEST_CLOSINGS = 2  # fewest closings with further rows below them
ENDS = frozenset({"opening", "closing", "brought", "carried", "entry", "number", "page_one"})
TURNED = {"opening": "closing", "closing": "opening"}
Listed = Mapping[str, Sequence[ScanItem]]  # the balances in lists of accounts, by the last digits of the account's number

NOT_LETTER = re.compile(r"[^a-z]")
CLOSES = frozenset({"closing", "period", "number", "page_one"})
OF_A_HEAD = frozenset({"opening", "closing", "brought", "dated", "period", "nothing"})
OF_A_NEXT_HEAD = frozenset({"opening", "closing", "dated", "nothing"})  # kinds of lines that a continued page never prints above its rows
OF_A_PAGE = frozenset({"number", "period", "page_one", "stray"})  # lines in a page's head, also above a next account
SUMS = frozenset({"summary", "total", "loose", "outside"})
OF_THE_NEXT = frozenset({"number", "period", "summary"})
BEHIND_ROWS = ["entry", "opening", "closing"]  # kinds of lines, in order, of an account that prints both balances below its rows
OF_ACCOUNT = frozenset({*BEHIND_ROWS, "brought", "carried", "dated"})


def with_reached(items: Sequence[ScanItem], *, card: bool) -> list[ScanItem]:
    """Return the items, with a balance at the foot of a summary as its closing if the sums below an opening come to it as printed; on
    a card that names no closing, also another last sum, if it names no side."""
    known: list[ScanItem] = []
    sums: list[Figure] = []  # the figures below one another since an opening
    of_any_name = card and not any(item.kind == "closing" for item in items)
    for place, item in enumerate(items):
        kind = item.kind
        if kind in ENDS:
            sums = [item.figure] if kind == "opening" and item.figure is not None else []
        elif kind == "summary" and sums and item.figure is not None and abs(item.figure.x1 - sums[0].x1) <= IN_LINE:
            below = next((item.figure.x1 for item in items[place + 1 :] if item.figure is not None and item.kind == "summary"), 0.0)
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
        draft = draft.with_items(replace(item, kind="brought") if item is above else item for item in draft.items)
    # The earlier of two balances named by their days opens, and one alone, of the last row's day, closes. A day outside the printed period,
    # or its eve, says nothing: its month was another row's.
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
        return draft.with_items(replace(item, kind=TURNED.get(item.kind, item.kind)) for item in draft.items)
    return draft


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
            return draft.with_items(replace(item, kind=turned.get(item, item.kind)) for item in draft.items)
    return draft


def _days_closed(draft: Draft) -> Draft:
    """Put closings that are named alike between the rows beside the last row of their day; only the last of them closes the account."""
    between, waiting, above = list[tuple[ScanItem, Entry]](), list[tuple[ScanItem, Entry]](), None
    for item in draft.items:
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
    return draft.with_items(item for item in draft.items if item not in closings)


def apart_from_lists(items: Sequence[ScanItem]) -> tuple[Listed, list[ScanItem]]:
    """Return the balances in lists of accounts, and the other items but the sums of the listed closing balances right below a list."""
    listed: dict[str, list[ScanItem]] = {}
    others: list[ScanItem] = []
    closings: list[Decimal] = []
    sums: set[Printed] = set()
    for item in items:
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
    accounts: list[Draft] = []
    for draft in drafts:  # a balance counts if its number has it once in the list; if the account's own is another, something is misread
        balances = listed.get(last_digits(draft.number), ()) if draft.full else ()
        by_role = {role: [item for item in balances if item.role == role] for role in {item.role for item in balances}}
        missing = [item for item in balances if len(by_role[item.role]) == 1 and not draft.has(item.role)]
        differs = any(draft.has(role) and not _sizes(draft.of(role)) & _sizes(roled) for role, roled in by_role.items())
        added = [replace(item, kind=item.role, role="", printed=None) for item in missing]
        accounts.append(draft.with_items([*added, *draft.items]) if missing or differs else draft)
        accounts[-1].doubts |= {"overview_differs"} if differs else set()
    known = {digits for draft in drafts for digits in draft.numbers}
    named = [(replace(own[0], kind="number", figure=None, role=""), own) for digits, own in listed.items() if digits not in known]
    of_lists = [Draft(calendar, items=[number, *(replace(item, kind=item.role, role="") for item in own)]) for number, own in named]
    full = [draft for draft in accounts if draft.full]
    without_ends = [draft for draft in full if draft.entries and not draft.has("opening", "closing", "brought", "carried")]
    if len(listed) == len(of_lists) == len(full) == len(without_ends) == 1 and not full[0].number:
        return [draft if draft is not full[0] else draft.with_items([*draft.items, *of_lists[0].items]) for draft in accounts]
    return accounts if without_ends else [*accounts, *of_lists]


def _sizes(balances: Sequence[ScanItem]) -> set[Decimal]:
    return {abs(item.value) for item in balances if item.value is not None}


def part(items: Sequence[ScanItem], calendar: Calendar, *, card: bool) -> list[Draft]:
    """Return the accounts of the document, in printed order. An account without rows needs both balances, or the statement that nothing
    happened, and no account with rows may have the same balances."""
    listed, items = apart_from_lists(with_reached(items, card=card))
    kinds = [kind for kind, _ in groupby(item.kind for item in items if item.kind in OF_ACCOUNT)]
    behind = len(kinds) > len(BEHIND_ROWS) and kinds == BEHIND_ROWS * (len(kinds) // len(BEHIND_ROWS))
    due = "summary" if any(item.kind in {"closing", "carried"} for item in items) else "closing"
    rows_follow, closing_follows = _ahead(items, {"entry"}, {"opening"}), _ahead(items, {"closing", "carried"}, {"opening"})
    head_follows = _ahead(items, OF_A_HEAD, {"entry", "number"}, on_page=True)
    next_head_follows = _ahead(items, OF_A_NEXT_HEAD, {"entry"}, on_page=True)
    apart = _parted_by_balances(items)
    drafts = [Draft(calendar)]
    for index, raw in enumerate(items):
        draft, more = drafts[-1], rows_follow[index]
        item = _in_account(raw, drafts, due=due, more=more, closes=closing_follows[index])
        head = item.role == "titled" or head_follows[index] or last_digits(item.label) in listed
        if item.role == "only" and not next_head_follows[index] and draft.has(*OF_A_NEXT_HEAD):
            continue
        begins_behind = item.kind == "entry" and draft.has("closing")
        if raw in apart or (begins_behind if behind else _begins(item, draft, more=more, head=head)):
            trailing = draft.take_trailing(OF_THE_NEXT)
            periods = [*draft.of("period")[:1], *draft.earlier_periods[:1]]  # the periods of an account that prints none
            drafts.append(Draft(calendar, periods, items=trailing))
        drafts[-1].add(item)
    accounts = with_overviews([with_ends(draft) for draft in drafts], listed, calendar)
    ends = [(draft, (balance(draft, "opening"), balance(draft, "closing"))) for draft in accounts]
    known = {own for draft, own in ends if draft.entries} - {(None, None)}
    complete = [(draft, own) for draft, own in ends if draft.full or (draft.has("opening") and draft.has("closing"))]
    return [draft for draft, own in complete if draft.entries or own not in known]


def _parted_by_balances(items: Sequence[ScanItem]) -> list[ScanItem]:
    """Return the periods on top of pages with which another account begins, though no number or opening says so: the words above the rows
    name the balance that they end with, in other words than on the page before, and no step leads from those rows to these."""
    starts, pages = list[ScanItem](), [[*of_page] for _, of_page in groupby(items, key=lambda item: item.page)]
    rows = [[item.entry for item in page if item.entry and item.kind == "entry"] for page in pages]
    for (above, before), (page, after) in pairwise((page, own) for page, own in zip(pages, rows, strict=True) if own):
        ended, begun = _names_of_end(above, before), _names_of_end(page, after)
        follow = all(starmap(_leads, [*pairwise(before), *pairwise(after)]))
        if ended and begun and ended.isdisjoint(begun) and follow and not _leads(before[-1], after[0]):
            starts += [item for item in page if item.kind == "period"][:1]
    return starts


def _names_of_end(page: Sequence[ScanItem], entries: Sequence[Entry]) -> set[str]:
    """Return the names above the rows of the balance beside the last one, or the first of rows that run backwards."""
    ends = {entry.figures["balance"].printed for entry in (entries[0], entries[-1]) if "balance" in entry.figures}
    above = takewhile(lambda item: item.kind != "entry", page)
    return {NOT_LETTER.sub("", item.label) for item in above if item.kind in {"summary", "closing"} and item.value in ends}


def _leads(above: Entry, below: Entry) -> bool:
    """True if one of two rows leads from the balance beside the other to its own."""
    if "balance" not in above.figures or "balance" not in below.figures:
        return False
    step = abs(below.figures["balance"].printed - above.figures["balance"].printed)
    return step in {figure.size for entry in (above, below) for role, figure in entry.figures.items() if role != "balance"}


def _ahead(items: Sequence[ScanItem], wanted: Set[str], stops: Set[str], *, on_page: bool = False) -> list[bool]:
    """Return for each place whether one of the wanted kinds follows, on the same page if so asked, before one that stops the look."""
    follows, ahead = [False] * len(items), False
    for index in range(len(items) - 1, -1, -1):
        if on_page and index + 1 < len(items) and items[index].page != items[index + 1].page:
            ahead = False
        follows[index] = ahead
        ahead = items[index].kind in wanted or (ahead and items[index].kind not in stops)
    return follows


def _in_account(item: ScanItem, drafts: Sequence[Draft], *, due: str, more: bool, closes: bool) -> ScanItem:
    """Return an item with the kind that it has in the last account so far; `closes`: a closing follows."""
    draft = drafts[-1]
    if item.kind == "due":  # it closes a card where nothing else does; another sum due is of something else, as of a plan to pay it off
        other = any(closing.value != item.value for closing in draft.of("closing"))
        return replace(item, kind="summary" if other else due, day=None)
    if item.kind == "dated":  # a balance named only by its day opens an account that has none yet, or is its opening again, or closes it
        first_day = draft.period is not None and item.day is not None and draft.calendar.date(item.day) == draft.period[0]
        repeated = first_day and any(item.value == opening.value for opening in draft.of("opening", "brought"))
        opened = draft.has("opening", "brought") or bool(draft.entries)
        again = bool(draft.entries) and more and _closed(draft)
        item = replace(item, kind="closing" if opened and not again and not repeated else "opening")
    if item.kind == "opening" and item.inside and draft.entries and (draft.period is not None or draft.has("closing")):
        # Within the rows it is a page's forward line if it repeats the balance reached there, and nothing closed the account.
        below, above = _numbers_around(draft)
        closed = any(other.kind in CLOSES - {"number"} for other in draft.since_entry) or not set(below) <= set(above)
        if not closed and item.value is not None and item.value == _reached(draft):
            draft.doubts.add("segments")
            return replace(item, kind="brought")
    between = item.kind == "opening" and not item.inside and not draft.entries and draft.has("closing") and draft.has("opening")
    if between and not closes and not any(item.value == opening.value for other in drafts for opening in other.of("opening")):
        return replace(item, kind="summary")  # of something else, as of points
    return item


def _reached(draft: Draft) -> Decimal | None:
    """Return the last balance printed in the rows, carried forward or beside a row."""
    for item in reversed(draft.since_entry):
        if item.kind in {"carried", "brought"}:
            return item.value
    figure = draft.entries[-1].figures.get("balance") if draft.entries else None
    return None if figure is None else figure.printed


def _begins(item: ScanItem, draft: Draft, *, more: bool, head: bool) -> bool:
    """True if a new account begins there."""
    if item.kind == "opening":
        if not draft.has("opening") and (draft.newest_first or not draft.has("brought")):
            return bool(draft.entries) and more and not draft.newest_first
        first = draft.of("opening", "brought")[0].value
        repeated = first is not None and item.value is not None and abs(first) == abs(item.value)  # a debt in a summary has no sign
        return not repeated or (bool(draft.entries) and more and _closed(draft))
    if not draft.full:
        return False
    backwards = draft.newest_first and any(opening.kind == "opening" and opening.inside for opening in draft.since_entry)
    since = {item.kind for item in dropwhile(lambda item: item.kind != "opening", draft.since_entry)}
    summed_up = item.kind == "closing" and not (more or draft.has("closing")) and since <= {"opening", *SUMS}
    if backwards and not summed_up and item.kind in {"number", "closing", "entry", "period"}:
        copied = item.table is not None and COPY.search(item.table.heading) is not None
        if item.entry is None or not (copied or set(item.entry.figures) == {"balance"}):  # as of a table of daily balances
            return True
    if item.kind == "period" and draft.period and item.period and not NO_PERIOD.search(item.label):
        return item.period[0] >= draft.period[1] or item.period[1] <= draft.period[0]
    if item.kind == "number" and draft.number:
        return head and last_digits(item.label) not in draft.numbers
    if item.kind == "brought" and more and not draft.newest_first:
        # A balance that is not the one reached there begins another account under another heading, number or currency than before.
        last, reached = next((row.table for row in reversed(draft.of("entry"))), None), _reached(draft)
        below, above = _numbers_around(draft)
        names = [forward.label.upper().split()[:1] for forward in (*draft.of("opening", "brought")[-1:], item)]
        other_heading = item.table is not None and last is not None and item.table.heading not in {"", last.heading}
        other_number = bool(below and above) and above[-1] not in below
        another = other_heading or other_number or (names[0] != names[-1] and not CODES.isdisjoint(names[-1]))
        closed = any(other.kind == "closing" for other in draft.since_entry)
        return closed or (another and reached is not None and item.value != reached)
    return item.kind == "page_one"


def _closed(draft: Draft) -> bool:
    return any(item.kind in {"closing", "carried"} for item in draft.since_entry)


def _numbers_around(draft: Draft) -> tuple[list[str], list[str]]:
    """Return the account numbers below the last row, and those above it."""
    below = [last_digits(item.label) for item in draft.since_entry if item.kind == "number"]
    return below, [last_digits(item.label) for item in draft.of("number") if item not in draft.since_entry]


def sections_of(drafts: Sequence[Draft], rows: Sequence[Printed]) -> list[Sequence[Printed]]:
    """Return the rows of each account, in order: from the top of the page where it begins, or below the last row of the account before."""
    if not drafts:
        return []
    places = {printed: index for index, printed in enumerate(rows)}
    spans: list[tuple[int, int]] = []  # the first and the last row of each account; of tables side by side only the whole rows
    for draft in drafts:
        items = [item for item in draft.items if item.printed in places]
        pages = {item.page for item in items if item.kind not in OF_A_PAGE}
        while items and items[-1].kind in OF_A_PAGE and items[-1].page not in {items[0].page, *pages}:
            items.pop()
        known = [places[item.printed] for item in items if item.printed]
        spans.append((min(known), max(known)) if known else (0, 0))
    starts, below = [0], 0
    for (_, last), (first, _) in pairwise(spans):
        below, start = max(below, last + 1), first
        while start > below and rows[start - 1].row.page == rows[first].row.page:
            start -= 1
        starts.append(max(starts[-1], start))
    return [rows[start:end] for start, end in pairwise([*starts, len(rows)])]
