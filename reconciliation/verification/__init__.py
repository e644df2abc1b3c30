"""Proposals and reading against the ledger: the only code that may say `matched`. RECONCILIATION.md is its law."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Inexact, localcontext

from reconciliation.accounts import AccountChoice, choose_accounts
from reconciliation.books import AccountBooks
from reconciliation.reading.statement import PrintedStatement
from reconciliation.verdict import Balance, StatementVerdict, Verdict
from reconciliation.verification.account import judge_account
from reconciliation.verification.chain import chain_of
from reconciliation.verification.evidence import flagged
from reconciliation.verification.ledger import ledger_of
from reconciliation.verification.reasons import NOTHING_COMPARED
from reconciliation.verification.span import Span, span_of
from reconciliation.verification.undated import judge_undated

__all__ = ["verify"]

DIGITS = 100


def verify(
    books: Sequence[AccountBooks], statements: Sequence[PrintedStatement], *, chosen: Mapping[int, str] | None = None
) -> list[StatementVerdict]:
    """A verdict for each statement, in order; `statements` come in order of arrival, of any accounts.

    `chosen` maps a statement's index to the account id that a person named: it skips the search, not the vetoes.
    Sums are exact: an amount too long to be added without rounding raises ArithmeticError.
    """
    with localcontext(prec=DIGITS) as context:
        context.traps[Inexact] = True
        return _verify(books, statements, chosen)


def _verify(
    books: Sequence[AccountBooks], statements: Sequence[PrintedStatement], chosen: Mapping[int, str] | None
) -> list[StatementVerdict]:
    choices = choose_accounts(books, statements, chosen)
    verdicts: dict[int, StatementVerdict] = {}
    compared: dict[str, list[Span]] = {}
    for index, (statement, choice) in enumerate(zip(statements, choices, strict=True)):
        span = span_of(index, statement)
        reason = _nothing_to_compare(statement, choice, span)
        if reason or choice.account is None:
            verdicts[index] = _unverifiable(statement, choice, reason or "no_account")
        elif span is None:
            verdicts[index] = judge_undated(statement, choice.account, choice)
        else:
            compared.setdefault(choice.account.id, []).append(span)
    for account in books:
        verdicts |= _judged(account, compared.get(account.id, ()), choices)
    return [_offering(verdicts[index], choice) for index, choice in enumerate(choices)]


def _judged(account: AccountBooks, spans: Iterable[Span], choices: Sequence[AccountChoice]) -> dict[int, StatementVerdict]:
    of_account = tuple(spans)
    if not of_account:
        return {}
    doubtful = [span.index for span in of_account if not choices[span.index].certain]
    return dict(judge_account(ledger_of(account), chain_of(of_account, doubtful), doubtful=doubtful))


def _nothing_to_compare(statement: PrintedStatement, choice: AccountChoice, span: Span | None) -> str | None:
    """Why no comparison can be made at all, or None."""
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
    return "opening_unknown" if choice.certain else choice.reason  # an account nobody confirmed is not to blame for its days


def _unverifiable(statement: PrintedStatement, choice: AccountChoice, reason: str) -> StatementVerdict:
    account = choice.account if choice.certain else None
    return StatementVerdict(
        verdict=Verdict.UNVERIFIABLE,
        reasons=(reason,),
        account_id=account.id if account else None,
        account=account.name if account else None,
        period_start=statement.period_start,
        period_end=statement.period_end,
        currency=statement.currency,
        opening_balance=Balance(statement=statement.opening_balance, ledger=None, books=None),
        closing_balance=Balance(statement=statement.closing_balance, ledger=None, books=None),
    )


def _offering(verdict: StatementVerdict, choice: AccountChoice) -> StatementVerdict:
    return replace(verdict, account_why=choice.why, candidates=choice.candidates)
