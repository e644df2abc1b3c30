"""The bank reconciliation in both forms: from the bank's balance to the books', and both balances adjusted until they are equal.

Auditors read the first; textbooks of the United States have the second."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from django.utils.translation import gettext as _

from reconciliation.models import Decision
from reconciliation.presentation.formats import figure
from reconciliation.presentation.statement_page.bank_reconciliation import BankReconciliation, SumLine
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.reports.report import ReportColumn, ReportRow, ReportTable, Weight

ZERO = Decimal(0)


def both_forms(sheet: Sheet) -> list[ReportTable]:
    """Return both forms as tables. If a balance is unknown, the table says so and has no sum."""
    sums = sheet.sums
    if sums is None:
        closing = sheet.verdict["closing_balance"]
        bank, books = (None if closing[side] is None else Decimal(closing[side]) for side in ("statement", "books"))
        rows = [
            _row(_("Balance per bank"), bank),
            _row(_("Balance per books"), books),
            _row(_("Unexplained difference"), None, Weight.RESULT),
        ]
        return [ReportTable("balances", _("Balances"), _columns(), rows)]
    rows = [
        _row(_("Balance per bank"), sums.bank, Weight.TOTAL),
        *_group(_("Timing differences"), sums.timing),
        *_group(_("Reconciling items to clear"), sums.to_enter),
        _row(_("Adjusted balance"), sums.adjusted, Weight.TOTAL),
        _row(_("Balance per books"), sums.books),
        _row(_("Unexplained difference"), sums.difference, Weight.RESULT),
    ]
    return [ReportTable("bank_to_books", _("From bank to books"), _columns(), rows), *_adjusted(sheet, sums)]


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


def _group(title: str, lines: Sequence[SumLine]) -> list[ReportRow]:
    if not lines:
        return []
    return [_row(title, None, Weight.GROUP), *(_row(line.label, line.amount, count=line.count) for line in lines)]


def _adjusted(sheet: Sheet, sums: BankReconciliation) -> Iterable[ReportTable]:
    """Return the adjusted balances: timing and bank errors adjust the bank's balance, missing entries the books'."""
    error_rows = {
        number
        for shown in sheet.decisions
        if shown.decision.kind in (Decision.Kind.BANK_ERROR, Decision.Kind.BANK_CONTRA) and not shown.set_aside
        for number in shown.decision.lines_on(sheet.statement)
    }
    bank_errors = [Decimal(row["amount"]) for row in sheet.verdict["new"] if row["line"] in error_rows]
    # The part of the opening difference that comes from errors of earlier statements which the bank corrected.
    opening_parts = sheet.verdict.get("opening_parts", [])
    brought_forward = sum((Decimal(part["amount"]) for part in opening_parts if part["kind"] == "bank_error"), ZERO)

    to_correct = -sum(bank_errors, ZERO)
    of_bank = list(sums.timing)
    if bank_errors or brought_forward:
        of_bank.append(SumLine(_("Bank errors"), to_correct - brought_forward, "new", len(bank_errors)))
    # The books need no entry for an error of the bank.
    errors_by_list = {"new": (len(bank_errors), to_correct), "brought-forward": (0, -brought_forward)}
    of_books = []
    for line in sums.to_enter:
        error_count, error_amount = errors_by_list.get(line.anchor, (0, ZERO))
        count, amount = None if line.count is None else line.count - error_count, line.amount - error_amount
        if count or amount:
            of_books.append(replace(line, count=count, amount=-amount))

    bank, books = sums.bank + _total(of_bank), sums.books + _total(of_books)
    yield _side("adjusted_bank", _("Adjusted balance per bank"), _("Balance per bank"), sums.bank, of_bank, bank)
    side = _side("adjusted_books", _("Adjusted balance per books"), _("Balance per books"), sums.books, of_books, books)
    result = _row(_("Unexplained difference"), bank - books, Weight.RESULT)
    yield replace(side, rows=[*side.rows, result])


def _side(key: str, title: str, label: str, balance: Decimal, lines: Sequence[SumLine], total: Decimal) -> ReportTable:
    items = [_row(line.label, line.amount, count=line.count) for line in lines]
    return ReportTable(key, title, _columns(), [_row(label, balance), *items, _row(title, total, Weight.TOTAL)])


def _total(lines: Iterable[SumLine]) -> Decimal:
    return sum((line.amount for line in lines), ZERO)
