"""The bank reconciliation statement, from the bank's balance through each reconciling item to the books', and its other form, in which
both balances are adjusted until they are equal.

Partners and auditors sign the first; textbooks of the United States have the second."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from reconciliation.models import Conclusion, Decision
from reconciliation.presentation.statement_page.bank_reconciliation import SumLine
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.reconcile.answers import is_outstanding
from reconciliation.reports.registers import accepted_differences, in_force
from reconciliation.reports.report import ReportColumn, ReportRow, ReportTable, Weight

ZERO = Decimal(0)


def to_be_signed(sheet: Sheet) -> list[ReportTable]:
    """Return the calculation with each item, the accepted differences if there are any, and the signatures.

    The signatures are a row for the preparer and one for the reviewer, empty where the step was not taken yet.
    """
    columns = (
        ReportColumn("step", _("Step")),
        ReportColumn("name", _("Name")),
        ReportColumn("initials", _("Initials")),
        ReportColumn("on", _("Date")),
    )
    steps = {step.kind: step for step in in_force(sheet.signing.standing)} if sheet.signing else {}
    rows = []
    for kind, label in ((Conclusion.Kind.PREPARED, _("Prepared by")), (Conclusion.Kind.REVIEWED, _("Reviewed by"))):
        step = steps.get(kind)
        name = step.who if step else ""
        if step and step.same_person:
            name = f"{name} ({_('prepared and reviewed by the same person')})"
        rows.append(ReportRow((label, name, "", localdate(step.at) if step else None), Weight.SIGNATURE))
    signatures = ReportTable("signatures", _("Signatures"), columns, rows, stacked=False)
    accepted = accepted_differences(sheet)
    return [_calculation(sheet), *([accepted] if accepted.rows else []), signatures]


def adjusted_balances(sheet: Sheet) -> list[ReportTable]:
    """Return both adjusted balances: timing and bank errors adjust the bank's balance, missing entries the books'. If a balance is
    unknown, there is only the calculation."""
    sums = sheet.sums
    if sums is None:
        return [_calculation(sheet)]
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
    bank_side = _side("adjusted_bank", _("Adjusted balance per bank"), _("Balance per bank"), sums.bank, of_bank, bank)
    books_side = _side("adjusted_books", _("Adjusted balance per books"), _("Balance per books"), sums.books, of_books, books)
    result = _row(_("Unexplained difference"), bank - books, Weight.RESULT)
    return [bank_side, replace(books_side, rows=[*books_side.rows, result])]


def why_unknown(sheet: Sheet) -> list[str]:
    """Return the reasons for a missing sum; empty if there is one."""
    return [] if sheet.sums else [str(reason.says) for reason in sheet.reasons]


def _calculation(sheet: Sheet) -> ReportTable:
    columns = (
        ReportColumn("date", _("Date")),
        ReportColumn("item", _("Item")),
        ReportColumn("each", _("Each"), is_figure=True),
        ReportColumn("amount", _("Amount"), is_figure=True),
    )
    end, sums = sheet.statement.period_end, sheet.sums
    if sums is None:
        closing = sheet.verdict["closing_balance"]
        bank, books = (None if closing[side] is None else Decimal(closing[side]) for side in ("statement", "books"))
        rows = [_line(_("Balance per bank"), bank, day=end), _line(_("Balance per books"), books, day=end)]
        return ReportTable("bank_to_books", _("Balances"), columns, rows, stacked=False)
    rows = [_line(_("Balance per bank"), sums.bank, Weight.TOTAL, end)]
    for line in (*sums.timing, *sums.to_enter):
        rows += _itemized(sheet, line)
    rows.append(_line(_("Adjusted balance"), sums.adjusted, Weight.TOTAL))
    rows.append(_line(_("Balance per books"), sums.books, Weight.TOTAL if sums.difference else Weight.RESULT, end))
    if sums.difference:
        rows.append(_line(_("Unexplained difference"), sums.difference, Weight.RESULT))
    return ReportTable("bank_to_books", _("Calculation"), columns, rows, stacked=False)


def _line(label: str, amount: Decimal | None, weight: Weight = Weight.ITEM, day: dt.date | None = None) -> ReportRow:
    return ReportRow((day, label, None, amount), weight)


def _itemized(sheet: Sheet, line: SumLine) -> list[ReportRow]:
    """Return a line of the sum with its items above it in the order of their days, or alone if its list has no items."""
    verdict = sheet.verdict
    if line.anchor == "differing":
        rows = [(sheet.printed.lines[item["line"]], -Decimal(item["by"])) for item in verdict["differing"]]
        listed = [(row.date, row.description, amount) for row, amount in rows]
    else:
        outstanding = [item for item in verdict["missing"] if is_outstanding(item)]
        sides = {
            "outstanding": [item for item in outstanding if (Decimal(item["amount"]) < 0) == (line.amount < 0)],
            "investigate": [item for item in verdict["missing"] if not is_outstanding(item)],
            "new": verdict["new"],
        }
        sign = -1 if line.anchor == "new" else 1
        listed = [
            (dt.date.fromisoformat(item["date"]) if item["date"] else None, str(item["description"]), sign * Decimal(item["amount"]))
            for item in sides.get(line.anchor, [])
        ]
    if not listed:
        return [_line(line.label, line.amount)]
    listed.sort(key=lambda item: item[0] or dt.date.min)
    items = [ReportRow((day, text, amount, None)) for day, text, amount in listed]
    total = _line(_("Total: %(items)s") % {"items": line.label}, line.amount)
    return [ReportRow((None, line.label, None, None), Weight.GROUP), *items, total]


def _row(label: str, amount: Decimal | None, weight: Weight = Weight.ITEM, count: int | None = None) -> ReportRow:
    return ReportRow((label, count, amount), weight)


def _side(key: str, title: str, label: str, balance: Decimal, lines: Sequence[SumLine], total: Decimal) -> ReportTable:
    items = [_row(line.label, line.amount, count=line.count) for line in lines]
    columns = (
        ReportColumn("item", _("Item")),
        ReportColumn("count", _("Rows"), is_figure=True),
        ReportColumn("amount", _("Amount"), is_figure=True),
    )
    return ReportTable(key, title, columns, [_row(label, balance), *items, _row(title, total, Weight.TOTAL)])


def _total(lines: Iterable[SumLine]) -> Decimal:
    return sum((line.amount for line in lines), ZERO)
