"""Pages of connections: listed with their results, added, changed, run, switched and removed."""

from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from connectors.forms import FORMS, AccountsForm, ConnectionForm
from connectors.models import Connection
from connectors.services import (
    TooManyConnections,
    add_connection,
    change_connection,
    place_accounts,
    remove_connection,
    run_soon,
    switch_connection,
)
from people.access import MemberRequest, member_may
from people.addresses import redirect_to
from people.formats import listed

SECRETS = ("password", "token", "encryption")
"""The fields of forms that no report of an error shows."""

FAILURES = {
    "address": gettext_lazy("This address is not allowed."),
    "connection": gettext_lazy("No server answers at this address, or its certificate is not trusted."),
    "timeout": gettext_lazy("It did not answer in time."),
    "refused": gettext_lazy("It does not accept the password or token."),
    "not_found": gettext_lazy("Not found. Check the folder, the tag or the address."),
    "no_move": gettext_lazy(
        "This mail server can move messages only by deleting them, which is not done here. Leave the target folder empty."
    ),
    "answer": gettext_lazy("It gave an unexpected answer. Check its version."),
    "key": gettext_lazy("The stored password or token cannot be decrypted with the current keys. Enter it again on the connection's page."),
    "too_many_waiting": gettext_lazy("Too many documents are waiting. The rest is fetched later."),
    "encryption": gettext_lazy("The budget is encrypted, and the password does not open it."),
    "package": gettext_lazy("This installation lacks a package that is needed: make setup-actual, or pip install 'tieout[actual]'."),
    "failed": gettext_lazy("It failed because of an internal error. The log has the details."),
}


@require_safe
@member_may("manage_settings")
def connections(request: MemberRequest) -> HttpResponse:
    listed = [
        (connection, failure_in_words(connection.failure), counts_in_words(connection.told))
        for connection in Connection.objects.of(request.organization)
    ]
    context = {"section": "organization", "part": "connections", "listed": listed, "kinds": Connection.Kind.choices}
    return render(request, "connectors/connections.html", context)


@sensitive_variables()
@sensitive_post_parameters(*SECRETS)
@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_settings")
def connection_new(request: MemberRequest, kind: str) -> HttpResponse:
    if kind not in FORMS:
        raise Http404
    form = FORMS[kind](request.POST or None)
    if form.is_valid():
        try:
            added = add_connection(
                organization=request.organization,
                by=request.user,
                kind=kind,
                name=form.cleaned_data["name"],
                secrets=form.all_secrets(),
                settings=form.settings(),
            )
        except TooManyConnections:
            form.add_error(None, _("The limit of connections is reached."))
        else:
            messages.success(request, _("Added. The first synchronization starts in a moment."))
            return redirect_to("connection", added.pk)
    context = {"section": "organization", "part": "connections", "form": form, "label": Connection.Kind(kind).label}
    return render(request, "connectors/connection_new.html", context)


@sensitive_variables()
@sensitive_post_parameters(*SECRETS)
@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_settings")
def connection(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    """Show a connection's results, accounts and settings; a POST changes its settings."""
    if request.method != "POST":
        row = _connection(request, connection_id)
        return _connection_page(request, row, FORMS[row.kind](connection=row), AccountsForm(connection=row))
    with transaction.atomic():
        row = _connection(request, connection_id, held=True)  # a stored secret belongs to the place that is stored with it
        form = FORMS[row.kind](request.POST, connection=row)
        if not form.is_valid():
            return _connection_page(request, row, form, AccountsForm(connection=row))
        name = form.cleaned_data["name"]
        change_connection(connection=row, by=request.user, name=name, secrets=form.all_secrets(), settings=form.settings())
    messages.success(request, _("Saved. The next synchronization starts in a moment."))
    return redirect_to("connection", row.pk)


@require_POST
@member_may("manage_settings")
def connection_accounts(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    row = _connection(request, connection_id)
    form = AccountsForm(request.POST, connection=row)
    if not form.is_valid():
        return _connection_page(request, row, FORMS[row.kind](connection=row), form)
    place_accounts(connection=row, by=request.user, accounts=form.accounts(), left_out=form.left_out())
    messages.success(request, _("Saved. The next synchronization starts in a moment."))
    return redirect_to("connection", row.pk)


def _connection_page(request: MemberRequest, row: Connection, form: ConnectionForm, accounts: AccountsForm) -> HttpResponse:
    context = {
        "section": "organization",
        "part": "connections",
        "each": row,
        "failure": failure_in_words(row.failure),
        "counts": counts_in_words(row.told),
        "is_awaited": row.is_awaited(timezone.now()) and not (form.is_bound or accounts.is_bound),
        "form": form,
        "accounts": accounts,
    }
    return render(request, "connectors/connection.html", context)


@require_POST
@member_may("manage_settings")
def connection_run(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    run_soon(connection=_connection(request, connection_id), by=request.user)
    return redirect_to("connection", connection_id)


@require_POST
@member_may("manage_settings")
def connection_switch(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    row = _connection(request, connection_id)
    switch_connection(connection=row, by=request.user, enabled=not row.enabled)
    return redirect_to("connection", connection_id)


@require_POST
@member_may("manage_settings")
def connection_remove(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    remove_connection(connection=_connection(request, connection_id), by=request.user)
    messages.success(request, _("The connection was removed. Everything that it fetched is kept."))
    return redirect_to("connections")


def _connection(request: MemberRequest, connection_id: UUID, *, held: bool = False) -> Connection:
    rows = Connection.objects.of(request.organization).select_related("organization")
    return get_object_or_404(rows.select_for_update(of=("self",)) if held else rows, pk=connection_id)


def failure_in_words(code: str) -> str:
    return str(FAILURES.get(code) or FAILURES["failed"]) if code else ""


def counts_in_words(counts: dict[str, int]) -> str:
    """Return the counts above zero in words: "2 new, 1 known"."""
    parts = {
        "taken": ngettext("%(count)d new statement", "%(count)d new statements", counts.get("taken", 0)),
        "known": ngettext("%(count)d known", "%(count)d known", counts.get("known", 0)),
        "refused": ngettext("%(count)d refused", "%(count)d refused", counts.get("refused", 0)),
        "added": ngettext("%(count)d new entry", "%(count)d new entries", counts.get("added", 0)),
        "changed": ngettext("%(count)d changed there", "%(count)d changed there", counts.get("changed", 0)),
        "written": ngettext("%(count)d written back", "%(count)d written back", counts.get("written", 0)),
        "added_there": ngettext("%(count)d added there", "%(count)d added there", counts.get("added_there", 0)),
    }
    words = [text % {"count": counts[name]} for name, text in parts.items() if counts.get(name)]
    return listed(words) or str(_("nothing new"))
