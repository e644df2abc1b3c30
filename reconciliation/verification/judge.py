"""All statements of one account: matched together once, then judged one by one in order of time, from lists and balances to the verdict.

A statement without known days is judged alone. The last look before `matched` counts all its promises again, from what is printed and what
is booked.
"""

import datetime as dt
import logging
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal

from reconciliation.matching import Doubt
from reconciliation.matching.evidence import edge
from reconciliation.matching.rows import LATEST, Support
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.account_choice import AccountChoice
from reconciliation.verification.books import ZERO, AccountBooks, AccountLedger, BookEntry, ledger_of
from reconciliation.verification.bridge import DoesNotClose, build_bridge
from reconciliation.verification.chain import Chain, StatementSpan
from reconciliation.verification.constraints import Constraints
from reconciliation.verification.evidence import PaperEvidence, evidence_of, flagged
from reconciliation.verification.findings import Findings, judge_opening, parts_of_opening
from reconciliation.verification.guards import guarded, in_day_order
from reconciliation.verification.items import ambiguous_items, differing_items, lines_added_from_it, matched_items, new_items
from reconciliation.verification.standing import (
    OUTSTANDING,
    Clearing,
    Leftovers,
    Weighed,
    entry_row,
    leftovers_of,
    line_row,
    standing_of,
    weigh_spans,
)
from reconciliation.verification.verdict import (
    AmbiguousItem,
    BalanceComparison,
    Bridge,
    MissingItem,
    NewItem,
    StatementVerdict,
    Verdict,
    in_order,
    verdict_of,
)

logger = logging.getLogger(__name__)
NOT_PROVED = "integrity_unproved"


@dataclass(slots=True)
class Judge:
    """Judges the statements of one account in order of time, and stores what later ones rest on."""

    chain: Chain
    leftovers: Leftovers
    weighed: Weighed
    unsound: set[int] = field(default_factory=set)
    opening_differs: set[int] = field(default_factory=set)
    contradicted: set[int] = field(default_factory=set)
    findings_of: dict[int, Findings] = field(default_factory=dict)

    @property
    def ledger(self) -> AccountLedger:
        return self.leftovers.ledger

    def verdict(self, span: StatementSpan, evidence: PaperEvidence) -> StatementVerdict:
        """Return the verdict. Figures that contradict each other are a fault of the verifier, never of the books: they make it partial, and
        the statement `contradicted`."""
        findings = self._find(span, evidence)
        reasons = tuple(findings.reasons())
        bridge, closes = self._bridge(findings)
        verdict = verdict_of(reasons, undecided_opening=findings.opening.undecided)
        if not closes or (verdict is Verdict.MATCHED and not (bridge and proved(findings))):
            logger.error("The verifier contradicts itself: %s..%s of one account", span.first, span.last)
            self.contradicted.add(span.index)
            self.unsound.add(span.index)
            verdict, reasons = Verdict.PARTIAL, (*reasons, NOT_PROVED)
        return StatementVerdict(
            verdict=verdict,
            reasons=in_order(reasons),
            account_id=self.ledger.books.id,
            account=self.ledger.books.name,
            movement_ties=findings.movement_ties,
            opening_source=evidence.opening_source,
            period_start=span.statement.period_start,
            period_end=span.statement.period_end,
            currency=span.statement.currency or self.ledger.books.currency,
            opening_balance=BalanceComparison(
                statement=span.statement.opening_balance,
                ledger=findings.standing.cleared_brought_forward,
                books=self.ledger.balance_before(span.first) if findings.standing.opening is not None else None,
            ),
            closing_balance=BalanceComparison(
                statement=span.statement.closing_balance,
                ledger=findings.standing.cleared_carried_forward,
                books=self.ledger.balance_at_end_of(span.last),
            ),
            matched=matched_items(findings.standing),
            new=findings.new,
            missing=findings.missing,
            differing=findings.differing,
            ambiguous=findings.ambiguous,
            pending=tuple(entry.id for entry in self.ledger.pending if entry.date <= span.last),
            opening_set=findings.opening.entries,
            opening_parts=parts_of_opening(findings, self._adjoining_before(span)),
            added_from_it=lines_added_from_it(span.statement, findings.standing),
            bridge=bridge,
        )

    def _bridge(self, findings: Findings) -> tuple[Bridge | None, bool]:
        """Return the bridge and True if it closes; one that does not is left out."""
        try:
            bridge = build_bridge(
                span=findings.span,
                opening=findings.evidence.opening,
                ledger=self.ledger,
                standing=findings.standing,
                new=findings.new,
                missing=findings.missing,
                differing=findings.differing,
            )
        except DoesNotClose:
            return None, False
        return bridge, True

    def _find(self, span: StatementSpan, evidence: PaperEvidence) -> Findings:
        """Return the findings on the statement, and store what the judgement of later statements needs of them."""
        standing = standing_of(span, self.chain, self.ledger, self.weighed)
        missing = tuple(self.leftovers.item(entry, span) for entry in standing.left_over)
        brought_forward = standing.cleared_brought_forward
        difference = None if evidence.opening is None or brought_forward is None else evidence.opening - brought_forward
        findings = Findings(
            span=span,
            evidence=evidence,
            ledger=self.ledger,
            standing=standing,
            opening=judge_opening(span, difference, standing, self.leftovers, carried=self._carried(span)),
            new=new_items(span, standing, self.ledger, self.chain, self.weighed.errors),
            missing=missing,
            differing=differing_items(span, standing),
            ambiguous=ambiguous_items(span, standing, self.ledger),
            gap=self.chain.gap_before(span),
            carried_items=any(self._carried_item(item, span) for item in missing),
            after=tuple(self._unpaired_after(span)),
            untold=tuple(self._unpaired_before(span)),
        )
        self.findings_of[span.index] = findings
        if findings.opening_difference:
            self.opening_differs.add(span.index)
        sound = evidence.whole and standing.opening is not None and not evidence.breaks_chain
        if not sound or findings.ambiguous or findings.opening.undecided or findings.carried_items:
            self.unsound.add(span.index)
        return findings

    def _carried(self, span: StatementSpan) -> bool:
        """True if the difference has existed since a statement that is not sound."""
        for earlier in reversed(self.chain.before(span)):
            if earlier.index in self.unsound:
                return True
            if earlier.index not in self.opening_differs:
                return False
        return False

    def _carried_item(self, item: MissingItem, span: StatementSpan) -> bool:
        """True for an unproved leftover of the days of an earlier statement that is not sound."""
        if item.proof or item.date >= span.first:
            return False
        home = self.chain.covering(item.date)
        return home is not None and home.index != span.index and home.index in self.unsound

    def _unpaired_after(self, span: StatementSpan) -> Iterable[BookEntry]:
        """Return unpaired entries around the last row if no last day is printed: the statement may have gone on."""
        if span.printed:
            return ()
        until = span.last + dt.timedelta(days=LATEST)
        return [entry for entry in self.ledger.entries if span.last <= entry.date <= until and entry.id not in self.leftovers.cleared]

    def _unpaired_before(self, span: StatementSpan) -> Iterable[BookEntry]:
        """Return unpaired entries before the first row, and since the last statement, if no first day is printed: they may be of this
        statement's days, and its opening ties with them in total only."""
        if span.statement.period_start is not None:
            return ()
        earlier = self.chain.before(span)
        since = earlier[-1].last if earlier else span.first - dt.timedelta(days=LATEST + 1)
        gone = self.leftovers.cleared.keys() | self.leftovers.reversed.keys()
        return [entry for entry in self.ledger.entries if since < entry.date < span.first and entry.id not in gone]

    def _adjoining_before(self, span: StatementSpan) -> list[Findings]:
        """Return the findings on the statements that lead up to this one without a gap."""
        run = self.chain.run_of(span) if span in self.chain.spans else ()
        return [self.findings_of[other.index] for other in run if other.last < span.first and other.index in self.findings_of]


def judge_account(
    ledger: AccountLedger, chain: Chain, *, doubtful: Collection[int], constraints: Constraints
) -> Iterable[tuple[int, StatementVerdict]]:
    """Return (index, verdict) of every statement of the account. `doubtful` are those whose account is unconfirmed."""
    kind = ledger.books.kind
    weighed = weigh_spans(chain.spans, ledger.entries, kind, constraints)
    weighed = in_day_order(weighed, chain.spans, ledger.entries, kind, constraints.never)
    weighed = guarded(weighed, chain.spans, chain, ledger.entries, kind, constraints)
    whole = frozenset(span.index for span in chain.spans if evidence_of(span, chain).whole)
    verdicts, contradicted = _judged(ledger, chain, weighed, whole, doubtful, constraints)
    while contradicted & whole:  # what contradicts itself is no evidence for the others: all are judged again without it
        whole -= contradicted
        verdicts, contradicted = _judged(ledger, chain, weighed, whole, doubtful, constraints)
    return verdicts


def _judged(
    ledger: AccountLedger, chain: Chain, weighed: Weighed, whole: frozenset[int], doubtful: Collection[int], constraints: Constraints
) -> tuple[list[tuple[int, StatementVerdict]], frozenset[int]]:
    """Return the verdicts, and the indexes of statements whose figures contradict each other."""
    judge = Judge(chain, leftovers_of(chain, ledger, weighed, whole), weighed)
    verdicts = [(span.index, judge.verdict(span, evidence_of(span, chain))) for span in chain.spans]
    gone = weighed.cleared().keys() | {entry for question in weighed.questions for entry in question.entries}
    left = [entry for entry in ledger.entries if entry.id not in gone]
    kind, without_pairs = ledger.books.kind, Constraints(never=constraints.never)
    for span in chain.aside:
        # a statement outside the chain is matched alone, against the rows that the others leave
        own = guarded(weigh_spans([span], left, kind, without_pairs), [span], chain, left, kind, without_pairs)
        alone = Weighed(
            (*weighed.clearings, *own.clearings),
            (*weighed.questions, *own.questions),
            tuple(dict.fromkeys((*weighed.reversals, *own.reversals))),
            weighed.errors,
        )
        reasons = [*(["overlaps"] if span.index in chain.overlapping else []), *(["account_unconfirmed"] if span.index in doubtful else [])]
        evidence = evidence_of(span, chain)
        apart = Judge(chain, leftovers_of(chain, ledger, alone, whole), alone)
        verdicts.append((span.index, apart.verdict(span, replace(evidence, reasons=(*evidence.reasons, *reasons)))))
    return verdicts, frozenset(judge.contradicted)


def judge_undated(statement: PrintedStatement, account: AccountBooks, choice: AccountChoice) -> StatementVerdict:
    """Return the verdict on a statement without known days: rows are compared by their amounts, and without a day to compare a balance at
    nothing is proved."""
    questions = _questions_by_amount(statement, account)
    listed = {line for item in questions for line in item.lines}
    reasons = {NOT_PROVED, *flagged(statement), *(str(item.doubt) for item in questions)}
    if len(listed) < len(statement.lines):
        reasons.add("new_rows")
    if not choice.certain:
        reasons.add("account_unconfirmed")
    return StatementVerdict(
        verdict=Verdict.PARTIAL,
        reasons=in_order(reasons),
        account_id=account.id,
        account=account.name,
        period_start=statement.period_start,
        period_end=statement.period_end,
        currency=statement.currency or account.currency,
        opening_balance=BalanceComparison(statement=statement.opening_balance, ledger=None, books=None),
        closing_balance=BalanceComparison(statement=statement.closing_balance, ledger=None, books=None),
        new=tuple(
            NewItem(line=place, date=line.date, amount=line.amount, description=line.description)
            for place, line in enumerate(statement.lines)
            if place not in listed
        ),
        ambiguous=questions,
    )


def _questions_by_amount(statement: PrintedStatement, account: AccountBooks) -> tuple[AmbiguousItem, ...]:
    """Return the rows of each amount with all entries of that amount."""
    entries: dict[Decimal, list[str]] = {}
    for entry in ledger_of(account).entries:
        entries.setdefault(entry.amount, []).append(entry.id)
    lines: dict[Decimal, list[int]] = {}
    for place, line in enumerate(statement.lines):
        lines.setdefault(line.amount, []).append(place)
    return tuple(
        AmbiguousItem(lines=tuple(places), transactions=tuple(entries[amount]), amount=amount, doubt=str(Doubt.AMBIGUOUS))
        for amount, places in lines.items()
        if amount in entries
    )


def proved(findings: Findings) -> bool:
    """True if the verdict may be `matched`. It trusts no reason and no total that led here."""
    standing = findings.standing
    return (
        findings.evidence.whole
        and not (standing.late or standing.undecided or standing.questions or findings.new or findings.differing or findings.ambiguous)
        and not (findings.after or findings.untold)
        and all(item.kind == OUTSTANDING and item.proof for item in findings.missing)
        and _lines_and_entries_are_told_once(findings)
        and all(_agrees(clearing, findings) for clearing in standing.clearings)
        and _balances_tie(findings)
    )


def _lines_and_entries_are_told_once(findings: Findings) -> bool:
    standing = findings.standing
    lines = sorted(line for clearing in standing.clearings for line in clearing.lines)
    entries = Counter(entry for clearing in standing.clearings for entry in clearing.entries)
    counted = Counter(entry.id for entry in (*standing.cleared_before, *standing.cleared_here, *standing.left_over))
    due = {entry.id for entry in findings.ledger.entries if entry.date <= findings.span.last}
    return (
        lines == list(range(len(findings.statement.lines)))
        and entries == Counter(entry.id for entry in standing.cleared_here)
        and set(counted.values()) <= {1}
        and due <= counted.keys()
        and Counter(item.transaction for item in findings.missing) == Counter(entry.id for entry in standing.left_over)
    )


def _agrees(clearing: Clearing, findings: Findings) -> bool:
    """True if the sums are equal, and one line and one entry, unless paired by a person, are near enough and do not contradict each
    other."""
    here = {entry.id: entry for entry in findings.standing.cleared_here}
    entries = [here[entry] for entry in clearing.entries]
    lines = [findings.statement.lines[line] for line in clearing.lines]
    if sum((line.amount for line in lines), ZERO) != _total(entries):
        return False
    if clearing.decision or len(lines) > 1 or len(entries) > 1:
        return True
    pair = edge(line_row(findings.span.index, clearing.lines[0], lines[0]), entry_row(entries[0], findings.ledger.books.kind))
    return pair is not None and pair.support is not Support.CONTRADICTS


def _balances_tie(findings: Findings) -> bool:
    """True if K0 = C0, K = C1, and B(E) = C1 + sum(O) - sum(A), with empty A."""
    standing, statement = findings.standing, findings.statement
    opening, books = standing.opening, findings.ledger.balance_at_end_of(findings.span.last)
    if opening is None or books is None or findings.evidence.opening is None:
        return False
    forward = opening + _total(standing.cleared_before)
    closing = forward + _total(standing.cleared_here)
    return findings.evidence.opening == forward and statement.closing_balance == closing and books == closing + _total(standing.left_over)


def _total(entries: list[BookEntry] | tuple[BookEntry, ...]) -> Decimal:
    return sum((entry.amount for entry in entries), ZERO)
