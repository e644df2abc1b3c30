"""All statements of one account: matched together once, then judged one by one in order of time, from lists and balances to the verdict.

A statement without known days is judged alone. The last check before `matched` counts all its promises again, from printed rows and booked
entries.
"""

import datetime as dt
import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from reconciliation.matching import Doubt
from reconciliation.matching.evidence import edge
from reconciliation.matching.rows import LATEST, Support
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.account_choice import AccountChoice
from reconciliation.verification.books import ZERO, AccountBooks, AccountLedger, BookEntry, ledger_of
from reconciliation.verification.chain import ONE_DAY, Chain, StatementSpan
from reconciliation.verification.constraints import Constraints
from reconciliation.verification.evidence import PaperEvidence, evidence_of, flagged
from reconciliation.verification.findings import Findings, judge_opening, parts_of_opening
from reconciliation.verification.guards import guarded, in_day_order
from reconciliation.verification.items import (
    ambiguous_items,
    differing_items,
    lines_added_from_it,
    matched_items,
    new_items,
    zero_entries,
    zero_lines,
)
from reconciliation.verification.standing import (
    OUTSTANDING,
    Clearing,
    Leftovers,
    Weighed,
    entry_row,
    leftovers_of,
    line_row,
    standing_of,
    total,
    weigh_spans,
)
from reconciliation.verification.verdict import (
    AmbiguousItem,
    BalanceComparison,
    Bridge,
    NewItem,
    StatementVerdict,
    Verdict,
    in_order,
    verdict_of,
)

logger = logging.getLogger(__name__)
NOT_PROVED = "integrity_unproved"


class DoesNotClose(ArithmeticError):
    """Raised if the verifier's own arithmetic contradicts itself: nothing that it finds of this statement can be trusted."""


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
        try:
            bridge, closes = build_bridge(findings), True
        except DoesNotClose:
            bridge, closes = None, False
        verdict = verdict_of(reasons, undecided_opening=findings.opening.undecided)
        if not closes or (verdict is Verdict.MATCHED and not (bridge and proved(findings))):
            logger.error("The verifier contradicts itself: %s..%s of one account", span.first, span.last)
            self.contradicted.add(span.index)
            self.unsound.add(span.index)
            verdict, reasons = Verdict.PARTIAL, (*reasons, NOT_PROVED)
        return self._answer(findings, verdict, reasons, bridge)

    def _answer(self, findings: Findings, verdict: Verdict, reasons: tuple[str, ...], bridge: Bridge | None) -> StatementVerdict:
        """Return the verdict with its evidence."""
        span, statement, standing, ledger = findings.span, findings.statement, findings.standing, self.ledger
        run = self.chain.run_of(span) if span in self.chain.spans else ()  # the statements that lead up to this one without a gap
        adjoining = [self.findings_of[other.index] for other in run if other.last < span.first and other.index in self.findings_of]
        opening = (standing.cleared_brought_forward, ledger.balance_before(span.first))
        closing = (standing.cleared_carried_forward, ledger.balance_at_end_of(span.last))
        return StatementVerdict(
            verdict=verdict,
            reasons=in_order(reasons),
            account_id=ledger.books.id,
            account=ledger.books.name,
            movement_ties=findings.movement_ties,
            opening_source=findings.evidence.opening_source,
            period_start=statement.period_start,
            period_end=statement.period_end,
            currency=ledger.books.currency,
            opening_balance=BalanceComparison(statement=statement.opening_balance, ledger=opening[0], books=opening[1]),
            closing_balance=BalanceComparison(statement=statement.closing_balance, ledger=closing[0], books=closing[1]),
            matched=matched_items(standing),
            new=findings.new,
            missing=findings.missing,
            differing=findings.differing,
            ambiguous=findings.ambiguous,
            pending=tuple(entry.id for entry in ledger.pending if entry.date <= span.last),
            zero_lines=zero_lines(span, standing),
            zero_entries=zero_entries(span, ledger),
            opening_set=findings.opening.entries,
            opening_parts=parts_of_opening(findings, adjoining),
            added_from_it=lines_added_from_it(span, standing),
            bridge=bridge,
            chain_break=findings.evidence.chain_break,
            overlapped=self.chain.overlapped_by(span),
            explained=tuple(shown for index, shown in self.weighed.explained if index == span.index),
            split=tuple(shown for index, shown in self.weighed.split if index == span.index),
        )

    def _find(self, span: StatementSpan, evidence: PaperEvidence) -> Findings:
        """Return the findings on the statement, and store those that the judgement of later statements needs."""
        standing = standing_of(span, self.chain, self.ledger, self.weighed)
        missing = tuple(self.leftovers.item(entry, span) for entry in standing.left_over)
        brought_forward = standing.cleared_brought_forward
        difference = None if evidence.opening is None or brought_forward is None else evidence.opening - brought_forward
        earlier, window = self.chain.before(span), dt.timedelta(days=LATEST)
        # a difference that has existed since a statement that is not sound is carried over, as is an unproved leftover of its days
        back = (span.index for span in reversed(earlier))
        since = next((index for index in back if index in self.unsound or index not in self.opening_differs), None)
        earlier_items = (item for item in missing if not item.proof and item.date < span.first)
        homes = (home for item in earlier_items for home in self.chain.covering(item.date))
        # unpaired entries that an unprinted last day may hide, since the statement may have gone on; and those that an unprinted first day
        # may hide, with which the opening ties in total only
        unpaired = [entry for entry in self.ledger.entries if entry.id not in self.leftovers.cleared]
        begin = earlier[-1].last + ONE_DAY if earlier else span.first - window
        after = (entry for entry in unpaired if span.last <= entry.date <= span.last + window)
        before = (entry for entry in unpaired if begin <= entry.date < span.first and entry.id not in self.leftovers.reversed)
        findings = Findings(
            span=span,
            evidence=evidence,
            ledger=self.ledger,
            standing=standing,
            opening=judge_opening(span, difference, standing, self.leftovers, carried=since in self.unsound),
            new=new_items(span, standing, self.ledger, self.chain, self.weighed.errors),
            missing=missing,
            differing=differing_items(span, standing),
            ambiguous=ambiguous_items(span, standing, self.ledger),
            gap=self.chain.gap_before(span),
            carried_items=any(home.index in self.unsound for home in homes),
            after=() if span.printed else tuple(after),
            untold=() if span.statement.period_start is not None else tuple(before),
        )
        self.findings_of[span.index] = findings
        if findings.opening_difference:
            self.opening_differs.add(span.index)
        sound = evidence.complete and standing.opening is not None and evidence.chain_break is None
        if not sound or findings.ambiguous or findings.opening.undecided or findings.carried_items:
            self.unsound.add(span.index)
        return findings


def judge_account(
    ledger: AccountLedger, chain: Chain, *, doubtful: Collection[int], constraints: Constraints
) -> Iterable[tuple[int, StatementVerdict]]:
    """Return (index, verdict) of every statement of the account. `doubtful` are those whose account is unconfirmed."""
    kind = ledger.books.kind
    weighed = weigh_spans(chain.spans, ledger.entries, kind, constraints)
    weighed = in_day_order(weighed, chain.spans, ledger.entries, kind, constraints)
    weighed = guarded(weighed, chain.spans, chain, ledger.entries, kind, constraints)
    whole = frozenset(span.index for span in chain.spans if evidence_of(span, chain).whole)
    verdicts, contradicted = _judged(ledger, chain, weighed, whole, doubtful, constraints)
    while contradicted & whole:  # a statement that contradicts itself is no evidence for the others: all are judged again without it
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
    kind, without_pairs = ledger.books.kind, Constraints(never=constraints.never, names=constraints.names)
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
    entries: dict[Decimal, list[str]] = defaultdict(list)
    for entry in ledger_of(account).entries:
        entries[entry.amount].append(entry.id)
    lines: dict[Decimal, list[int]] = defaultdict(list)
    for place, line in enumerate(statement.lines):
        if line.amount:
            lines[line.amount].append(place)
    questions = tuple(
        AmbiguousItem(lines=tuple(places), transactions=tuple(entries[amount]), amount=amount, doubt=str(Doubt.AMBIGUOUS))
        for amount, places in lines.items()
        if amount in entries
    )
    zero = tuple(place for place, line in enumerate(statement.lines) if not line.amount)
    listed = {*zero, *(line for item in questions for line in item.lines)}
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
        currency=account.currency,
        opening_balance=BalanceComparison(statement=statement.opening_balance, ledger=None, books=None),
        closing_balance=BalanceComparison(statement=statement.closing_balance, ledger=None, books=None),
        new=tuple(
            NewItem(line=place, date=line.date, amount=line.amount, description=line.description)
            for place, line in enumerate(statement.lines)
            if place not in listed
        ),
        ambiguous=questions,
        zero_lines=zero,
    )


def proved(findings: Findings) -> bool:
    """True if the verdict may be `matched`. It trusts no reason and no total that led here."""
    standing = findings.standing
    lines = [*(line for clearing in standing.clearings for line in clearing.lines), *zero_lines(findings.span, standing)]
    entries = Counter(entry for clearing in standing.clearings for entry in clearing.entries)
    counted = Counter(entry.id for entry in (*standing.cleared_before, *standing.cleared_here, *standing.left_over))
    due = {entry.id for entry in findings.ledger.entries if entry.date <= findings.span.last}
    here = {entry.id: entry for entry in standing.cleared_here}
    books = findings.ledger.balance_at_end_of(findings.span.last)
    if standing.opening is None or books is None:
        return False
    forward = standing.opening + _total(standing.cleared_before)
    closing = forward + _total(standing.cleared_here)
    return (
        findings.evidence.whole
        and not (standing.late or standing.undecided or standing.questions or findings.new or findings.differing or findings.ambiguous)
        and not (findings.after or findings.untold)
        and all(item.kind == OUTSTANDING and item.proof for item in findings.missing)
        # each line and each entry is named once, lines of 0.00 aside
        and sorted(lines) == list(range(len(findings.statement.lines)))
        and entries == Counter(entry.id for entry in standing.cleared_here)
        and set(counted.values()) <= {1}
        and due <= counted.keys()
        and Counter(item.transaction for item in findings.missing) == Counter(entry.id for entry in standing.left_over)
        and all(_agrees(clearing, findings, here) for clearing in standing.clearings)
        # K0 = C0, K = C1, and B(E) = C1 + sum(O) - sum(A), with empty A
        and findings.evidence.opening == forward
        and findings.statement.closing_balance == closing
        and books == closing + _total(standing.left_over)
    )


def _agrees(clearing: Clearing, findings: Findings, here: Mapping[str, BookEntry]) -> bool:
    """True if the sums are equal, and one line and one entry, unless paired by a person, are near enough and do not contradict each
    other. `here` are the entries that clear on this statement."""
    entries = [here[entry] for entry in clearing.entries]
    lines = [findings.statement.lines[line] for line in clearing.lines]
    if sum((line.amount for line in lines), ZERO) != _total(entries):
        return False
    if clearing.decision or len(lines) > 1 or len(entries) > 1:
        return True
    line = line_row(findings.span.index, clearing.lines[0], lines[0], names=findings.ledger.names)
    pair = edge(line, entry_row(entries[0], findings.ledger.books.kind))
    return pair is not None and pair.support is not Support.CONTRADICTS


def _total(entries: list[BookEntry] | tuple[BookEntry, ...]) -> Decimal:
    return sum((entry.amount for entry in entries), ZERO)


def build_bridge(findings: Findings) -> Bridge | None:
    """Return the bridge, or None if the closing, the opening or the account's opening is unknown. Raises DoesNotClose."""
    span, standing, lines = findings.span, findings.standing, findings.statement.lines
    opening, closing, books = findings.evidence.opening, findings.statement.closing_balance, findings.ledger.balance_at_end_of(span.last)
    brought_forward, cleared = standing.cleared_brought_forward, standing.cleared_carried_forward
    not_cleared = total(standing.left_over) + total(standing.undecided_in_books) - total(standing.late)
    if books is not None and cleared is not None and books != cleared + not_cleared:
        raise DoesNotClose("B(E) = C1 + sum(O) - sum(A)")
    if closing is None or opening is None or books is None or brought_forward is None:
        return None
    asked_lines = (lines[place].amount for question in standing.questions for place in question.lines_of(span.index))
    bridge = Bridge(
        ledger_closing=books,
        opening=opening - brought_forward,
        new=sum((item.amount for item in findings.new), ZERO),
        missing=sum((item.amount for item in findings.missing if item.kind != OUTSTANDING), ZERO),
        differing=sum((item.by for item in findings.differing), ZERO),
        ambiguous=sum(asked_lines, ZERO) - total(standing.undecided_in_books),
        timing=total(standing.late) - sum((item.amount for item in findings.missing if item.kind == OUTSTANDING), ZERO),
        unexplained=closing - opening - sum((line.amount for line in lines), ZERO),
        statement_closing=closing,
    )
    if not bridge.closes:
        raise DoesNotClose(f"bridge of {span.first}..{span.last}")
    return bridge
