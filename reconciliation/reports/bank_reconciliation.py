"""The bank reconciliation in both forms: from the bank's balance to the books', and both balances adjusted until they are equal.

RECONCILIATION.md, "Print it both ways": auditors read the first, textbooks of the United States have the second."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from django.utils.translation import gettext as _

from reconciliation.models import Decision
from reconciliation.presentation.formats import figure
from reconciliation.presentation.statement_page import BankReconciliation, Sheet, SumLine
from reconciliation.reports.report import ReportColumn, ReportRow, ReportTable, Weight

ZERO = Decimal(0)


def both_forms(sheet: Sheet) -> list[ReportTable]:
    """Return both forms as tables. If a balance is unknown, the table says so and has no sum."""
    return (
        [_bank_to_books(sheet.sums), *_adjusted(sheet.sums, _bank_errors(sheet), _errors_before(sheet))]
        if sheet.sums
        else [_balances(sheet)]
    )


def checks_and_reasons(sheet: Sheet) -> list[str]:
    """Return the checks that the sums rest on, and the reasons for what is left to do."""
    opening = sheet.verdict["opening_balance"]
    sides = {"bank": figure(opening["statement"], sheet.currency), "cleared": figure(opening["ledger"], sheet.currency)}
    reasons = [f"{reason.says} {reason.advice}".rstrip() for reason in sheet.reasons]
    checks = [f"{sheet.brought_forward.says}: {_('Bank %(bank)s, cleared %(cleared)s') % sides}", sheet.adds_up.says]
    return [*checks, *reasons]


def _columns() -> tuple[ReportColumn, ...]:
    return (
        ReportColumn("item", _("Item")),
        ReportColumn("count", _("Rows"), is_figure=True),
        ReportColumn("amount", _("Amount"), is_figure=True),
    )


def _row(label: str, amount: Decimal | None, weight: Weight = Weight.ITEM, count: int | None = None) -> ReportRow:
    return ReportRow((label, count, amount), weight)


def _bank_to_books(sums: BankReconciliation) -> ReportTable:
    rows = [
        _row(_("Balance per bank"), sums.bank, Weight.TOTAL),
        *_group(_("Only a matter of time"), sums.timing),
        *_group(_("Wants an entry or a decision"), sums.to_enter),
        _row(_("Adjusted balance"), sums.adjusted, Weight.TOTAL),
        _row(_("Balance per books"), sums.books),
        _row(_("Unreconciled difference"), sums.difference, Weight.RESULT),
    ]
    return ReportTable("bank_to_books", _("From bank to books"), _columns(), rows)


def _group(title: str, lines: Sequence[SumLine]) -> list[ReportRow]:
    if not lines:
        return []
    return [_row(title, None, Weight.GROUP), *(_row(line.label, line.amount, count=line.count) for line in lines)]


def _adjusted(sums: BankReconciliation, bank_errors: Sequence[Decimal], brought_forward: Decimal) -> Iterable[ReportTable]:
    """Return the adjusted balances: timing and bank errors adjust the bank's balance, missing entries the books'. `brought_forward` is the
    part of the opening difference that comes from errors of earlier statements."""
    wrong = -sum(bank_errors, ZERO)
    errors = [SumLine(_("Errors of the bank"), wrong - brought_forward, "new", len(bank_errors))] if bank_errors or brought_forward else []
    of_bank = [*sums.timing, *errors]
    of_books = [replace(line, amount=-line.amount) for line in _without(sums.to_enter, len(bank_errors), wrong, brought_forward)]
    bank, books = sums.bank + _total(of_bank), sums.books + _total(of_books)
    yield _side("adjusted_bank", _("Adjusted balance per bank"), _("Balance per bank"), sums.bank, of_bank, bank)
    side = _side("adjusted_books", _("Adjusted balance per books"), _("Balance per books"), sums.books, of_books, books)
    result = _row(_("Unreconciled difference"), bank - books, Weight.RESULT)
    yield replace(side, rows=[*side.rows, result])


def _without(lines: Iterable[SumLine], count: int, amount: Decimal, brought_forward: Decimal) -> list[SumLine]:
    """Return the rows that the books lack and the opening difference, without the bank's own errors."""
    less = {"new": (count, amount), "brought-forward": (0, -brought_forward)}
    left = [_less(line, *less.get(line.anchor, (0, ZERO))) for line in lines]
    return [line for line in left if line.count or line.amount]


def _less(line: SumLine, count: int, amount: Decimal) -> SumLine:
    return replace(line, count=None if line.count is None else line.count - count, amount=line.amount - amount)


def _side(key: str, title: str, label: str, balance: Decimal, lines: Sequence[SumLine], total: Decimal) -> ReportTable:
    items = [_row(line.label, line.amount, count=line.count) for line in lines]
    return ReportTable(key, title, _columns(), [_row(label, balance), *items, _row(title, total, Weight.TOTAL)])


def _total(lines: Iterable[SumLine]) -> Decimal:
    return sum((line.amount for line in lines), ZERO)


def _bank_errors(sheet: Sheet) -> list[Decimal]:
    """Return the amounts of the rows that are errors of the bank by decisions that still apply."""
    errors = {
        number
        for shown in sheet.decisions
        if shown.decision.kind in (Decision.Kind.BANK_ERROR, Decision.Kind.BANK_CONTRA) and not shown.set_aside
        for number in shown.decision.lines_on(sheet.statement)
    }
    return [Decimal(row["amount"]) for row in sheet.verdict["new"] if row["line"] in errors]


def _errors_before(sheet: Sheet) -> Decimal:
    """Return the part of the opening difference that comes from errors of earlier statements which the bank corrected."""
    parts = sheet.verdict.get("opening_parts", [])
    return sum((Decimal(part["amount"]) for part in parts if part["kind"] == "bank_error"), ZERO)


def _balances(sheet: Sheet) -> ReportTable:
    closing = sheet.verdict["closing_balance"]
    rows = [_row(_("Balance per bank"), _known(closing["statement"])), _row(_("Balance per books"), _known(closing["books"]))]
    return ReportTable("balances", _("Balances"), _columns(), [*rows, _row(_("Unreconciled difference"), None, Weight.RESULT)])


def _known(amount: str | None) -> Decimal | None:
    return None if amount is None else Decimal(amount)
