"""Two accounts of one document, and the balances that are read of each."""

from decimal import Decimal

from reconciliation.printed.statement import PrintedStatement

FIRST, SECOND = ("Everyday account", "1110001"), ("Holiday account", "2220002")


def ends(found: tuple[PrintedStatement, ...]) -> list[tuple[str | None, Decimal | None, Decimal | None, int]]:
    return [(one.account_hint, one.opening_balance, one.closing_balance, len(one.lines)) for one in found]
