"""The list of imports as a queue. Its filters, order and page are in its address."""

from urllib.parse import urlencode

from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from people.access import MemberRequest, member_may
from reconciliation.models import Statement
from reconciliation.models.querysets import StatementImportQuerySet
from reconciliation.presentation.import_list import (
    COLUMN_LABELS,
    ORDERS,
    RUNNING,
    SHOWN,
    TABS,
    FilterForm,
    Order,
    order_in_words,
    page_of,
    summary_of,
)
from reconciliation.signoff.drift import moved_since
from reconciliation.uploads.sample_books import there_are_samples
from reconciliation.views.access import imports_seen_by


@require_safe
@member_may("read")
def imports(request: MemberRequest) -> HttpResponse:
    """Show the list; htmx requests the list alone as long as anything runs."""
    everything, form, order = imports_seen_by(request), FilterForm(request), Order.parse(request.GET.get("sort", ""))
    page = page_of(with_accounts(form.narrow(everything)), order, request.GET.get("after", ""))
    moved = moved_since(request.organization, [row.pk for row in page.rows])
    counts = {"all": everything.some(), **{key: everything.filter(which).some() for key, which in SHOWN.items()}}
    context = {
        "section": "statements",
        "form": form,
        "order": order,
        "tabs": [(key, title, counts[key], _address(request, show=key)) for key, title in TABS.items() if counts[key] or key != "running"],
        "columns": [(key, title, _address(request, sort=order.turned(key)) if key else "") for key, title in COLUMN_LABELS.items()],
        "summaries": [summary_of(row, moved.get(row.pk, ())) for row in page.rows],
        "is_running": bool(counts["running"]) or any(row.status in RUNNING for row in page.rows),
        "is_empty": not counts["all"],
        "orders": [(order.name, order_in_words(order)) for order in ORDERS],
        "here": _address(request, after=request.GET.get("after", "")),
        "first": _address(request) if request.GET.get("after") else "",
        "next": _address(request, after=page.next_key) if page.next_key else "",
        "may_upload": request.membership.may("upload"),
        "may_erase": request.membership.may("erase") and there_are_samples(),
        "may_decide": request.membership.may("decide"),
    }
    template = "reconciliation/imports_list.html" if "HX-Request" in request.headers else "reconciliation/imports.html"
    return render(request, template, context)


def with_accounts(shown: StatementImportQuerySet) -> StatementImportQuerySet:
    statements = Prefetch("statements", Statement.objects.select_related("account"))
    return shown.defer("extracted_data", "unseen", "sandbox", "summary").prefetch_related(statements)


def _address(request: MemberRequest, **changes: str) -> str:
    """Return this list's address with one change. A page belongs to its order and filters, so any other change returns to the first
    page."""
    current = {key: value for key, value in request.GET.items() if key != "after" and value}
    query = {key: value for key, value in (current | changes).items() if value}
    return f"?{urlencode(query)}"
