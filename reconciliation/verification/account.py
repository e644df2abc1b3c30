"""All statements of one account: matched together once, then judged one by one in order of time."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from reconciliation.verification.chain import Chain
from reconciliation.verification.constraints import Constraints
from reconciliation.verification.day_order import in_day_order
from reconciliation.verification.evidence import evidence_of
from reconciliation.verification.guards import guarded
from reconciliation.verification.judge import Judge
from reconciliation.verification.ledger import AccountLedger
from reconciliation.verification.outstanding import leftovers_of
from reconciliation.verification.span import StatementSpan
from reconciliation.verification.verdict import StatementVerdict
from reconciliation.verification.weighed import Weighed, weigh_spans


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
    for span in chain.aside:
        alone = _weighed_aside(weighed, span, chain, ledger, Constraints(never=constraints.never))
        reasons = [*(["overlaps"] if span.index in chain.overlapping else []), *(["account_unconfirmed"] if span.index in doubtful else [])]
        evidence = evidence_of(span, chain)
        apart = Judge(chain, leftovers_of(chain, ledger, alone, whole), alone)
        verdicts.append((span.index, apart.verdict(span, replace(evidence, reasons=(*evidence.reasons, *reasons)))))
    return verdicts, frozenset(judge.contradicted)


def _weighed_aside(weighed: Weighed, span: StatementSpan, chain: Chain, ledger: AccountLedger, constraints: Constraints) -> Weighed:
    """Match a statement outside the chain alone, against the rows that the others leave."""
    gone = weighed.cleared().keys() | {entry for question in weighed.questions for entry in question.entries}
    left = [entry for entry in ledger.entries if entry.id not in gone]
    kind = ledger.books.kind
    own = guarded(weigh_spans([span], left, kind, constraints), [span], chain, left, kind, constraints)
    return Weighed(
        (*weighed.clearings, *own.clearings),
        (*weighed.questions, *own.questions),
        tuple(dict.fromkeys((*weighed.reversals, *own.reversals))),
        weighed.errors,
    )
