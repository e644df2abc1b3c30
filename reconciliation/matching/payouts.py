"""Payouts of payment processors: one line that is many payments less fees, as a report of the processor lists them.

A report proposes, the entries decide: a payout is matched only if exactly one line is its net, each of its payments has an entry that
can be no other's, and all of these and the fees add up to the line. Otherwise it explains the line and matches nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TypeVar

from finance.payees import payee
from reconciliation.matching.evidence import edge, of_payees
from reconciliation.matching.outcome import (
    COMPLETE,
    FEE_MISSING,
    NOT_UNIQUE,
    PAYMENTS_MISSING,
    WHOLE_BOOKED,
    Explanation,
    Group,
    Weighing,
)
from reconciliation.matching.rows import LATEST, MatchRow, Payee, Payout, Support, plainly

LINE_DAYS = range(-1, LATEST + 1)
"""Days from the day of a payout to that of its line."""
NEAR, NEAREST = 3, 1
"""Days between a payment and its entry: at most, and to tell entries of one amount apart."""
FARTHEST = 62
"""Days before the payout in which a payment without a day of its own may be booked."""
GROSS, NET, FEE, FEES = "gross", "net", "fee", "fees"


def find_payouts(weighing: Weighing, payouts: Sequence[Payout]) -> None:
    """Explain lines by payouts, and take those that are complete with all their entries."""
    if not payouts:
        return
    for explanation in explained(weighing.lines, weighing.entries, payouts):
        weighing.explanations.append(explanation)
        if explanation.state == COMPLETE:
            weighing.take((explanation.line,), explanation.rows)
            is_split = explanation.payout.line is not None
            weighing.groups.append(Group((explanation.line,), explanation.rows, is_payout=not is_split, is_split=is_split))


def explained(lines: Sequence[MatchRow], entries: Iterable[MatchRow], payouts: Sequence[Payout]) -> list[Explanation]:
    """Return the explanation of each line that is the net of exactly one payout. No entry is in two complete ones."""
    pairs = list(lines_of_payouts(lines, payouts))
    others = set(lines) - {line for line, _payout, _is_unique in pairs}
    payers = {payout.id: line.payee for line, payout, _is_unique in pairs}
    allocation = _Allocation(payouts, entries, others, payers)
    tried = [(_explanation(line, payout, allocation), is_unique) for line, payout, is_unique in pairs]
    claims = Counter(row for explanation, _is_unique in tried for row in explanation.rows)

    def holds(explanation: Explanation) -> bool:
        return explanation.total == explanation.line.amount and all(claims[row] == 1 for row in explanation.rows)

    certain = []
    for explanation, is_unique in tried:
        if is_unique and (explanation.state != COMPLETE or holds(explanation)):
            certain.append(explanation)
        else:
            certain.append(replace(explanation, state=NOT_UNIQUE, entries={}, fees=(), fee=None))
    return certain


def lines_of_payouts(lines: Iterable[MatchRow], payouts: Iterable[Payout]) -> Iterator[tuple[MatchRow, Payout, bool]]:
    """Yield each line and payout of one amount, a few days apart, and whether neither may have another such partner. A payout's id in the
    text of a line decides. As many lines of one name as payouts are paired in order of days, which explains them and is not unique."""
    by_amount: dict[Decimal, list[MatchRow]] = defaultdict(list)
    for line in lines:
        by_amount[line.amount].append(line)
    pairs = [
        (line, payout)
        for payout in payouts
        for line in by_amount.get(payout.net, ())
        if payout.line in {None, line.key} and any(printed - payout.day.toordinal() in LINE_DAYS for printed in line.days)
    ]
    named = [(line, payout) for line, payout in pairs if payout.line or (payout.reference and plainly(payout.reference) in _words(line))]
    for certain in (named, pairs):
        claims = Counter(side for pair in certain for side in pair)
        decided = [pair for pair in certain if all(claims[side] == 1 for side in pair)]
        yield from ((line, payout, True) for line, payout in decided)
        settled = {side for pair in decided for side in pair}
        pairs[:] = [pair for pair in pairs if settled.isdisjoint(pair)]
    possible: dict[Payout, list[MatchRow]] = defaultdict(list)
    for line, payout in pairs:
        possible[payout].append(line)
    for some, reached in connected(possible):
        in_order = zip(sorted(some, key=lambda payout: payout.day), sorted(reached, key=lambda line: line.days), strict=False)
        if len(some) == len(reached) and len({line.payee for line in reached}) == 1:
            yield from ((line, payout, False) for payout, line in in_order if line in possible[payout])


def _words(row: MatchRow) -> set[str]:
    """Return the references of a row, and the words of its text as references are compared."""
    return ({row.number, *row.references} | {plainly(word) for word in row.text.split()}) - {""}


def _clearing_singly(lines: Iterable[MatchRow], entries: Iterable[MatchRow]) -> dict[MatchRow, Support]:
    """Return the entries that a line of their own amount may clear, with the best evidence for that."""
    by_amount: dict[Decimal, list[MatchRow]] = defaultdict(list)
    for line in lines:
        by_amount[line.amount].append(line)
    singly: dict[MatchRow, Support] = {}
    for entry in entries:
        links = (edge(line, entry) for line in by_amount.get(entry.amount, ()))
        support = max((link.support for link in links if link is not None), default=Support.CONTRADICTS)
        if support > Support.CONTRADICTS:
            singly[entry] = support
    return singly


@dataclass(slots=True, eq=False)
class _Item:
    """One amount that the books should have for a payout: a payment before or after its fee, the fee, or the sum of fees. `days` are empty
    if the report has none."""

    payout: Payout
    kind: str
    place: int
    amount: Decimal
    days: tuple[int, ...]
    reference: str
    name: Payee
    entry: MatchRow | None = None
    is_lacking: bool = False

    @property
    def owner(self) -> tuple[str, str]:
        return self.payout.id, self.kind

    def admits(self, entry: MatchRow, days: int) -> bool:
        """True if the entry is of a day near that of the payment, or without one, in the weeks before the payout."""
        if self.days:
            return any(abs(entry.day - day) <= days for day in self.days)
        return days == NEAR and -FARTHEST <= entry.day - self.payout.day.toordinal() <= NEAR

    def admits_reference(self, entry: MatchRow) -> bool:
        """True if an entry with the reference is of the weeks before the payout."""
        return -FARTHEST <= entry.day - self.payout.day.toordinal() <= LATEST


class _Allocation:
    """Assigns entries to the amounts of all payouts: by references, else where amount, day and name leave only one payout and as many
    entries as amounts. Amounts of one payout are interchangeable."""

    def __init__(
        self, payouts: Iterable[Payout], entries: Iterable[MatchRow], other_lines: Iterable[MatchRow], payers: Mapping[str, Payee]
    ) -> None:
        self.items: dict[str, dict[str, list[_Item]]] = {}
        self.by_amount: dict[Decimal, list[MatchRow]] = defaultdict(list)
        dated = [entry for entry in entries if entry.days]
        for entry in dated:
            self.by_amount[entry.amount].append(entry)
        self.singly = _clearing_singly(other_lines, dated)
        wanted: dict[Decimal, list[_Item]] = defaultdict(list)
        for payout in payouts:
            self.items[payout.id] = {GROSS: [], NET: [], FEE: [], FEES: []}
            for item in _items(payout):
                self.items[payout.id][item.kind].append(item)
                wanted[item.amount].append(item)
        self.taken: set[MatchRow] = set()
        self.payers = payers
        self.with_names = {
            self._payer(item)
            for amount, items in wanted.items()
            for item in items
            for entry in self.by_amount.get(amount, ())
            if item.name and item.admits(entry, NEAR) and of_payees(item.name, entry.payee) is Support.PAYEE
        }
        self._by_reference(wanted)
        for days in (NEAR, NEAREST):
            self._settle_all(wanted, {(key, kind) for key in self.items for kind in (GROSS, FEE, FEES)}, days)
        net = {(key, NET) for key, kinds in self.items.items() if not all(item.entry for item in kinds[GROSS])}
        for days in (NEAR, NEAREST):
            self._settle_all(wanted, net, days)

    def _payer(self, item: _Item) -> Payee | str:
        """Return the processor as its lines name it: its payments are booked alike. Without a line, return the id of the payout."""
        return self.payers.get(item.payout.id) or item.payout.id

    def _settle_all(self, wanted: Mapping[Decimal, Sequence[_Item]], owners: Collection[tuple[str, str]], days: int) -> None:
        """Assign entries to the amounts of these owners that have none."""
        for amount, items in wanted.items():
            open_items = [item for item in items if item.entry is None and not item.is_lacking and item.owner in owners]
            if open_items:
                self._settle(open_items, amount, days)

    def _by_reference(self, wanted: dict[Decimal, list[_Item]]) -> None:
        """Assign entries that name the reference of one amount. A payout with any such entry has no other ones."""
        for amount, items in wanted.items():
            named: dict[str, list[MatchRow]] = defaultdict(list)
            for entry in self.by_amount.get(amount, ()):
                if self.singly.get(entry) is Support.NUMBER:
                    continue
                for word in _words(entry):
                    named[word].append(entry)
            pairs = [(item, entry) for item in items if item.reference for entry in named.get(plainly(item.reference), ())]
            claims = Counter(side for pair in pairs for side in pair)
            for item, entry in pairs:
                if claims[item] == claims[entry] == 1 and item.admits_reference(entry):
                    item.entry = entry
                    self.taken.add(entry)
        for kinds in self.items.values():
            for items in kinds.values():
                is_named = any(item.entry for item in items)
                for item in items:
                    item.is_lacking = is_named and bool(item.reference) and item.entry is None

    def _settle(self, items: Sequence[_Item], amount: Decimal, days: int) -> None:
        """Assign the entries of one amount in each set of connected items and entries that has one owner and equal numbers."""
        entries = [entry for entry in self.by_amount.get(amount, ()) if entry not in self.taken and entry not in self.singly]
        links: dict[_Item, list[MatchRow]] = {}
        for item in items:
            near = [entry for entry in entries if item.admits(entry, days)]
            if self._payer(item) in self.with_names:  # names are evidence here, and other ones speak against a pair
                near = [entry for entry in near if of_payees(item.name, entry.payee) is not Support.CONTRADICTS]
            of_name = [entry for entry in near if of_payees(item.name, entry.payee) is Support.PAYEE]
            links[item] = of_name or near
            item.is_lacking = days == NEAR and not near
        for some, reached in connected(links):
            if len({item.owner for item in some}) > 1 or len(some) != len(reached):
                continue
            in_order = sorted(some, key=lambda item: (item.days, item.name))
            pairs = list(zip(in_order, sorted(reached, key=lambda entry: (entry.day, entry.payee)), strict=True))
            if all(entry in links[item] for item, entry in pairs):
                for item, entry in pairs:
                    item.entry = entry
                    self.taken.add(entry)

    def free(self, amount: Decimal, first: int, last: int) -> list[MatchRow]:
        """Return the entries of an amount between two days that are not assigned."""
        return [
            entry
            for entry in self.by_amount.get(amount, ())
            if first <= entry.day <= last and entry not in self.taken and entry not in self.singly
        ]


def _items(payout: Payout) -> Iterator[_Item]:
    charged = [part for part in payout.parts if part.fee]
    paid_out = (payout.day.toordinal(),)
    for place, part in enumerate(payout.parts):
        name, days = payee(part.text.casefold()), (part.day.toordinal(),) if part.day else ()
        if part.gross:
            yield _Item(payout, GROSS, place, part.gross, days, part.reference, name)
        if part.fee:
            yield _Item(payout, FEE, place, -part.fee, days + paid_out if len(charged) == 1 else days, part.reference, ())
        if part.fee and part.net:
            yield _Item(payout, NET, place, part.net, days, part.reference, name)
    if len(charged) > 1 and payout.fees:
        yield _Item(payout, FEES, 0, -payout.fees, paid_out, payout.reference, ())


Side = TypeVar("Side", bound=Hashable)


def connected(links: Mapping[Side, Sequence[MatchRow]]) -> Iterator[tuple[list[Side], set[MatchRow]]]:
    """Yield the items that share rows, with these."""
    of_row: dict[MatchRow, list[Side]] = defaultdict(list)
    for item, rows in links.items():
        for row in rows:
            of_row[row].append(item)
    left = dict.fromkeys(links)
    while left:
        some, reached, waiting = [], set[MatchRow](), [left.popitem()[0]]
        while waiting:
            item = waiting.pop()
            some.append(item)
            further = [row for row in links[item] if row not in reached]
            reached.update(further)
            near = dict.fromkeys(other for row in further for other in of_row[row] if other in left)
            waiting += near
            for other in near:
                del left[other]
        yield some, reached


def _explanation(line: MatchRow, payout: Payout, allocation: _Allocation) -> Explanation:
    """Return the explanation: by entries of the gross amounts and of the fees, or of the net ones if those are all there."""
    first, last = payout.day.toordinal() - NEAR, max(line.days) + NEAR
    items = allocation.items[payout.id]
    gross, net = ({item.place: item.entry for item in items[kind] if item.entry} for kind in (GROSS, NET))
    charged = {item.place for item in items[FEE]}
    uncharged = {place: entry for place, entry in gross.items() if place not in charged}
    state, fees = PAYMENTS_MISSING if any(item.is_lacking for item in items[GROSS]) else NOT_UNIQUE, None
    entries = gross
    if allocation.free(line.amount, first, last):
        state, entries = WHOLE_BOOKED, {}
    elif len(gross) == len(items[GROSS]):
        fees = _fees(payout, items)
        is_lacking = bool(items[FEE]) and all(item.is_lacking for item in (*items[FEE], *items[FEES]))
        state = COMPLETE if fees is not None else FEE_MISSING if is_lacking else NOT_UNIQUE
    elif net and len(net) == len(items[NET]) and len(uncharged) == sum(item.place not in charged for item in items[GROSS]):
        state, entries = COMPLETE, net | uncharged
    rows = [row for row in (*entries.values(), *(fees or ())) if row.key in line.never]
    return Explanation(
        line=line,
        payout=payout,
        state=NOT_UNIQUE if rows else state,
        entries=entries,
        fees=fees or (),
        fee=-payout.fees if state == FEE_MISSING and not rows else None,
    )


def _fees(payout: Payout, items: Mapping[str, Sequence[_Item]]) -> tuple[MatchRow, ...] | None:
    """Return the entries of the fees: one for each, or one of their sum. None unless the books have exactly one of these."""
    single = tuple(item.entry for item in items[FEE] if item.entry)
    whole = tuple(item.entry for item in items[FEES] if item.entry)
    if len(single) == len(items[FEE]) and not whole:
        return single
    return whole if whole and not single and payout.fees else None
