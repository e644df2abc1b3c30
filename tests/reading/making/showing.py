"""One generated document for the eye: its habits, its pages as text, and the differences between reading and truth."""

from collections import Counter
from collections.abc import Iterable

from reconciliation.printed.statement import PrintedStatement
from reconciliation.reading.reader import read
from tests.reading.making.around import peculiar
from tests.reading.making.judging import false_proofs, perfect
from tests.reading.making.maker import Document
from tests.reading.making.sheet import Sheet, Text
from tests.reading.making.truth import Account

LETTER = 4.0  # points that one letter takes in the text of a page


def show(seed: int, document: Document) -> str:
    made, reading = document.made, read(document.sheet.document())
    parts = [f"seed {seed}  fault {made.fault}", peculiar(document.habits), paper(document.sheet)]
    parts += ["--- truth", *(_account(account) for account in made.accounts)]
    parts += ["--- reading", *(_statement(one) for one in reading.statements)]
    for place, account in enumerate(made.accounts):
        statement = reading.statements[place] if place < len(reading.statements) else PrintedStatement()
        parts += [f"--- rows of account {place + 1}: missing -, too many +", *_rows_apart(statement, account)]
    parts.append(f"perfect {perfect(reading, made)}  false proofs {len(false_proofs(reading, made))}")
    return "\n".join(parts)


def paper(sheet: Sheet) -> str:
    """Its pages as text."""
    return "\n".join(line for number, texts in enumerate(sheet.pages, 1) for line in (f"--- page {number}", *_page(texts)))


def _page(texts: Iterable[Text]) -> list[str]:
    rows: dict[float, list[Text]] = {}
    for text in texts:
        rows.setdefault(round(text.y), []).append(text)
    return [_line(rows[y]) for y in sorted(rows)]


def _line(texts: Iterable[Text]) -> str:
    line = ""
    for text in sorted(texts, key=lambda one: one.x):
        line = line.ljust(max(round(text.x / LETTER), len(line) + 1 if line else 0)) + text.text
    return line


def _account(account: Account) -> str:
    first, last = account.period
    opening, closing = account.printed
    return f"{account.kind}  period {first} to {last}  opening {opening}  closing {closing}  rows {len(account.movements)}"


def _statement(one: PrintedStatement) -> str:
    told = (
        f"{one.account_kind}  period {one.period_start} to {one.period_end}  opening {one.opening_balance}  closing {one.closing_balance}"
    )
    return f"{told}  rows {len(one.lines)}  holds {one.integrity.holds}  difference {one.integrity.difference}  {' '.join(one.flags)}"


def _rows_apart(statement: PrintedStatement, account: Account) -> list[str]:
    got = Counter((str(line.date), line.amount) for line in statement.lines)
    want = Counter((str(one.day), one.amount) for one in account.movements)
    missing = [f"- {day} {amount}" for day, amount in sorted((want - got).elements(), key=str)]
    return missing + [f"+ {day} {amount}" for day, amount in sorted((got - want).elements(), key=str)]
