"""The page of an organization's own tools: servers added, tested, changed and removed, and their tools allowed. Only for owners."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from people.access import MemberRequest, member_may
from people.addresses import redirect_to
from people.safe_text import shown
from reconciliation.model_access.endpoints import may_be_named
from reconciliation.models import ServerTool, ToolServer
from reconciliation.tool_servers.client import is_installed, is_on
from reconciliation.tool_servers.schemas import without_references
from reconciliation.tool_servers.services import ToolsRefused, add_server, allow_tools, change_server, list_tools, remove_server


class ServerTokenForm(forms.Form):
    """The token of a server and the masking of what it receives."""

    token = forms.RegexField(
        r"^[!-~]{1,2000}$",
        label=gettext_lazy("Token"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("Sent as a bearer token. Stored encrypted and never shown again. Leave empty to keep the stored one."),
        error_messages={"invalid": gettext_lazy("A token has no spaces and at most 2000 characters.")},
    )
    is_masked = forms.BooleanField(
        label=gettext_lazy("Mask numbers of accounts and cards, e-mail addresses and telephone numbers"),
        required=False,
        initial=True,
        help_text=gettext_lazy("A tool that looks up such a number finds nothing while it is masked."),
    )


class ToolServerForm(ServerTokenForm):
    """A new server."""

    name = forms.RegexField(
        r"^[a-z][a-z0-9]{0,19}$",
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("A short name, such as orders: lower-case letters and digits. The model sees it."),
        error_messages={"invalid": gettext_lazy("A name has up to 20 lower-case letters and digits and begins with a letter.")},
    )
    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        help_text=gettext_lazy(
            "The address of a Streamable HTTP server of the Model Context Protocol, such as https://tools.example.org/mcp."
        ),
    )
    field_order = ("name", "address", "token", "is_masked")

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["token"].help_text = gettext_lazy("Only if the server asks for a bearer token. Stored encrypted and never shown again.")

    def clean_address(self) -> Any:
        address = self.cleaned_data["address"].rstrip("/")
        if not may_be_named(address, settings.TOOL_SERVER_ADDRESSES):
            raise forms.ValidationError(
                gettext_lazy("Only public addresses that begin with https://, and those in the settings of this installation.")
            )
        return address


FAILURES = {
    "off": gettext_lazy("Own tools are switched off in this installation."),
    "address": gettext_lazy("This address is not allowed."),
    "connection": gettext_lazy("No server answers at this address, or its certificate is not trusted."),
    "timeout": gettext_lazy("It did not answer in time."),
    "refused": gettext_lazy("It does not accept the token."),
    "not_found": gettext_lazy("There is nothing at this address. Check the path; it is often /mcp."),
    "too_large": gettext_lazy("Its list of tools is too large."),
    "answer": gettext_lazy("It gave an unexpected answer: it is not a Streamable HTTP server of the Model Context Protocol."),
    "key": gettext_lazy("The stored token cannot be decrypted with the current keys. Enter it again."),
}
PROBLEMS = {
    "writes": gettext_lazy("Cannot be allowed: the server does not say that it only reads (readOnlyHint)."),
    "name": gettext_lazy("Cannot be allowed: its name has other characters than letters, digits, dots, hyphens and underscores."),
    "long": gettext_lazy("Cannot be allowed: its description or its arguments are too long."),
    "hidden": gettext_lazy("Cannot be allowed: its description or its arguments have characters that are not visible."),
    "schema": gettext_lazy("Cannot be allowed: its arguments are not a plain object, or have references that cannot be replaced."),
}
REFUSED = {
    "off": FAILURES["off"],
    "too_many_servers": gettext_lazy("The limit of tool servers is reached."),
    "name_taken": gettext_lazy("There is a tool server of this name."),
    "too_many_tools": gettext_lazy("The chat may use at most 20 tools. Nothing was changed."),
    "changed": gettext_lazy("A tool has changed since this page was shown. Look at it again. Nothing was changed."),
    "not_allowed": gettext_lazy("One of these tools cannot be allowed. Nothing was changed."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRow:
    """A tool on the page: what an owner allows is what is shown here."""

    tool: ServerTool
    description: str
    arguments: str
    problem: str

    @property
    def can_be_ticked(self) -> bool:
        return self.tool.is_listed and not self.problem


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerCard:
    server: ToolServer
    failure: str
    rows: Sequence[ToolRow]
    form: ServerTokenForm
    has_changed: bool


@sensitive_variables()
@sensitive_post_parameters("token")
@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_providers")
def tool_servers(request: MemberRequest) -> HttpResponse:
    """Show the servers with their tools; a POST adds one and lists its tools."""
    form = ToolServerForm(request.POST or None)
    if form.is_valid():
        try:
            server = add_server(organization=request.organization, actor=request.user, **form.cleaned_data)
        except ToolsRefused as refused:
            form.add_error(None, REFUSED[refused.code])
        else:
            return _after_listing(request, server)
    return _page(request, form)


def _page(request: MemberRequest, form: ToolServerForm) -> HttpResponse:
    servers = ToolServer.objects.of(request.organization).select_related("added_by").prefetch_related("tools__allowed_by")
    context: dict[str, Any] = {
        "section": "models",
        "part": "models",
        "form": form,
        "cards": [_card(server) for server in servers],
        "is_on": is_on(),
        "is_allowed": settings.TOOL_SERVERS,
        "is_installed": is_installed(),
    }
    return render(request, "reconciliation/tool_servers.html", context)


def _card(server: ToolServer) -> ServerCard:
    rows = [
        ToolRow(
            tool=tool,
            description=shown(tool.description),
            arguments=shown(json.dumps(without_references(tool.input_schema) or tool.input_schema, indent=2, ensure_ascii=False)),
            problem=str(PROBLEMS.get(tool.problem, "")),
        )
        for tool in server.tools.all()
    ]
    failure = str(FAILURES.get(server.failure, FAILURES["answer"])) if server.failure else ""
    form = ServerTokenForm(initial={"is_masked": server.is_masked}, auto_id=f"{server.name}_%s")
    return ServerCard(server=server, failure=failure, rows=rows, form=form, has_changed=any(row.tool.has_changed for row in rows))


def _server(request: MemberRequest, server_id: UUID) -> ToolServer:
    return get_object_or_404(ToolServer.objects.of(request.organization).select_related("organization"), pk=server_id)


def _after_listing(request: MemberRequest, server: ToolServer) -> HttpResponse:
    code = list_tools(server=server, actor=request.user)
    if code:
        messages.error(request, FAILURES.get(code, FAILURES["answer"]))
    else:
        messages.success(request, _("The connection works. Choose the tools that the chat may use."))
    return redirect_to("tool_servers")


@require_POST
@member_may("manage_providers")
def tool_server_test(request: MemberRequest, server_id: UUID) -> HttpResponse:
    return _after_listing(request, _server(request, server_id))


@sensitive_variables()
@sensitive_post_parameters("token")
@require_POST
@member_may("manage_providers")
def tool_server_change(request: MemberRequest, server_id: UUID) -> HttpResponse:
    server, form = _server(request, server_id), ServerTokenForm(request.POST)
    if form.is_valid():
        change_server(server=server, actor=request.user, **form.cleaned_data)
        messages.success(request, _("Saved."))
    else:
        messages.error(request, " ".join(error for errors in form.errors.values() for error in map(str, errors)))
    return redirect_to("tool_servers")


@require_POST
@member_may("manage_providers")
def tool_server_allow(request: MemberRequest, server_id: UUID) -> HttpResponse:
    """Allow exactly the ticked tools. Each box has the tool's key and the digest of what the page showed."""
    ticked = [value.partition(":") for value in request.POST.getlist("tools")]
    try:
        allow_tools(server=_server(request, server_id), actor=request.user, shown={key: digest for key, _colon, digest in ticked})
    except ToolsRefused as refused:
        messages.error(request, REFUSED[refused.code])
    else:
        messages.success(request, _("Saved."))
    return redirect_to("tool_servers")


@require_POST
@member_may("manage_providers")
def tool_server_remove(request: MemberRequest, server_id: UUID) -> HttpResponse:
    remove_server(server=_server(request, server_id), actor=request.user)
    messages.success(request, _("Removed."))
    return redirect_to("tool_servers")
