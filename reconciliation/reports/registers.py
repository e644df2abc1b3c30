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
    """Return every decision on the statement, also withdrawn ones, the differences that the last sign-off accepted, and every step of
    the sign-off."""
    organization = sheet.statement.statement_import.organization
    why_not_applied = {result["decision"]: result["why_not"] for result in sheet.verdict.get("decisions", [])}
    decisions = []
    for decision in Decision.objects.of(organization).about(sheet.statement).select_related("made_by", "withdrawn_by", "account"):
        code = why_not_applied.get(str(decision.pk))
        standing = why_not(code) if code else _("Stands")
        if decision.withdrawn_at:
            standing = _("Withdrawn by %(by)s: %(why)s") % {"by": decision.withdrawn_by or "", "why": decision.withdrawn_because}
        by, on = str(decision.made_by or ""), localdate(decision.made_at)
        decisions.append(ReportRow((in_words(decision), decision.amount, decision.reason, by, on, standing)))
    of_decisions = (
        ReportColumn("decision", _("Decision")),
        ReportColumn("amount", _("Amount"), is_figure=True),
        ReportColumn("reason", _("Reason")),
        ReportColumn("by", _("By")),
        ReportColumn("on", _("On")),
        ReportColumn("standing", _("Standing")),
    )
    tables = [ReportTable("decisions", _("Decisions"), of_decisions, decisions, _("Nobody decided anything."))]

    prepared = sheet.signing.standing.prepared if sheet.signing else None
    accepted = [ReportRow((exception["reason"], Decimal(exception["amount"]))) for exception in (prepared.exceptions if prepared else [])]
    of_accepted = ReportColumn("reason", _("Reason")), ReportColumn("amount", _("Amount"), is_figure=True)
    tables.append(ReportTable("accepted", _("Differences that were accepted"), of_accepted, accepted, _("None.")))

    conclusions: tuple[Conclusion, ...] = sheet.signing.standing.steps if sheet.signing else ()
    steps = [ReportRow((str(step.get_kind_display()), step.who, localdate(step.at), step.reason)) for step in conclusions]
    of_steps = (
        ReportColumn("step", _("Step")),
        ReportColumn("by", _("By")),
        ReportColumn("on", _("On")),
        ReportColumn("reason", _("Reason")),
    )
    return [*tables, ReportTable("steps", _("Signed off and reopened"), of_steps, steps, _("Nobody signed it off yet."))]
