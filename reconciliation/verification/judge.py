"""One statement after another judged: lists, balances, bridge, and the verdict that follows from them."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field

from reconciliation.books import Entry
from reconciliation.matching.evidence import LATEST
from reconciliation.verdict import Balance, MissingItem, StatementVerdict, Verdict
from reconciliation.verification.bridge import build_bridge
from reconciliation.verification.chain import Chain
from reconciliation.verification.evidence import Evidence
from reconciliation.verification.findings import Findings
from reconciliation.verification.items import ambiguous_items, differing_items, matched_items, new_items
from reconciliation.verification.ledger import Ledger
from reconciliation.verification.opening import judge_opening
from reconciliation.verification.outstanding import OUTSTANDING, Leftovers
from reconciliation.verification.reasons import in_order, verdict_of
from reconciliation.verification.span import Span
from reconciliation.verification.standing import Standing, standing_of
from reconciliation.verification.weighed import Weighed


class NotProved(ArithmeticError):
    """`matched` was about to be said of figures that do not tie: a fault of the verifier, never of the books."""


@dataclass(slots=True)
class Judge:
    """Judges the statements of one account in order of time, and remembers what later ones rest on."""

    chain: Chain
    leftovers: Leftovers
    weighed: Weighed
    unsound: set[int] = field(default_factory=set)
    opening_differs: set[int] = field(default_factory=set)

    @property
    def ledger(self) -> Ledger:
        return self.leftovers.ledger

    def verdict(self, span: Span, evidence: Evidence) -> StatementVerdict:
        """Raises DoesNotClose or NotProved where the verifier contradicts itself."""
        findings = self._find(span, evidence)
        self._remember(findings)
        reasons = in_order(tuple(findings.reasons()))
        bridge = build_bridge(
            span=span,
            opening=evidence.opening,
            ledger=self.ledger,
            standing=findings.standing,
            new=findings.new,
            missing=findings.missing,
            differing=findings.differing,
        )
        verdict = verdict_of(reasons, undecided_opening=findings.opening.undecided)
        if verdict is Verdict.MATCHED and not (bridge and _proved(findings)):
            raise NotProved(f"{span.first}..{span.last}")
        return StatementVerdict(
            verdict=verdict,
            reasons=reasons,
            account_id=self.ledger.books.id,
            account=self.ledger.books.name,
            movement_ties=findings.movement_ties,
            opening_source=evidence.opening_source,
            period_start=span.statement.period_start,
            period_end=span.statement.period_end,
            currency=span.statement.currency or self.ledger.books.currency,
            opening_balance=Balance(
                statement=span.statement.opening_balance,
                ledger=findings.standing.cleared_brought_forward,
                books=self.ledger.balance_before(span.first) if findings.standing.opening is not None else None,
            ),
            closing_balance=Balance(
                statement=span.statement.closing_balance,
                ledger=findings.standing.cleared_carried_forward,
                books=self.ledger.balance_at_end_of(span.last),
            ),
            matched=matched_items(findings.standing),
            new=findings.new,
            missing=findings.missing,
            differing=findings.differing,
            ambiguous=findings.ambiguous,
            pending=_pending(span, self.ledger),
            opening_set=findings.opening.entries,
            bridge=bridge,
        )

    def _find(self, span: Span, evidence: Evidence) -> Findings:
        standing = standing_of(span, self.chain, self.ledger, self.weighed)
        missing = tuple(self.leftovers.item(entry, span) for entry in standing.left_over)
        brought_forward = standing.cleared_brought_forward
        difference = None if evidence.opening is None or brought_forward is None else evidence.opening - brought_forward
        return Findings(
            span=span,
            evidence=evidence,
            ledger=self.ledger,
            standing=standing,
            opening=judge_opening(span, difference, standing, self.leftovers, carried=self._carried(span)),
            new=new_items(span, standing, self.ledger, self.chain),
            missing=missing,
            differing=differing_items(span, standing),
            ambiguous=ambiguous_items(span, standing, self.ledger),
            gap=self.chain.gap_before(span),
            carried_items=any(self._carried_item(item, span) for item in missing),
            after=tuple(self._unpaired_after(span)),
        )

    def _carried(self, span: Span) -> bool:
        """The difference has stood since a statement that is not sound."""
        for earlier in reversed(self.chain.before(span)):
            if earlier.index in self.unsound:
                return True
            if earlier.index not in self.opening_differs:
                return False
        return False

    def _carried_item(self, item: MissingItem, span: Span) -> bool:
        """A leftover of the days of an earlier statement that is not sound, unless it is proved."""
        if item.proof or item.date >= span.first:
            return False
        home = self.chain.covering(item.date)
        return home is not None and home.index != span.index and home.index in self.unsound

    def _unpaired_after(self, span: Span) -> Iterable[Entry]:
        """Where no last day is printed, entries about the last row that no line shows: the statement may have gone on."""
        if span.printed:
            return ()
        until = span.last + dt.timedelta(days=LATEST)
        return [entry for entry in self.ledger.entries if span.last <= entry.date <= until and entry.id not in self.leftovers.cleared]

    def _remember(self, findings: Findings) -> None:
        index = findings.span.index
        if findings.opening_difference:
            self.opening_differs.add(index)
        sound = findings.evidence.whole and findings.standing.opening is not None and not findings.evidence.breaks_chain
        if not sound or findings.ambiguous or findings.opening.undecided or findings.carried_items:
            self.unsound.add(index)


def _proved(findings: Findings) -> bool:
    """Everything that `matched` promises, looked at once more and by itself."""
    standing: Standing = findings.standing
    statement = findings.statement
    paired = sorted(line for clearing in standing.clearings if clearing.difference is None for line in clearing.lines)
    return (
        findings.evidence.whole
        and paired == list(range(len(statement.lines)))
        and findings.evidence.opening is not None
        and findings.evidence.opening == standing.cleared_brought_forward
        and statement.closing_balance is not None
        and statement.closing_balance == standing.cleared_carried_forward
        and all(item.kind == OUTSTANDING and item.proof for item in findings.missing)
        and not standing.late
        and not standing.undecided
    )


def _pending(span: Span, ledger: Ledger) -> tuple[str, ...]:
    return tuple(entry.id for entry in ledger.pending if entry.date <= span.last)
