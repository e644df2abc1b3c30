"""One action on many imports: each has its own outcome, and a refused one does not affect the others."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from people.access import member_may
from people.requests import MemberRequest
from reconciliation.decisions.deciding import DecisionRefused
from reconciliation.decisions.questions import confirm_all
from reconciliation.models import StatementImport
from reconciliation.presentation.import_list import ACTS, PER_PAGE, RUNNING, Summary, summary_of
from reconciliation.presentation.labels.acts import why_not
from reconciliation.uploads import services
from reconciliation.views.access import imports_seen_by
from reconciliation.views.imports import with_accounts


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkOutcome:
    """The result for one import: `summary` after the action, and the `tone` of a tag."""

    summary: Summary
    said: str
    tone: str = "good"


@require_POST
@member_may("upload")
def imports_bulk(request: MemberRequest) -> HttpResponse:
    """Run `act`, one of `ACTS`, on the ids in `imports`, at most as many as one page of the list has."""
    act = request.POST.get("act", "")
    if act not in ACTS:
        raise Http404
    if act != "process" and not request.membership.may("decide"):
        raise PermissionDenied(_("Your role does not allow this."))
    chosen = _chosen(request)
    results = {statement_import.pk: _done(request, act, statement_import) for statement_import in chosen}
    after = with_accounts(imports_seen_by(request).filter(pk__in=results)).order_by("-uploaded_at", "pk")
    outcomes = [
        BulkOutcome(summary=summary_of(statement_import), said=results[statement_import.pk][0], tone=results[statement_import.pk][1])
        for statement_import in after
    ]
    return render(request, "reconciliation/imports_outcomes.html", {"section": "statements", "title": ACTS[act], "outcomes": outcomes})


def _chosen(request: MemberRequest) -> list[StatementImport]:
    """Return the chosen imports that the member sees. Raises Http404 for an invalid id."""
    try:
        wanted = [UUID(text) for text in request.POST.getlist("imports")[:PER_PAGE]]
    except ValueError as error:
        raise Http404 from error
    return list(imports_seen_by(request).filter(pk__in=wanted).order_by("-uploaded_at", "pk"))


def _done(request: MemberRequest, act: str, statement_import: StatementImport) -> tuple[str, str]:
    if statement_import.status in RUNNING:
        return _("At work already."), "calm"
    acts: dict[str, Callable[[MemberRequest, StatementImport], tuple[str, str]]] = {
        "process": _process,
        "compare": _compare,
        "confirm": _confirm,
    }
    try:
        return acts[act](request, statement_import)
    except DecisionRefused as refused:
        return why_not(refused.code), "bad"


def _process(request: MemberRequest, statement_import: StatementImport) -> tuple[str, str]:
    services.process_again(statement_import=statement_import, actor=request.user)
    return _("Queued."), "good"


def _compare(request: MemberRequest, statement_import: StatementImport) -> tuple[str, str]:
    if not statement_import.reconciliation:
        return _("Nothing was read of it that could be compared."), "warn"
    before = statement_import.reconciliation
    services.compare_again(statement_import=statement_import, actor=request.user)
    return (_("Compared: as before."), "calm") if statement_import.reconciliation == before else (_("Compared: it changed."), "good")


def _confirm(request: MemberRequest, statement_import: StatementImport) -> tuple[str, str]:
    statements = list(statement_import.statements.all())
    count = sum(len(confirm_all(statement=statement, actor=request.user)) for statement in statements)
    sentence = ngettext("%(count)d decision was recorded.", "%(count)d decisions were recorded.", count) % {"count": count}
    return (sentence, "good") if count else (_("Nothing is proposed there that could be confirmed."), "calm")
