"""Was a made document read rightly, and was anything called proved that is not?"""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from reconciliation.reading.statement import PrintedStatement, Reading
from tests.reading.making.faults import PAGES
from tests.reading.making.truth import Account, Made

Day = dt.date | None


def perfect(reading: Reading, made: Made) -> bool:
    """Every account with every row, both balances and the period; none too many, nothing invented that is not printed."""
    left = list(reading.statements)
    for account in made.accounts:
        match = next((one for one in left if alike(one, account)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def proved(reading: Reading) -> bool:
    return bool(reading.statements) and all(one.integrity.holds is True for one in reading.statements)


def false_proofs(reading: Reading, made: Made) -> list[PrintedStatement]:
    """Statements called proved that are none of the document's, or that contradict themselves, or that print nothing to prove them by.

    A planted fault always contradicts what is printed of the first account. A page that is lost or doubled may have no row on it:
    then what is read may still be all of an account, and proved. Where lines are lost, a row may have lost its day.
    """
    claimed = [one for one in reading.statements if one.integrity.holds is True]
    sound = made.accounts if made.whole or made.fault in PAGES else made.accounts[1:]
    return [one for one in claimed if not any(true_proof(one, account, dated=made.whole) for account in sound)]


def true_proof(statement: PrintedStatement, account: Account, *, dated: bool) -> bool:
    same = Counter(line.amount for line in statement.lines) == Counter(one.amount for one in account.movements)
    return same and account.provable and _printed(account, statement) and (not dated or _same_rows(statement, account))


def alike(statement: PrintedStatement, account: Account) -> bool:
    told = _printed(account, statement) and _none_invented(statement, account) and _period(statement, account)
    return told and _same_rows(statement, account)


def _same_rows(statement: PrintedStatement, account: Account) -> bool:
    """Every row with its day of booking and its amount."""
    got = Counter((line.date, line.amount) for line in statement.lines)
    return got == Counter((one.day, one.amount) for one in account.movements)


def _balances(statement: PrintedStatement) -> tuple[Decimal | None, Decimal | None]:
    return statement.opening_balance, statement.closing_balance


def _printed(account: Account, statement: PrintedStatement) -> bool:
    return all(want is None or want == got for want, got in zip(account.printed, _balances(statement), strict=True))


def _none_invented(statement: PrintedStatement, account: Account) -> bool:
    """What is not printed is not told, unless it follows from a printed running balance."""
    following = {account.opening, *account.balances} if account.running else set()
    return all(want is not None or got is None or got in following for want, got in zip(account.printed, _balances(statement), strict=True))


def _period(statement: PrintedStatement, account: Account) -> bool:
    """Days that are not printed are not told, or are the first and the last of the rows."""
    days = [one.day for one in account.movements]
    allowed: Sequence[Day] = (None, min(days), max(days)) if days else (None,)
    pairs = zip(account.period, (statement.period_start, statement.period_end), strict=True)
    return all(got == want if want else got in allowed for want, got in pairs)
