"""Connections: listed with what came of them, added, run, switched and removed."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from connectors.forms import FORMS
from connectors.models import Connection
from connectors.services import TooManyConnections, add_connection, remove_connection, run_soon, switch_connection
from connectors.words import counts_in_words, failure_in_words
from finance.access import member_may
from finance.requests import MemberRequest


@require_safe
@member_may("manage_settings")
def connections(request: MemberRequest) -> HttpResponse:
    listed = [(each, failure_in_words(each.failure), counts_in_words(each.told)) for each in Connection.objects.of(request.organization)]
    context = {"section": "organization", "part": "connections", "listed": listed, "kinds": Connection.Kind.choices}
    return render(request, "connectors/connections.html", context)


@sensitive_variables()
@sensitive_post_parameters("secret", "encryption")
@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_settings")
def connection_new(request: MemberRequest, kind: str) -> HttpResponse:
    if kind not in FORMS:
        raise Http404
    form = FORMS[kind](request.POST or None)
    if form.is_valid():
        try:
            add_connection(
                organization=request.organization,
                by=request.user,
                kind=kind,
                name=form.cleaned_data["name"],
                secret=form.sealed(),
                settings=form.settings(),
            )
        except TooManyConnections:
            form.add_error(None, _("There are as many connections as there may be."))
        else:
            messages.success(request, _("Added. It is asked for the first time in a moment."))
            return redirect("connections")
    context = {"section": "organization", "part": "connections", "form": form, "label": Connection.Kind(kind).label}
    return render(request, "connectors/connection_new.html", context)


@require_POST
@member_may("manage_settings")
def connection_run(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    run_soon(connection=_connection(request, connection_id), by=request.user)
    messages.success(request, _("It is asked in a moment. What comes of it stands here then."))
    return redirect("connections")


@require_POST
@member_may("manage_settings")
def connection_switch(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    found = _connection(request, connection_id)
    switch_connection(connection=found, by=request.user, enabled=not found.enabled)
    return redirect("connections")


@require_POST
@member_may("manage_settings")
def connection_remove(request: MemberRequest, connection_id: UUID) -> HttpResponse:
    remove_connection(connection=_connection(request, connection_id), by=request.user)
    messages.success(request, _("The connection was removed. What came by it stays."))
    return redirect("connections")


def _connection(request: MemberRequest, connection_id: UUID) -> Connection:
    return get_object_or_404(Connection.objects.of(request.organization).select_related("organization"), pk=connection_id)
