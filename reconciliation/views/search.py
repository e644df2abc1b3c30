"""Search for pages, accounts, clients and statements: a page, and by its keyboard shortcut a dialog over any other page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from finance.models import Account
from people.access import MemberRequest, member_may
from people.addresses import address
from people.formats import listed
from people.models import Organization
from people.roles import Action
from reconciliation.presentation.formats import until
from reconciliation.presentation.import_list import receipt_of, searched, summary_of
from reconciliation.views.access import imports_seen_by, with_accounts

MOST_WORDS = 6
SHOWN = 8
"""Most results of one kind."""
PAGES: tuple[tuple[str, Action, object], ...] = (
    ("overview", "read_books", gettext_lazy("Overview")),
    ("imports", "read", gettext_lazy("Statements")),
    ("accounts", "read_books", gettext_lazy("Accounts")),
    ("account_new", "manage_accounts", gettext_lazy("New account")),
    ("upload", "upload", gettext_lazy("Upload")),
    ("convert", "read", gettext_lazy("Convert")),
    ("enquiries", "read", gettext_lazy("Questions")),
    ("organization_settings", "manage_settings", gettext_lazy("Settings")),
    ("members", "manage_members", gettext_lazy("Members")),
    ("retention", "manage_settings", gettext_lazy("Documents")),
    ("connections", "manage_settings", gettext_lazy("Connections")),
    ("models", "read_books", gettext_lazy("Models")),
    ("programs", "read_books", gettext_lazy("API")),
    ("audit_log", "read_audit", gettext_lazy("Audit trail")),
    ("preferences", "read", gettext_lazy("Preferences")),
    ("security", "read", gettext_lazy("Password and sign-in")),
)
"""Address, needed permission and title of the pages without a row."""
OF_ALL_CLIENTS: tuple[tuple[str, Action, object], ...] = (
    ("clients", "read", gettext_lazy("All clients")),
    ("review_queue", "read", gettext_lazy("Waiting for your review")),
    ("practice_clients", "manage_members", gettext_lazy("Clients and staff")),
)
"""Pages over several organizations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One result: its name, its details, its link, and the client whose colour marks it."""

    title: str
    details: str = ""
    link: str
    client: Organization | None = None


@require_safe
@member_may("read")
def search(request: MemberRequest) -> HttpResponse:
    """Show what matches every word of the query; without a query the pages and the first accounts."""
    query = request.GET.get("q", "")[:200]
    words = query.split()[:MOST_WORDS]
    known = PAGES + (OF_ALL_CLIENTS if len(request.memberships) > 1 else ())
    allowed = [(name, str(title)) for name, action, title in known if request.membership.may(action)]
    pages = [Result(title=title, link=address(name)) for name, title in allowed if _matches(words, title)]
    results = {
        _("Pages"): sorted(pages, key=lambda page: not any(page.title.casefold().startswith(word.casefold()) for word in words)),
        _("Accounts"): _accounts(request, words) if request.membership.may("read_books") else [],
        _("Clients"): _clients(request, words) if words else [],
        _("Statements"): _statements(request, words) if words else [],
    }
    groups = [(title, rows) for title, rows in results.items() if rows]
    context = {"query": query, "groups": groups, "count": sum(len(rows) for _title, rows in groups)}
    return render(request, "reconciliation/search.html", context)


def _matches(words: Sequence[str], text: str) -> bool:
    return all(word.casefold() in text.casefold() for word in words)


def _accounts(request: MemberRequest, words: Sequence[str]) -> list[Result]:
    accounts = Account.objects.visible_to(request.membership).order_by("name")
    for word in words:
        accounts = accounts.filter(Q(name__icontains=word) | Q(institution__icontains=word) | Q(number__endswith=word))
    return [
        Result(
            title=account.name,
            details=" · ".join(filter(None, (account.currency, account.institution, account.masked_number))),
            link=address("account", account.pk),
        )
        for account in accounts[:SHOWN]
    ]


def _clients(request: MemberRequest, words: Sequence[str]) -> list[Result]:
    clients = [membership.organization for membership in request.memberships if _matches(words, membership.organization.name)]
    return [
        Result(title=client.name, link=address("imports", organization=client.slug), client=client)
        for client in sorted(clients, key=lambda client: client.name.casefold())[:SHOWN]
        if client != request.organization
    ]


def _statements(request: MemberRequest, words: Sequence[str]) -> list[Result]:
    imports = imports_seen_by(request).listed()
    for word in words:
        imports = searched(imports, word, request.membership)
    row_of = summary_of if request.membership.may("read_books") else receipt_of
    summaries = [row_of(row) for row in with_accounts(imports).order_by("-uploaded_at", "-pk")[:SHOWN]]
    return [
        Result(
            title=listed(summary.accounts) or summary.statement_import.filename,
            details=" · ".join(filter(None, (until(summary.period_start, summary.period_end), summary.headline.status))),
            link=address("import_detail", summary.statement_import.pk),
        )
        for summary in summaries
    ]
