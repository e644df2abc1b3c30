"""Registers of a statement: changes in the books since its sign-off, and decisions and accepted differences."""

from decimal import Decimal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from reconciliation.models import Conclusion, Decision
from reconciliation.presentation.labels.acts import change_in_words, in_words, why_not
from reconciliation.presentation.statement_page import Sheet
from reconciliation.reports.report import ReportColumn, ReportRow, ReportTable


def changes_since(sheet: Sheet) -> list[ReportTable]:
    """Return the changes since the sign-off. Only a signed-off statement has books to compare with."""
    signed = sheet.signing is not None and sheet.signing.status.finished
    none = _("The books are as they were when it was signed off.") if signed else _("The statement is not signed off.")
    columns = (
        ReportColumn("change", _("What changed")),
        ReportColumn("moves", _("Moves the balance by"), is_figure=True),
        ReportColumn("by", _("By")),
        ReportColumn("on", _("On")),
    )
    rows = []
    for change in sheet.signing.drift.changes if sheet.signing else ():
        says = change_in_words(change, sheet.account) if sheet.account else change.description
        rows.append(ReportRow((says, change.moves, change.by, localdate(change.at) if change.at else None)))
    return [ReportTable("changes", _("Changes"), columns, rows, none)]


def decisions_and_exceptions(sheet: Sheet) -> list[ReportTable]:
    """Return every decision on the statement, also withdrawn ones, and every step of its sign-off."""
    return [_decisions(sheet), _accepted(sheet), _steps(sheet)]


def _decisions(sheet: Sheet) -> ReportTable:
    organization = sheet.statement.statement_import.organization
    decisions = Decision.objects.of(organization).about(sheet.statement).select_related("made_by", "withdrawn_by", "account")
    taken = {result["decision"]: result["why_not"] for result in sheet.verdict.get("decisions", [])}
    columns = (
        ReportColumn("decision", _("Decision")),
        ReportColumn("amount", _("Amount"), is_figure=True),
        ReportColumn("reason", _("Reason")),
        ReportColumn("by", _("By")),
        ReportColumn("on", _("On")),
        ReportColumn("standing", _("Standing")),
    )
    rows = [
        ReportRow(
            (
                in_words(decision),
                decision.amount,
                decision.reason,
                str(decision.made_by or ""),
                localdate(decision.made_at),
                _standing(decision, taken.get(str(decision.pk))),
            )
        )
        for decision in decisions
    ]
    return ReportTable("decisions", _("Decisions"), columns, rows, _("Nobody decided anything."))


def _standing(decision: Decision, code: str | None) -> str:
    if decision.withdrawn_at:
        return _("Withdrawn by %(by)s: %(why)s") % {"by": decision.withdrawn_by or "", "why": decision.withdrawn_because}
    return why_not(code) if code else _("Stands")


def _accepted(sheet: Sheet) -> ReportTable:
    """Return the differences that the last sign-off accepted, as it recorded them."""
    prepared = sheet.signing.standing.prepared if sheet.signing else None
    columns = ReportColumn("reason", _("Reason")), ReportColumn("amount", _("Amount"), is_figure=True)
    rows = [ReportRow((exception["reason"], Decimal(exception["amount"]))) for exception in (prepared.exceptions if prepared else [])]
    return ReportTable("accepted", _("Differences that were accepted"), columns, rows, _("None."))


def _steps(sheet: Sheet) -> ReportTable:
    columns = ReportColumn("step", _("Step")), ReportColumn("by", _("By")), ReportColumn("on", _("On")), ReportColumn("reason", _("Reason"))
    steps: tuple[Conclusion, ...] = sheet.signing.standing.steps if sheet.signing else ()
    rows = [ReportRow((str(step.get_kind_display()), step.who, localdate(step.at), step.reason)) for step in steps]
    return ReportTable("steps", _("Signed off and reopened"), columns, rows, _("Nobody signed it off yet."))
