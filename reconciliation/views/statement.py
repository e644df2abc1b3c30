"""The page of one import: whose, the verdict in a sentence, the difference, the next action; then the proof."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from finance.access import member_may
from finance.models import Account
from finance.requests import MemberRequest
from reconciliation.views.access import import_seen_by
from reconciliation.words import failure, reasons_of
from reconciliation.words.disagreements import disagreement
from reconciliation.words.silences import silence
from reconciliation.working_paper import sheets_of
from reconciliation.working_paper.next_step import next_step
from reconciliation.working_paper.progress import stages_of
from reconciliation.working_paper.summary import RUNNING, summary_of


@require_safe
@member_may("read")
def import_detail(request: MemberRequest, import_id: UUID) -> HttpResponse:
    statement_import = import_seen_by(request, import_id)
    running = statement_import.status in RUNNING
    sheets = [] if running else sheets_of(statement_import)
    context = {
        "section": "statements",
        "statement_import": statement_import,
        "summary": summary_of(statement_import),
        "failure": failure(statement_import.error),
        "reasons": reasons_of((statement_import.reconciliation or {}).get("reasons", [])),
        "sheets": sheets,
        "step": next_step(statement_import, sheets),
        "stages": stages_of(statement_import) if running else [],
        "may_act": request.membership.may("upload"),
        "accounts": Account.objects.visible_to(request.membership),
        "may_start": request.membership.may("manage_accounts"),
        "disagreements": [disagreement(each) for each in (statement_import.reconciliation or {}).get("disagreements", [])],
        "silence": silence(statement_import.reconciliation),
        "runs": [] if running else statement_import.runs.prefetch_related("steps"),
    }
    return render(request, "reconciliation/import.html", context)


@require_safe
@member_may("read")
def import_status(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """What htmx asks for while an import runs; once it is done the page is told to load itself anew."""
    statement_import = import_seen_by(request, import_id)
    if statement_import.status not in RUNNING:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {"statement_import": statement_import, "stages": stages_of(statement_import)}
    return render(request, "reconciliation/import_running.html", context)
