"""All findings on one statement, a difference in the balance brought forward among them, and the reasons that follow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from finance.models.ledger import STARTED_FROM
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.books import ZERO, AccountLedger, BookEntry
from reconciliation.verification.chain import StatementSpan
from reconciliation.verification.evidence import PaperEvidence
from reconciliation.verification.methods import method_of
from reconciliation.verification.standing import OUTSTANDING, EntryStates, Leftovers
from reconciliation.verification.verdict import AmbiguousItem, DifferingItem, MissingItem, NewItem, OpeningPart

MOST_SUMS = 20_000
"""With more sums any total can be reached: the difference is then undecided, never definite."""


@dataclass(frozen=True, slots=True)
class OpeningFinding:
    """`reason` is the code, None if the opening ties or cannot be compared; `undecided` if it is not definite; `entries` are the only set
    of entries that would explain it."""

    reason: str | None = None
    undecided: bool = False
    entries: tuple[str, ...] = ()


IN_A_GAP = "opening_undecided"

TIES = OpeningFinding()


def judge_opening(
    span: StatementSpan, difference: Decimal | None, standing: EntryStates, leftovers: Leftovers, *, carried: bool
) -> OpeningFinding:
    """Return the meaning of K0 - C0. `carried` if an earlier statement that is not sound may have caused it."""
    if not difference:
        return TIES
    uncovered = _from_uncovered_days(span, standing, leftovers)
    explanations = _sets_that_make(difference, uncovered) if uncovered else []
    if explanations:
        only = explanations[0] if len(explanations) == 1 else ()
        return OpeningFinding(IN_A_GAP, undecided=True, entries=tuple(entry.id for entry in only))
    return OpeningFinding("carried_over", undecided=True) if carried else OpeningFinding("opening_differs")


def _from_uncovered_days(span: StatementSpan, standing: EntryStates, leftovers: Leftovers) -> list[tuple[BookEntry, Decimal]]:
    """Return possible events of days that no statement covers, each with its effect on K0 - C0: items outstanding before them that cleared
    in them, and entries dated in them that had not cleared yet."""
    chain = leftovers.chain
    earlier = chain.before(span)
    if earlier and not chain.gap_before(span):
        return []
    kind, opening = leftovers.ledger.books.kind, leftovers.ledger.books.opening_date
    may_have_cleared: list[tuple[BookEntry, Decimal]] = []
    for entry in standing.left_over:
        if entry.date >= span.first or entry.id in leftovers.cleared:
            continue
        if entry.id in leftovers.reversed or (entry.id in leftovers.asked and not chain.covering(entry.date)):
            # in no balance brought forward, though the bank may have shown this half, or cleared it on a day that no statement covers
            outstanding = True
        elif earlier:
            outstanding = leftovers.item(entry, earlier[-1]).kind == OUTSTANDING
        else:
            outstanding = entry.brought_forward and opening is not None and opening < span.first
        if outstanding:
            may_have_cleared.append((entry, entry.amount))
    may_have_cleared += [(entry, entry.amount) for entry in standing.undecided if entry.date < span.first]
    since = earlier[-1].last if earlier else None
    may_be_open = [
        (entry, -entry.amount)
        for entry in standing.cleared_before
        if entry.date < span.first
        and (since is None or entry.date > since)
        and entry.id not in leftovers.cleared
        and method_of(entry, kind).last_plausible_day(entry.date) >= span.first
    ]
    return may_have_cleared + may_be_open


def _sets_that_make(total: Decimal, items: Sequence[tuple[BookEntry, Decimal]]) -> list[tuple[BookEntry, ...]]:
    """Return at most two sets of these items that add up to the total; empty sets if there are too many sums to tell."""
    sums: dict[Decimal, list[tuple[BookEntry, ...]]] = {Decimal(0): [()]}
    for entry, amount in items:
        for reached, sets in list(sums.items()):
            more = [(*chosen, entry) for chosen in sets]
            sums[reached + amount] = (sums.get(reached + amount, []) + more)[:2]
        if len(sums) > MOST_SUMS:
            return [(), ()]
    return sums.get(total, [])


DIFFERENCES = {"amount": "amount_differs", "sign": "sign_differs", "date": "date_differs"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """`gap` if days before the statement are printed nowhere; `carried_items` if a missing entry is of the days of an earlier statement
    that is not sound; `after` and `untold` are unpaired entries that an unprinted last or first day may have hidden."""

    span: StatementSpan
    evidence: PaperEvidence
    ledger: AccountLedger
    standing: EntryStates
    opening: OpeningFinding
    new: tuple[NewItem, ...]
    missing: tuple[MissingItem, ...]
    differing: tuple[DifferingItem, ...]
    ambiguous: tuple[AmbiguousItem, ...]
    gap: bool
    carried_items: bool
    after: tuple[BookEntry, ...]
    untold: tuple[BookEntry, ...]

    @property
    def statement(self) -> PrintedStatement:
        return self.span.statement

    @property
    def opening_difference(self) -> Decimal | None:
        """The opening balance of the statement less the cleared balance brought forward (K0 - C0), None if one of them is unknown."""
        cleared = self.standing.cleared_brought_forward
        return None if self.evidence.opening is None or cleared is None else self.evidence.opening - cleared

    @property
    def movement_ties(self) -> bool | None:
        """True if every line is in the books as printed, and the lines make the difference of the balances; None if a balance is
        unknown."""
        if self.new or self.ambiguous or any(item.by for item in self.differing):
            return False
        if self.evidence.opening is None or self.statement.closing_balance is None:
            return None
        return self.statement.closing_balance - self.evidence.opening == sum((line.amount for line in self.statement.lines), Decimal(0))

    def reasons(self) -> Iterator[str]:
        """Yield every code that applies. Only a statement without any can be proved."""
        yield from self.evidence.reasons
        yield from (item.doubt for item in self.ambiguous)
        yield from (DIFFERENCES[item.kind] for item in self.differing)
        if self.opening.reason:
            yield self.opening.reason
        # books that were started from this statement or a copy of it prove nothing about it, whichever of their rows it is paired with
        own = {STARTED_FROM + source for source in self.span.sources}
        origins = {self.ledger.books.opening_origin, *(entry.origin for entry in (*self.ledger.entries, *self.ledger.zero))}
        facts = {
            "chain_breaks": self.evidence.chain_break is not None,
            "opening_unknown": self.standing.opening is None,
            "ledger_from_this_statement": not own.isdisjoint(origins),
            "carried_over": self.carried_items,
            "new_rows": bool(self.new),
            "missing_rows": any(item.kind != OUTSTANDING for item in self.missing),
            "totals_only": bool(self.untold),
            "outstanding_unproved": any(item.kind == OUTSTANDING and item.proof is None for item in self.missing),
            "cut_off": bool(self.standing.late or self.after),
            "chain_gap": self.gap or self.opening.reason == IN_A_GAP,
        }
        yield from (reason for reason, holds in facts.items() if holds)


def parts_of_opening(findings: Findings, earlier: Sequence[Findings]) -> tuple[OpeningPart, ...]:
    """Return K0 - C0, part by part, empty if it is zero; `earlier` are the statements that adjoin without a gap, by time.

    The rest that no row explains is `not_known`, assigned to the first statement whose own opening already differed, if any.
    """
    difference = findings.opening_difference
    if not difference:
        return ()
    parts = []
    for before in earlier:
        amounts_of: dict[str, list[Decimal]] = {
            "bank_error": [item.amount for item in before.new if item.undone_by],
            "new_rows": [item.amount for item in before.new if not item.undone_by],
            "amount_differs": [item.by for item in before.differing],
            "ambiguous_rows": [before.statement.lines[line].amount for item in before.ambiguous for line in item.lines],
        }
        totals = {kind: sum(amounts, ZERO) for kind, amounts in amounts_of.items()}
        parts += [OpeningPart(statement=before.span.index, kind=kind, amount=total) for kind, total in totals.items() if total]
    rest = difference - sum((part.amount for part in parts), ZERO)
    if rest:
        arose = next((before.span.index for before in earlier if before.opening_difference), None)
        parts.append(OpeningPart(statement=arose, kind="not_known", amount=rest))
    return tuple(parts)
