"""The list of statements, and those that need a person."""

from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from finance.access import member_may
from finance.requests import MemberRequest
from reconciliation.models import Statement, StatementImport
from reconciliation.querysets import StatementImportQuerySet
from reconciliation.views.access import imports_seen_by
from reconciliation.working_paper.summary import RUNNING, summary_of

PER_PAGE = 25
NEEDS_A_PERSON = (StatementImport.Status.REVIEW, StatementImport.Status.FAILED)


@require_safe
@member_may("read")
def imports(request: MemberRequest) -> HttpResponse:
    """`?show=person` keeps those that wait for a person; htmx asks for the list alone while something runs."""
    everything = imports_seen_by(request)
    for_a_person = everything.filter(status__in=NEEDS_A_PERSON)
    shown = for_a_person if request.GET.get("show") == "person" else everything
    page = Paginator(with_accounts(shown), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "statements",
        "show": "person" if shown is for_a_person else "all",
        "page": page,
        "summaries": [summary_of(each) for each in page.object_list],
        "is_running": any(each.status in RUNNING for each in page.object_list),
        "count_all": page.paginator.count if shown is everything else everything.count(),
        "count_for_a_person": for_a_person.count(),
        "may_upload": request.membership.may("upload"),
    }
    return render(
        request, "reconciliation/imports_list.html" if "HX-Request" in request.headers else "reconciliation/imports.html", context
    )


def with_accounts(shown: StatementImportQuerySet) -> StatementImportQuerySet:
    statements = Prefetch("statements", Statement.objects.select_related("account"))
    return shown.defer("extracted_data").prefetch_related(statements).order_by("-uploaded_at", "-pk")
