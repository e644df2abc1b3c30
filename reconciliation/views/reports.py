"""Reports as pages that print well, as files, and together as one archive."""

import datetime as dt
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from finance.models import Account
from people.access import PRIVATE, MemberRequest, member_may
from people.addresses import address
from people.audit import Act, record
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of
from reconciliation.reports.catalogue import OF_A_STATEMENT, TYPES, file_name, pack_of, pack_of_year, report_of, written
from reconciliation.reports.registers import roll_forward_report, year_summary
from reconciliation.reports.report import Report
from reconciliation.reports.statement_files import WRITERS, journal_of
from reconciliation.views.access import import_seen_by


@require_safe
@member_may("read_books")
def statement_report(request: MemberRequest, import_id: UUID, statement_id: UUID, report: str) -> HttpResponse:
    """Show a report. `report` is a key of the catalogue, with a file ending for a file."""
    key, _dot, form = report.partition(".")
    if key not in OF_A_STATEMENT:
        raise Http404
    sheet = _sheet(request, import_id, statement_id)
    place = address("statement_report", import_id, statement_id, key)
    context = {"section": "statements", "sheet": sheet, "offered": OF_A_STATEMENT, "file_base": place}
    return _answer(request, report_of(sheet, key), form, sheet.statement.statement_import, context)


@require_safe
@member_may("export")
def evidence_pack(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    sheet = _sheet(request, import_id, statement_id)
    values = {"what": "evidence.zip", "statement": statement_id}
    record(request.organization, request.user, Act.DOWNLOADED, sheet.statement.statement_import, **values)
    return report_file(pack_of(sheet, timezone.localdate()), "application/zip", "evidence.zip")


@require_safe
@member_may("export")
def statement_journal(request: MemberRequest, import_id: UUID, statement_id: UUID, form: str) -> HttpResponse:
    """Return the rows that the books lack, for plain-text books."""
    sheet = _sheet(request, import_id, statement_id)
    if form not in WRITERS or sheet.account is None:
        raise Http404
    name = f"statement.{form}"
    record(request.organization, request.user, Act.DOWNLOADED, sheet.statement.statement_import, what=name, statement=statement_id)
    return report_file(journal_of(sheet, form).encode(), "text/plain; charset=utf-8", name)


@require_safe
@member_may("read_books")
def roll_forward(request: MemberRequest, account_id: UUID, year: int, form: str = "") -> HttpResponse:
    """Show the roll-forward; `form` is the file ending for a file."""
    account = get_object_or_404(Account.objects.visible_to(request.membership).select_related("organization"), pk=account_id)
    if not dt.MINYEAR <= year <= dt.MAXYEAR:
        raise Http404
    place = address("roll_forward", account_id, year)
    context = {"section": "accounts", "account": account, "file_base": place}
    return _answer(request, roll_forward_report(account, year), form, account, context)


@require_safe
@member_may("read_books")
def year_report(request: MemberRequest, year: int, form: str = "") -> HttpResponse:
    """Show the reconciliations of a year; `form` is the file ending for a file."""
    if not dt.MINYEAR < year < dt.MAXYEAR:
        raise Http404
    report = year_summary(request.organization, _accounts(request), year)
    context = {"section": "accounts", "year": year, "years": [year - 1, year, year + 1], "file_base": address("year_report", year)}
    return _answer(request, report, form, request.organization, context)


@require_safe
@member_may("export")
def year_pack(request: MemberRequest, year: int) -> HttpResponse:
    """Return the bank reconciliation statements of a year in one PDF."""
    if not dt.MINYEAR <= year <= dt.MAXYEAR:
        raise Http404
    name = f"reconciliations-{year}-pack.pdf"
    record(request.organization, request.user, Act.DOWNLOADED, request.organization, what=name)
    return report_file(pack_of_year(request.organization, _accounts(request), year, timezone.localdate()), TYPES["pdf"], name)


def _accounts(request: MemberRequest) -> list[Account]:
    return list(Account.objects.visible_to(request.membership).select_related("organization").order_by("name", "currency"))


def _sheet(request: MemberRequest, import_id: UUID, statement_id: UUID) -> Sheet:
    sheets = sheets_of(import_seen_by(request, import_id))
    match = next((sheet for sheet in sheets if sheet.statement.pk == statement_id), None)
    if match is None:
        raise Http404
    return match


def _answer(request: MemberRequest, report: Report, form: str, subject: Model, context: dict[str, object]) -> HttpResponse:
    may_export = request.membership.may("export")
    if not form:
        return render(
            request,
            "reconciliation/report.html",
            {"report": report, "forms": TYPES, "may_export": may_export, "today": timezone.localdate(), **context},
        )
    if form not in TYPES:
        raise Http404
    if not may_export:
        raise PermissionDenied(_("Your role does not allow this."))
    name = file_name(report, form)
    record(request.organization, request.user, Act.DOWNLOADED, subject, what=name)
    return report_file(written(report, form, timezone.localdate()), TYPES[form], name)


def report_file(content: bytes, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=content_type, headers={**PRIVATE, "Content-Disposition": f'attachment; filename="{name}"'})
