"""The accounts of a file: statements of one account become one part, entries that the file repeats become one row, and names are unique.

Balances decide where the format leaves it open: a statement that begins with the balance with which another ended repeats nothing of it.
"""

import datetime as dt
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.imports.rows import FileAccount, FileRow, StatedBalance, StatedPeriod

MOST_ALIKE = 50
"""Accounts of one name that are compared with a further statement of that name."""
Identity = tuple[str, dt.date | None, Decimal | None, str, str, str]


def uniquely_named(parts: Iterable[FileAccount]) -> tuple[FileAccount, ...]:
    """Return the parts with unique names, by which a choice names its account; of several an unnamed one is called by its place (#2)."""
    parts = tuple(parts)
    if len(parts) == 1:
        return parts
    taken: set[str] = set()
    named = []
    for place, part in enumerate(parts, 1):
        name = bare = part.name or f"#{place}"
        count = 1
        while name in taken:
            count += 1
            name = f"{bare} ({count})"
        taken.add(name)
        named.append(replace(part, name=name))
    return tuple(named)


@dataclass(slots=True)
class _Group:
    """The statements of one account, in the order of the file."""

    parts: list[FileAccount] = field(default_factory=list)
    currency: str = ""

    def has(self, part: FileAccount) -> bool:
        """True if the statement is one more of the account."""
        if part.currency and self.currency and part.currency != self.currency:
            return False
        last = self.parts[-1]
        leads = _leads(last, part) or _leads(part, last)
        if not part.name or leads:
            return leads
        if part.opening or last.opening or not part.closing or not last.closing or part.closing.as_of is None:
            return True
        return part.closing.as_of != last.closing.as_of or part.closing.amount == last.closing.amount

    def joined(self) -> FileAccount:
        """Return the statements as one part; the rows are counted through if there are several statements."""
        parts = [_settled(part) for part in self.parts]
        ends = [part.closing.as_of for part in parts if part.closing and part.closing.as_of]
        if len(ends) == len(parts):
            parts.sort(key=lambda part: (part.closing and part.closing.as_of) or dt.date.min)
        if len(parts) == 1:
            return _whole(parts, [list(parts[0].rows)], ())
        runs = list(itertools.accumulate((not _leads(before, after) for before, after in itertools.pairwise(parts)), initial=0))
        joined = _Rows(parts, runs)
        known: set[tuple[object, ...]] = set()
        openings: dict[Decimal, int] = {}
        for number, part in enumerate(parts):
            contents = Counter(map(_identity, part.rows))
            copy = (part.opening, part.closing, tuple(map(_identity, part.rows)))
            if part.opening and part.rows and copy in known:
                joined.statements.append([])
                joined.repeated += len(part.rows)
                continue
            known.add(copy)
            before = openings.get(part.opening.amount) if part.opening else None
            if before is not None and _is_proved(part) and not Counter(map(_identity, parts[before].rows)) - contents:
                joined.take_out(before)
            joined.add(part)
            if part.opening:
                openings[part.opening.amount] = number
        return _whole(parts, joined.statements, (_repeated(joined.repeated),) if joined.repeated else ())


def merged(parts: Iterable[FileAccount]) -> tuple[FileAccount, ...]:
    """Return one part for each account and currency, with the first opening, the last closing, and the statements that it consists of.

    Statements without a name are of one account only if the balance of one leads to the other. So are those of one name whose balances
    of one day contradict each other.
    """
    groups: list[_Group] = []
    alike: dict[tuple[str, str], list[_Group]] = defaultdict(list)
    for part in (statement for account in parts for statement in account.by_statement()):
        there = alike[part.name, part.kind]
        group = next((group for group in there[-MOST_ALIKE if part.name else -1 :] if group.has(part)), None)
        if group is None:
            group = _Group()
            there.append(group)
            groups.append(group)
        group.parts.append(part)
        group.currency = group.currency or part.currency
    accounts = [group.joined() for group in groups]
    filled = [part for part in accounts if part.rows or part.opening or part.closing] or accounts
    currencies: dict[str, set[str]] = defaultdict(set)
    for part in filled:
        currencies[part.name].add(part.currency)
    several = {name for name, codes in currencies.items() if name and len(codes) > 1}
    return tuple(replace(part, name=f"{part.name} {part.currency}".strip()) if part.name in several else part for part in filled)


def _leads(before: FileAccount, after: FileAccount) -> bool:
    """True if the balance at the end of one statement is that at the beginning of the other, and not of a later day."""
    if before.closing is None:
        return False
    begins = [after.opening] if after.opening else []
    if after.closing and after.rows and (total := total_of(after.rows)) is not None:
        begins.append(replace(after.closing, amount=after.closing.amount - total))
    return any(
        before.closing.amount == balance.amount
        and (balance.as_of is None or before.closing.as_of is None or before.closing.as_of <= balance.as_of)
        for balance in begins
    )


def _is_proved(part: FileAccount) -> bool:
    """True if the rows of the statement lead from its first to its last balance."""
    total = total_of(part.rows)
    return bool(part.opening and part.closing and total is not None and part.opening.amount + total == part.closing.amount)


def total_of(rows: Iterable[FileRow]) -> Decimal | None:
    """Return the sum of the posted rows; None if the amount of one is unknown."""
    total = Decimal(0)
    for row in rows:
        if row.status != "posted":
            continue
        if row.amount is None:
            return None
        total += row.amount
    return total


def _identity(row: FileRow) -> Identity:
    return row.external_id, row.booked_on, row.amount, row.description, row.reference, row.number


def _settled(part: FileAccount) -> FileAccount:
    """Return the statement with its equal rows under one id: real ones without this id, repeated ones once.

    Its balances decide. Without them the rows stay as they are, and are asked about.
    """
    counts = Counter(_identity(row) for row in part.rows if row.external_id)
    if not part.opening or not part.closing or max(counts.values(), default=0) < 2:
        return part
    change = part.closing.amount - part.opening.amount
    if total_of(part.rows) == change:
        rows = tuple(replace(row, external_id="") if counts[_identity(row)] > 1 else row for row in part.rows)
        return replace(part, rows=rows)
    firsts = dict(reversed([(_identity(row), row.place) for row in part.rows]))
    once = tuple(row for row in part.rows if not row.external_id or firsts[_identity(row)] == row.place)
    if total_of(once) != change:
        return part
    return replace(part, rows=once, notes=(*part.notes, _repeated(len(part.rows) - len(once))))


def _repeated(count: int) -> str:
    return ngettext(
        "%(count)d entry is in the file more than once and was read once.",
        "%(count)d entries are in the file more than once and were read once.",
        count,
    ) % {"count": count}


@dataclass
class _Rows:
    """The rows of the statements so far, and the places of each content among them; a row that a later one replaces is None."""

    parts: Sequence[FileAccount]
    runs: Sequence[int]
    statements: list[list[FileRow | None]] = field(default_factory=list)
    places: dict[Identity, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    repeated: int = 0

    def add(self, part: FileAccount) -> None:
        """Add the rows of the next statement. An equal row of a statement that leads to this one, or follows it, is another entry.

        `runs` numbers the statements by the run of balances to which they belong.
        """
        rows: list[FileRow | None] = []
        used: Counter[Identity] = Counter()
        adjoins: dict[int, bool] = {}
        may_repeat = not (part.opening and part.closing) or _is_proved(part)
        for row in part.rows:
            identity = _identity(row)
            there = self.places[identity][used[identity] :]
            used[identity] += 1
            if there:
                statement, place = there[0]
                earlier = self.statements[statement][place]
                if statement not in adjoins:
                    other = self.parts[statement]
                    is_of_run = self.runs[statement] == self.runs[len(self.statements)]
                    adjoins[statement] = is_of_run or _leads(other, part) or _leads(part, other)
                is_booked = earlier is not None and (earlier.status, row.status) == ("pending", "posted")
                if adjoins[statement]:
                    row = replace(row, external_id="")
                elif not is_booked and (not row.external_id or not may_repeat):
                    row = replace(row, problem=row.problem or _("is in another statement of this file too."))
                elif is_booked:
                    self.statements[statement][place] = None
                    self.repeated += 1
                else:
                    rows.append(None)
                    self.repeated += 1
                    continue
            rows.append(row)
        for place, own in enumerate(rows):
            if own is not None:
                self.places[_identity(own)].append((len(self.statements), place))
        self.statements.append(rows)

    def take_out(self, statement: int) -> None:
        """Remove the rows of a statement that a later one contains."""
        for place, row in enumerate(self.statements[statement]):
            if row is not None:
                self.places[_identity(row)].remove((statement, place))
                self.statements[statement][place] = None
                self.repeated += 1


def _whole(parts: Sequence[FileAccount], statements: Sequence[Sequence[FileRow | None]], notes: tuple[str, ...]) -> FileAccount:
    rows: list[FileRow] = []
    stated = []
    for part, own_rows in zip(parts, statements, strict=True):
        own = [row for row in own_rows if row is not None]
        posted = [place for place, row in enumerate(own) if row.status == "posted"]
        if len(parts) > 1 and posted and part.opening and part.closing:  # its last posted row has the closing balance
            own[posted[-1]] = replace(own[posted[-1]], balance=part.closing.amount)
        first = len(rows) + 1
        rows += own if len(parts) == 1 else [replace(row, place=place) for place, row in enumerate(own, first)]
        places = (rows[first - 1].place, rows[-1].place) if own else (0, 0)
        if own or (not part.rows and (part.opening or part.closing)):
            stated.append(StatedPeriod(first=places[0], last=places[1], opening=part.opening, closing=part.closing))
    opening, closing = parts[0].opening, parts[0].closing
    for part in parts[1:]:
        opening, closing = _pick(opening, part.opening, later=False), _pick(closing, part.closing, later=True)
    return replace(
        parts[0],
        rows=tuple(rows),
        currency=next((part.currency for part in parts if part.currency), ""),
        opening=opening,
        closing=closing,
        statements=tuple(stated),
        notes=(*dict.fromkeys(remark for part in parts for remark in part.notes), *notes),
    )


def _pick(first: StatedBalance | None, second: StatedBalance | None, *, later: bool) -> StatedBalance | None:
    """Return the earlier or the later balance; of two on one day the first or the last."""
    if first is None or second is None:
        return first or second
    is_later = (second.as_of or dt.date.min) >= (first.as_of or dt.date.min)
    return second if is_later == later else first
