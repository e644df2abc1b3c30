"""A statement without known days: its rows are compared with entries of their amount, and nothing is proved."""

from decimal import Decimal

from reconciliation.matching import Doubt
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.account_choice import AccountChoice
from reconciliation.verification.books import AccountBooks, ledger_of
from reconciliation.verification.evidence import flagged
from reconciliation.verification.verdict import AmbiguousItem, BalanceComparison, NewItem, StatementVerdict, Verdict, in_order

UNPROVED = "integrity_unproved"


def judge_undated(statement: PrintedStatement, account: AccountBooks, choice: AccountChoice) -> StatementVerdict:
    """Return a partial verdict with lists: there is no day to compare a balance at."""
    questions = _asked(statement, account)
    listed = {line for item in questions for line in item.lines}
    reasons = {UNPROVED, *flagged(statement), *(str(item.doubt) for item in questions)}
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


def _asked(statement: PrintedStatement, account: AccountBooks) -> tuple[AmbiguousItem, ...]:
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
