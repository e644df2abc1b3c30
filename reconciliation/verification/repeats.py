"""Statements of one account and the same days: further copies of one statement, and documents that contradict it.

A copy has the same days, balances and rows, whatever its bytes and descriptions. It is linked to the first and counted nowhere. A document
of the same days with other rows or balances contradicts the first, which counts until a person says that the other one does. Nothing of
either is compared with the books. Both are found again at each verification, so that neither outlives its premise.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from reconciliation.verification.books import AccountBooks
from reconciliation.verification.chain import TYPED, Chain, StatementSpan
from reconciliation.verification.printed_rows import compare_rows
from reconciliation.verification.verdict import BalanceComparison, BalancesPrinted, Contradiction, StatementVerdict, Verdict

OVERLAPS = "overlaps"


@dataclass(slots=True)
class Repeats:
    """By index: `same_as` is the statement that a copy repeats, `contradicts` the one that a document contradicts, `replaced_by` the one
    that a person put in its place."""

    same_as: dict[int, int] = field(default_factory=dict)
    contradicts: dict[int, int] = field(default_factory=dict)
    replaced_by: dict[int, int] = field(default_factory=dict)

    @property
    def indexes(self) -> frozenset[int]:
        return frozenset((*self.same_as, *self.contradicts, *self.replaced_by))


def repeats_among(spans: Iterable[StatementSpan], chain: Chain, doubtful: Collection[int], replaced: Mapping[int, int]) -> Repeats:
    """Return the repeats among the statements whose account is certain. The one that counts as evidence comes first, then the others in
    order of arrival, replaced ones last. A statement without a document repeats nothing, and is repeated by nothing."""
    repeats = Repeats()
    firsts: list[StatementSpan] = []
    printed = (span for span in spans if span.index not in doubtful and TYPED not in span.statement.flags)
    counting = {span.index for span in chain.spans}
    for span in sorted(printed, key=lambda span: (span.index not in counting, span.index in replaced, span.index)):
        of_its_days = [first for first in firsts if first.days == span.days]
        same = next((first for first in of_its_days if is_same_statement(first, span)), None)
        if same is not None:
            repeats.same_as[span.index] = same.index
            continue
        if span.index in replaced and span.index in chain.overlapping:
            repeats.replaced_by[span.index] = replaced[span.index]
        elif of_its_days:
            repeats.contradicts[span.index] = of_its_days[0].index
        firsts.append(span)
    return repeats


def is_same_statement(first: StatementSpan, other: StatementSpan) -> bool:
    """True if days, currency, balances and rows are equal: for rows, day, amount and the balance that both print."""
    one, two = first.statement, other.statement
    balances = (one.opening_balance, one.closing_balance) == (two.opening_balance, two.closing_balance)
    currencies = one.currency is None or two.currency is None or one.currency == two.currency
    return first.days == other.days and balances and currencies and compare_rows(one.lines, two.lines).equal


def without_repeats(chain: Chain, repeats: Repeats) -> Chain:
    """Return the chain without the statements that are compared with nothing; a statement with copies has their sources too, because books
    that were started from a copy prove nothing about it."""
    every = {span.index: span for span in (*chain.spans, *chain.aside)}
    sources = {index: every[index].sources for index in every}
    for copy, first in repeats.same_as.items():
        sources[first] |= every[copy].sources
    spans = tuple(replace(span, sources=sources[span.index]) for span in chain.spans)
    aside = (replace(span, sources=sources[span.index]) for span in chain.aside)
    return replace(chain, spans=spans, aside=tuple(span for span in aside if span.index not in repeats.indexes))


def with_repeats(
    verdicts: Mapping[int, StatementVerdict], repeats: Repeats, spans: Iterable[StatementSpan], account: AccountBooks
) -> dict[int, StatementVerdict]:
    """Return the verdicts with those of the repeats, and with the links of the statements that they repeat."""
    by_index = {span.index: span for span in spans}
    answers = dict(verdicts)
    for index in repeats.indexes:
        answers[index] = _not_compared(by_index[index], account)
    for index, first in repeats.same_as.items():
        answers[index] = replace(answers[index], same_as=first)
        answers[first] = replace(answers[first], copies=(*answers[first].copies, index))
    for index, newer in repeats.replaced_by.items():
        answers[index] = replace(answers[index], replaced_by=newer)
    for index, first in repeats.contradicts.items():
        for here, there in ((index, first), (first, index)):
            found = contradiction(by_index[here], by_index[there], counts=here == first)
            answers[here] = replace(answers[here], contradicts=(*answers[here].contradicts, found))
    return answers


def contradiction(here: StatementSpan, there: StatementSpan, *, counts: bool) -> Contradiction:
    """Return the differences of a document from another one of its days."""
    rows = compare_rows(here.statement.lines, there.statement.lines)
    one, other = here.statement, there.statement
    return Contradiction(
        statement=there.index,
        counts=counts,
        only_here=rows.only_here,
        only_there=rows.only_there,
        other_balance=rows.other_balance,
        opening_balance=BalancesPrinted(here=one.opening_balance, there=other.opening_balance),
        closing_balance=BalancesPrinted(here=one.closing_balance, there=other.closing_balance),
    )


def _not_compared(span: StatementSpan, account: AccountBooks) -> StatementVerdict:
    statement = span.statement
    return StatementVerdict(
        verdict=Verdict.PARTIAL,
        reasons=(OVERLAPS,),
        account_id=account.id,
        account=account.name,
        period_start=statement.period_start,
        period_end=statement.period_end,
        currency=statement.currency or account.currency,
        opening_balance=BalanceComparison(statement=statement.opening_balance, ledger=None, books=None),
        closing_balance=BalanceComparison(statement=statement.closing_balance, ledger=None, books=None),
    )
