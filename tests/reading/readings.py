"""Readings as a reader would give them, of an account of a made document."""

from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement, Reading
from tests.reading.making.around import PLAIN
from tests.reading.making.chance import seeded
from tests.reading.making.maker import draw
from tests.reading.making.truth import Account

PLAINLY = draw(seeded(4), fixed=PLAIN)
ACCOUNT = PLAINLY.made.accounts[0]
PROVED = Integrity(holds=True)


def reading_of(account: Account, integrity: Integrity = PROVED) -> Reading:
    statement = PrintedStatement(
        period_start=account.first,
        period_end=account.last,
        opening_balance=account.opening,
        closing_balance=account.closing,
        integrity=integrity,
        lines=tuple(PrintedLine(date=one.day, description=one.text, amount=one.amount) for one in account.movements),
    )
    return Reading(document_type="bank_statement", pages=1, statements=(statement,))
