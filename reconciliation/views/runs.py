"""The history of an import: every step of each run, the proof checked again, and all acts."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from people.access import member_may
from people.requests import MemberRequest
from reconciliation.presentation.labels.steps import fault_in_words
from reconciliation.presentation.statement_page.history import history_of
from reconciliation.presentation.statement_page.run import shown_run
from reconciliation.presentation.statement_page.summary import summary_of
from reconciliation.reconcile.recheck_proof import faults_of
from reconciliation.views.access import import_seen_by


@require_safe
@member_may("read")
def import_runs(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Show the latest run, or `?run=NUMBER`; with `?check` the stored proof is checked again with today's books."""
    statement_import = import_seen_by(request, import_id)
    runs = list(statement_import.runs.defer("reconciliation"))
    wanted = request.GET.get("run", "")
    chosen = next((run for run in runs if str(run.number) == wanted), None) if wanted else next(iter(runs), None)
    if wanted and chosen is None:
        raise Http404
    context = {
        "section": "statements",
        "statement_import": statement_import,
        "summary": summary_of(statement_import),
        "runs": runs,
        "shown": shown_run(chosen) if chosen else None,
        "events": history_of(statement_import),
        "has_answer": statement_import.reconciliation is not None,
        "is_checked": "check" in request.GET and statement_import.reconciliation is not None,
        "faults": [fault_in_words(code) for code in faults_of(statement_import)] if "check" in request.GET else [],
    }
    return render(request, "reconciliation/runs.html", context)
