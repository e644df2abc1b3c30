"""Connections: listed with what came of them, added, changed, run, switched and removed."""

from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
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
from connectors.words import counts_in_words, failure_in_words
from people.access import member_may
from people.requests import MemberRequest

SECRETS = ("password", "token", "encryption")
"""The fields of forms that no report of an error shows."""


@require_safe
@member_may("manage_settings")
def connections(request: MemberRequest) -> HttpResponse:
    listed = [(each, failure_in_words(each.failure), counts_in_words(each.told)) for each in Connection.objects.of(request.organization)]
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
            form.add_error(None, _("There are as many connections as there may be."))
        else:
            messages.success(request, _("Added. It is asked for the first time in a moment."))
            return redirect("connection", added.pk)
    context = {"section": "organization", "part": "connections", "form": form, "label": Connection.Kind(kind).label}
    return render(request, "connectors/connection_new.html", context)


@sensitive_variables()
@sensitive_post_parameters(*SECRETS)
@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_settings")
def connection(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    """What came of it, which account is which, and what was said of it; posted, what is said of it now."""
    if request.method == "POST":
        return _change(request, connection_id)
    found = _connection(request, connection_id)
    return _connection_page(request, found, FORMS[found.kind](connection=found), AccountsForm(connection=found))


@transaction.atomic
def _change(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    """Nobody else changes it between what is read and what is written: a kept secret belongs to the place that stands beside it."""
    found = _connection(request, connection_id, held=True)
    form = FORMS[found.kind](request.POST, connection=found)
    if not form.is_valid():
        return _connection_page(request, found, form, AccountsForm(connection=found))
    change_connection(
        connection=found, by=request.user, name=form.cleaned_data["name"], secrets=form.all_secrets(), settings=form.settings()
    )
    messages.success(request, _("Saved. It is asked in a moment."))
    return redirect("connection", found.pk)


@require_POST
@member_may("manage_settings")
def connection_accounts(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    found = _connection(request, connection_id)
    form = AccountsForm(request.POST, connection=found)
    if not form.is_valid():
        return _connection_page(request, found, FORMS[found.kind](connection=found), form)
    place_accounts(connection=found, by=request.user, accounts=form.accounts(), left_out=form.left_out())
    messages.success(request, _("Saved. It is asked in a moment."))
    return redirect("connection", found.pk)


def _connection_page(request: MemberRequest, found: Connection, form: ConnectionForm, accounts: AccountsForm) -> HttpResponse:
    context = {
        "section": "organization",
        "each": found,
        "failure": failure_in_words(found.failure),
        "counts": counts_in_words(found.told),
        "is_awaited": found.is_awaited(timezone.now()) and not (form.is_bound or accounts.is_bound),
        "form": form,
        "accounts": accounts,
    }
    return render(request, "connectors/connection.html", context)


@require_POST
@member_may("manage_settings")
def connection_run(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    run_soon(connection=_connection(request, connection_id), by=request.user)
    return redirect("connection", connection_id)


@require_POST
@member_may("manage_settings")
def connection_switch(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    found = _connection(request, connection_id)
    switch_connection(connection=found, by=request.user, enabled=not found.enabled)
    return redirect("connection", connection_id)


@require_POST
@member_may("manage_settings")
def connection_remove(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    remove_connection(connection=_connection(request, connection_id), by=request.user)
    messages.success(request, _("The connection was removed. What came by it stays."))
    return redirect("connections")


def _connection(request: MemberRequest, connection_id: UUID, *, held: bool = False) -> Connection:
    ours = Connection.objects.of(request.organization).select_related("organization")
    return get_object_or_404(ours.select_for_update(of=("self",)) if held else ours, pk=connection_id)
