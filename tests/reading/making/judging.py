"""Was a made document read rightly, and was anything called proved that is not?"""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from reconciliation.printed.statement import PrintedStatement, Reading
from tests.reading.making.faults import PAGES
from tests.reading.making.losses import LOSSES
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


def follows(statement: PrintedStatement) -> bool:
    """True if the statement is proved, or its rows are said to follow one another."""
    return statement.integrity.holds is True or statement.integrity.rows_follow


def settled(reading: Reading, made: Made) -> bool:
    """True if each account is proved or its rows follow, and no claim is false."""
    whole = len(reading.statements) == len(made.accounts) and all(map(follows, reading.statements))
    return whole and not false_claims(reading, made)


def false_proofs(reading: Reading, made: Made) -> list[PrintedStatement]:
    """Return statements called proved that are not in the document, or that contradict themselves, or that print nothing to prove them by.

    A contradiction of the print is that of the first account. If something is lost, such as a page, a label or a day, the reading may still
    be all of an account, and proved.
    """
    return [one for one in false_claims(reading, made) if one.integrity.holds is True]


def false_claims(reading: Reading, made: Made) -> list[PrintedStatement]:
    """The same, with the statements whose rows are falsely said to follow one another. Where a page was taken out that nothing tells of,
    the others may follow."""
    sound = made.accounts if made.whole or made.fault in LOSSES else made.accounts[1:]
    return [one for one in reading.statements if follows(one) and not any(_is_true(one, account, made) for account in sound)]


def _is_true(statement: PrintedStatement, account: Account, made: Made) -> bool:
    if statement.integrity.holds is not True:
        return _is_part(statement, account) if made.fault == "page_taken" else _is_all(statement, account, made)
    provable = account.provable and (made.whole or account.telling.allows_proof)
    return provable and _is_all(statement, account, made)


def _is_all(statement: PrintedStatement, account: Account, made: Made) -> bool:
    """True if it has the account's amounts and balances; and its days, but where the lines of a page were lost with theirs."""
    same = Counter(line.amount for line in statement.lines) == Counter(one.amount for one in account.movements)
    dated = made.fault not in PAGES
    return same and _printed(account, statement) and (not dated or _same_rows(statement, account))


def _is_part(statement: PrintedStatement, account: Account) -> bool:
    """True if its rows are some of the account's."""
    return not Counter(line.amount for line in statement.lines) - Counter(one.amount for one in account.movements)


def beyond_print(reading: Reading, made: Made) -> list[PrintedStatement]:
    """Statements called proved, rightly, of accounts whose print does not tell where their rows begin and end."""
    proved = [one for one in reading.statements if one.integrity.holds is True]
    unnamed = [account for account in made.accounts if not account.telling.allows_proof]
    return [one for one in proved if any(alike(one, account) for account in unnamed)]


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
    """True if the reading has no balance that is not printed, unless it follows from a printed running balance."""
    following = {account.opening, *account.balances} if account.running else set()
    return all(want is not None or got is None or got in following for want, got in zip(account.printed, _balances(statement), strict=True))


def _period(statement: PrintedStatement, account: Account) -> bool:
    """True if the reading has no days of the period that are not printed, except the first and the last of the rows."""
    days = [one.day for one in account.movements]
    allowed: Sequence[Day] = (None, min(days), max(days)) if days else (None,)
    pairs = zip(account.period, (statement.period_start, statement.period_end), strict=True)
    return all(got == want if want else got in allowed for want, got in pairs)
