"""The head of a statement's report: account, days, document, and who prepared and reviewed it."""

from collections.abc import Iterator

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from people.formats import written_day
from reconciliation.models import Conclusion
from reconciliation.presentation.formats import until
from reconciliation.presentation.labels.processing import deleted
from reconciliation.presentation.statement_page import Sheet
from reconciliation.reports.report import ReportFact

Kind = Conclusion.Kind


def facts_of(sheet: Sheet) -> list[ReportFact]:
    return [fact for fact in _facts(sheet) if fact.value]


def subtitle_of(sheet: Sheet) -> str:
    """Return the subtitle: "Harbour & Vale current account ··4417, January 2026"."""
    digits = f" ··{sheet.digits}" if sheet.digits else ""
    period = until(sheet.statement.period_start, sheet.statement.period_end)
    return f"{sheet.title}{digits}" + (f", {period}" if period else "")


def _facts(sheet: Sheet) -> Iterator[ReportFact]:
    statement, document = sheet.statement, sheet.statement.statement_import
    yield ReportFact("client", _("Client"), document.organization.name)
    yield ReportFact("account", _("Account"), sheet.account.name if sheet.account else "")
    yield ReportFact("institution", _("Institution"), statement.institution)
    yield ReportFact("period", _("Period"), until(statement.period_start, statement.period_end))
    yield ReportFact("currency", _("Currency"), sheet.currency or sheet.statement.currency_sign)
    yield ReportFact("result", _("Result"), sheet.headline.sentence)
    yield from _signatures(sheet)
    yield ReportFact("document", _("Source document"), document.filename)
    yield ReportFact("sha256", _("SHA-256 of the document"), document.sha256 if document.came_as_document else "")
    yield ReportFact("document_deleted", _("Deleted"), deleted(document))


def _signatures(sheet: Sheet) -> Iterator[ReportFact]:
    """Return the sign-off steps that are in force: a reopened statement has no signatures."""
    if sheet.signing is None:
        return
    yield ReportFact("status", _("Status"), sheet.signing.title)
    if not sheet.signing.status.finished:
        return
    standing = sheet.signing.standing
    for kind, key, label in ((Kind.PREPARED, "prepared", _("Prepared by")), (Kind.REVIEWED, "reviewed", _("Reviewed by"))):
        step = next((step for step in reversed(standing.steps) if step.kind == kind), None)
        if step and (standing.prepared is None or step.number >= standing.prepared.number):
            yield ReportFact(key, label, f"{step.who}, {written_day(localdate(step.at))}" + _same_person(step))


def _same_person(step: Conclusion) -> str:
    return f" ({_('prepared and reviewed by the same person')})" if step.same_person else ""
