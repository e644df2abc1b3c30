"""Verification: the only code that may give the verdict `matched`. `docs/cases.md` explains the verdicts case by case."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Inexact, localcontext

from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.account_choice import AccountChoice, choose_accounts
from reconciliation.verification.answering import decided
from reconciliation.verification.books import AccountBooks, ledger_of
from reconciliation.verification.chain import TYPED, Repeats, StatementSpan, chain_of, repeats_among, span_of, without_repeats
from reconciliation.verification.constraints import constrain, one_a_statement, replaced, with_opening
from reconciliation.verification.decisions import (
    AccountNamed,
    Acknowledged,
    Corrected,
    Excused,
    MarkAnswered,
    OpeningAdopted,
    PersonDecision,
    ReadAsStatement,
    Reissued,
    RowAdded,
    StatementCorrected,
    why_not_acknowledged,
    with_decisions,
)
from reconciliation.verification.evidence import READING_CONFIRMED, flagged
from reconciliation.verification.items import with_opposites
from reconciliation.verification.judge import judge_account, judge_undated
from reconciliation.verification.printed_rows import compare_rows
from reconciliation.verification.verdict import (
    NOTHING_COMPARED,
    BalanceComparison,
    BalancesPrinted,
    Contradiction,
    StatementVerdict,
    Verdict,
)

__all__ = ["verify"]

DIGITS = 100
OF_THE_DOCUMENT = (AccountNamed, StatementCorrected, RowAdded, MarkAnswered, Corrected, Excused, ReadAsStatement)
"""Decisions that need no comparison to hold."""


def verify(
    books: Sequence[AccountBooks],
    statements: Sequence[PrintedStatement],
    *,
    chosen: Mapping[int, str] | None = None,
    decisions: Sequence[PersonDecision] = (),
) -> list[StatementVerdict]:
    """Return a verdict for each statement, in order; `statements` come in order of arrival, of any accounts.

    `chosen` maps a statement's index to the account id that a caller named, unconfirmed. `decisions` are people's: each is checked again,
    and applied or set aside with its reason, never an exception. Sums are exact: an amount too long to be added without rounding raises
    ArithmeticError.
    """
    with localcontext(prec=DIGITS) as context:
        context.traps[Inexact] = True
        without = _Case([replace(account, names=()) for account in books], statements, chosen or {}, ()).verdicts()
        if not decisions and not any(account.names for account in books):
            return with_opposites(without)
        case = _Case(books, statements, chosen or {}, decisions)
        return with_opposites(with_decisions(case.verdicts(), without, decisions, case.refused, case.statements, statements, books))


class _Case:
    """One verification. When it is done, `refused` maps each decision that was not applied to its reason."""

    def __init__(
        self,
        books: Sequence[AccountBooks],
        statements: Sequence[PrintedStatement],
        chosen: Mapping[int, str],
        decisions: Sequence[PersonDecision],
    ) -> None:
        as_decided = decided(statements, decisions)
        applicable, self.refused, self.confirmed = as_decided.applicable, dict(as_decided.refused), as_decided.confirmed
        self.books = books
        self.statements = as_decided.statements
        named, twice = one_a_statement(decision for decision in applicable if isinstance(decision, AccountNamed))
        accounts = {**chosen, **{index: decision.account for index, decision in named.items()}}
        confirmed = {index for index, decision in named.items() if decision.confirmed}
        self.choices = choose_accounts(books, self.statements, accounts, confirmed)
        forbidden = {decision.id: self.choices[index].why for index, decision in named.items() if self.choices[index].account is None}
        self.refused |= twice | forbidden
        self.decisions = [decision for decision in applicable if decision.id not in self.refused]

    def verdicts(self) -> list[StatementVerdict]:
        """Return a verdict for each statement, in order."""
        verdicts: dict[int, StatementVerdict] = {}
        compared: dict[str, list[StatementSpan]] = {}
        for index, (statement, choice) in enumerate(zip(self.statements, self.choices, strict=True)):
            span = span_of(index, statement, confirmed=index in self.confirmed)
            reason = _nothing_to_compare(statement, choice, span)
            if reason or choice.account is None:
                account = choice.account if choice.certain else None
                verdicts[index] = StatementVerdict(
                    verdict=Verdict.UNVERIFIABLE,
                    reasons=(reason or "no_account",),
                    account_id=account.id if account else None,
                    account=account.name if account else None,
                    period_start=statement.period_start,
                    period_end=statement.period_end,
                    currency=statement.currency,
                    opening_balance=BalanceComparison(statement=statement.opening_balance, ledger=None, books=None),
                    closing_balance=BalanceComparison(statement=statement.closing_balance, ledger=None, books=None),
                )
            elif span is None:
                verdicts[index] = judge_undated(statement, choice.account, choice)
            else:
                compared.setdefault(choice.account.id, []).append(span)
        uncompared = [decision for decision in self.decisions if decision.statement in verdicts]
        self.refused |= {decision.id: "nothing_compared" for decision in uncompared if not isinstance(decision, OF_THE_DOCUMENT)}
        for account in self.books:
            if spans := compared.get(account.id):
                verdicts |= self._judged(account, spans)
        return [replace(verdicts[index], account_why=choice.why, candidates=choice.candidates) for index, choice in enumerate(self.choices)]

    def _judged(self, account: AccountBooks, spans: Sequence[StatementSpan]) -> dict[int, StatementVerdict]:
        """Return the verdicts on the statements of one account, and add the refused decisions on them to `refused`."""
        here = {span.index for span in spans}
        decisions = [decision for decision in self.decisions if decision.statement in here]
        doubtful = [span.index for span in spans if not self.choices[span.index].certain]
        certain = [span for span in spans if span.index not in doubtful]
        gone, unprinted = replaced(certain, (decision for decision in decisions if isinstance(decision, Reissued)))
        typed = {span.index for span in spans if TYPED in span.statement.flags}
        everything = chain_of(spans, doubtful, gone.keys() | typed)
        repeats = repeats_among(spans, everything, doubtful, gone)
        chain = without_repeats(everything, repeats)
        opened, unopened = with_opening(account, chain.spans, [decision for decision in decisions if isinstance(decision, OpeningAdopted)])
        ledger = ledger_of(opened)
        constraints = constrain(decisions, chain, ledger)
        self.refused |= unprinted | unopened | dict(constraints.refused)
        judged = dict(judge_account(ledger, chain, doubtful=doubtful, constraints=constraints))
        confirmed = [index for index, verdict in judged.items() if READING_CONFIRMED in verdict.reasons]
        judged |= {index: replace(judged[index], confirmed_by=self.confirmed[index]) for index in confirmed}
        answers = with_repeats(judged, repeats, spans, account)
        acknowledged = (decision for decision in decisions if isinstance(decision, Acknowledged) and decision.id not in self.refused)
        self.refused |= {
            decision.id: why for decision in acknowledged if (why := why_not_acknowledged(decision, answers[decision.statement]))
        }
        return answers


def with_repeats(
    verdicts: Mapping[int, StatementVerdict], repeats: Repeats, spans: Iterable[StatementSpan], account: AccountBooks
) -> dict[int, StatementVerdict]:
    """Return the verdicts with those of the repeats, and with the links of the statements that they repeat."""
    by_index = {span.index: span for span in spans}
    answers = dict(verdicts)
    for index in repeats.indexes:
        statement = by_index[index].statement
        answers[index] = StatementVerdict(
            verdict=Verdict.PARTIAL,
            reasons=("overlaps",),
            account_id=account.id,
            account=account.name,
            period_start=statement.period_start,
            period_end=statement.period_end,
            currency=statement.currency or account.currency,
            opening_balance=BalanceComparison(statement=statement.opening_balance, ledger=None, books=None),
            closing_balance=BalanceComparison(statement=statement.closing_balance, ledger=None, books=None),
        )
    for index, first in repeats.same_as.items():
        answers[index] = replace(answers[index], same_as=first)
        answers[first] = replace(answers[first], copies=(*answers[first].copies, index))
    for index, newer in repeats.replaced_by.items():
        answers[index] = replace(answers[index], replaced_by=newer)
    for index, first in repeats.contradicts.items():
        for here, there in ((index, first), (first, index)):
            difference = contradiction(by_index[here], by_index[there], counts=here == first)
            answers[here] = replace(answers[here], contradicts=(*answers[here].contradicts, difference))
    return answers


def contradiction(here: StatementSpan, there: StatementSpan, *, counts: bool) -> Contradiction:
    """Return the differences of a document from another one of its days."""
    rows = compare_rows(here.statement.lines, there.statement.lines)
    ours, other = here.statement, there.statement
    return Contradiction(
        statement=there.index,
        counts=counts,
        only_here=rows.only_here,
        only_there=rows.only_there,
        other_balance=rows.other_balance,
        opening_balance=BalancesPrinted(here=ours.opening_balance, there=other.opening_balance),
        closing_balance=BalancesPrinted(here=ours.closing_balance, there=other.closing_balance),
    )


def _nothing_to_compare(statement: PrintedStatement, choice: AccountChoice, span: StatementSpan | None) -> str | None:
    """Return the reason why no comparison is possible, or None."""
    stopped = [flag for flag in flagged(statement) if flag in NOTHING_COMPARED]
    if stopped or statement.account_kind == "investment":
        return stopped[0] if stopped else "not_a_statement"
    if choice.account is None:
        return choice.reason or "no_account"
    if not statement.lines and statement.opening_balance is None and statement.closing_balance is None:
        return "unreadable"
    opening_date = choice.account.opening_date
    if span is None or opening_date is None or span.last >= opening_date:
        return None
    return "opening_unknown" if choice.certain else choice.reason  # the days are no fault of an unconfirmed account
