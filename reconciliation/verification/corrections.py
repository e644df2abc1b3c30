"""People's corrections of misread lines; the printed figures alone decide whether the reading then holds."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from reconciliation.printed.arithmetic import casts, fixed_by_balances
from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement
from reconciliation.verification.decisions import Corrected
from reconciliation.verification.hearing import Refusals


def correct(statements: Sequence[PrintedStatement], corrections: Iterable[Corrected]) -> tuple[list[PrintedStatement], Refusals]:
    """Return the statements as corrected, and the refusals: of two corrections of one line neither is applied."""
    of_line: dict[tuple[int, int], list[Corrected]] = defaultdict(list)
    for correction in corrections:
        of_line[correction.statement, correction.line.line].append(correction)
    refused = {each.id: "contradicts" for group in of_line.values() if len(group) > 1 for each in group}
    by_statement: dict[int, list[Corrected]] = defaultdict(list)
    for (statement, _), group in of_line.items():
        if len(group) == 1:
            by_statement[statement].append(group[0])
    return [corrected(each, by_statement.get(index, ())) for index, each in enumerate(statements)], refused


def corrected(statement: PrintedStatement, corrections: Sequence[Corrected]) -> PrintedStatement:
    """Return the statement with its corrected lines, judged again by the printed figures around them."""
    if not corrections:
        return statement
    lines = list(statement.lines)
    for correction in corrections:
        lines[correction.line.line] = _line(lines[correction.line.line], correction)
    changed = replace(statement, lines=tuple(lines))
    moved = [place for place, line in enumerate(statement.lines) if line.amount != lines[place].amount]
    return replace(changed, integrity=_judged(statement.integrity, changed, moved)) if moved else changed


def _line(line: PrintedLine, correction: Corrected) -> PrintedLine:
    """Return the corrected line. A corrected date replaces all its dates, since another one may be the misread one."""
    if correction.date is not None:
        line = replace(line, date=correction.date, transaction_date=None)
    if correction.amount is not None:
        line = replace(line, amount=correction.amount)
    return line if correction.description is None else replace(line, description=correction.description)


def _judged(before: Integrity, statement: PrintedStatement, moved: Sequence[int]) -> Integrity:
    """Return the integrity after a correction. It never proves a reading that print alone does not. A sum that a correction makes right
    proves nothing, since one amount closes any gap: each corrected amount must lie between two printed balances that make it."""
    difference = _difference(statement)
    if not casts(statement):
        return Integrity(holds=False, difference=difference)
    if before.holds is None or not all(fixed_by_balances(statement, place) for place in moved):
        return Integrity(holds=None, difference=difference)
    return Integrity(holds=True, difference=difference)


def _difference(statement: PrintedStatement) -> Decimal | None:
    opening, closing = statement.opening_balance, statement.closing_balance
    if opening is None or closing is None:
        return None
    return closing - opening - sum((line.amount for line in statement.lines), Decimal(0))
