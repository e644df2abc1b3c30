"""Was a made document read rightly, and was anything called proved that is not?"""

from collections import Counter

from reconciliation.reading.statement import PrintedStatement, Reading
from tests.reading.making.truth import Account, Made


def perfect(reading: Reading, made: Made) -> bool:
    """Every account with every row, both balances and the period; none too many."""
    left = list(reading.statements)
    for account in made.accounts:
        match = next((one for one in left if _alike(one, account)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def proved(reading: Reading) -> bool:
    return bool(reading.statements) and all(one.integrity.holds is True for one in reading.statements)


def false_proofs(reading: Reading, made: Made) -> list[PrintedStatement]:
    """Statements called proved whose rows or balances are none of the document's."""
    claimed = [one for one in reading.statements if one.integrity.holds is True]
    on_paper = made.whole or made.fault.startswith("page_")  # a page without rows may be lost or doubled, and nothing with it
    true = made.accounts if on_paper else made.accounts[1:]
    return [one for one in claimed if not any(_same_money(one, account) for account in true)]


def _alike(statement: PrintedStatement, account: Account) -> bool:
    got = Counter((line.date, line.amount) for line in statement.lines)
    want = Counter((movement.day, movement.amount) for movement in account.movements)
    period = (statement.period_start, statement.period_end)
    return _same_money(statement, account) and got == want and period == (account.first, account.last)


def _same_money(statement: PrintedStatement, account: Account) -> bool:
    got, want = Counter(line.amount for line in statement.lines), Counter(movement.amount for movement in account.movements)
    return got == want and (statement.opening_balance, statement.closing_balance) == (account.opening, account.closing)
