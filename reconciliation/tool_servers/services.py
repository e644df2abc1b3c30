"""Tool servers added, changed, tested and removed, and their tools allowed: an owner's acts, each one in the audit log."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from people.access import require
from people.audit import Act, record
from people.encryption import Unopened, opened, seal
from people.models import Organization
from reconciliation.models import ServerTool, ToolServer
from reconciliation.models.columns import storable
from reconciliation.tool_servers.client import ToolAddress, ToolDefinition, ToolServerFailed, is_on, listed

MOST_SERVERS = 5
MOST_ALLOWED = 20
"""Tools of one organization that the chat may use: each costs tokens of every question."""


class ToolsRefused(ValueError):
    """Nothing was changed. `code`: off, too_many_servers, name_taken, too_many_tools, changed (a tool is not as the page showed it),
    not_allowed."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@sensitive_variables()
@transaction.atomic
def add_server(*, organization: Organization, actor: User, name: str, address: str, token: str, is_masked: bool) -> ToolServer:
    """Return a new server, none of whose tools is allowed. Raises NotYours, ToolsRefused."""
    require(actor, organization, "manage_providers")
    if not is_on():
        raise ToolsRefused("off")
    Organization.objects.select_for_update().get(pk=organization.pk)
    servers = ToolServer.objects.of(organization)
    if servers.count() >= MOST_SERVERS:
        raise ToolsRefused("too_many_servers")
    if servers.filter(name=name).exists():
        raise ToolsRefused("name_taken")
    server = ToolServer(organization=organization, name=name, address=address, is_masked=is_masked, added_by=actor)
    server.sealed_token = seal(organization, token.encode(), purpose=server.token_purpose) if token else None
    server.save()
    record(organization, actor, Act.ADDED_TOOL_SERVER, server, name=name, address=address, is_masked=is_masked, secrets=bool(token))
    return server


@sensitive_variables()
@transaction.atomic
def change_server(*, server: ToolServer, actor: User, token: str, is_masked: bool) -> None:
    """Store another token and whether arguments are masked. An empty token keeps the stored one. Raises NotYours."""
    require(actor, server.organization, "manage_providers")
    row = ToolServer.objects.of(server.organization).select_for_update().get(pk=server.pk)
    if token:
        row.sealed_token = seal(server.organization, token.encode(), purpose=row.token_purpose)
    changed = {"is_masked": [row.is_masked, is_masked], "secrets": bool(token)}
    row.is_masked = is_masked
    row.save(update_fields=["sealed_token", "is_masked"])
    record(server.organization, actor, Act.CHANGED_TOOL_SERVER, row, name=row.name, **changed)


@transaction.atomic
def remove_server(*, server: ToolServer, actor: User) -> None:
    """Remove a server with its token and its tools. Raises NotYours."""
    require(actor, server.organization, "manage_providers")
    record(server.organization, actor, Act.REMOVED_TOOL_SERVER, server, name=server.name, address=server.address)
    ToolServer.objects.of(server.organization).filter(pk=server.pk).delete()


@sensitive_variables()
def place_of(server: ToolServer) -> ToolAddress:
    """Return the address with the opened token. Raises ToolServerFailed."""
    if server.sealed_token is None:
        return ToolAddress(address=server.address, token=None)
    try:
        token = opened(server.organization, bytes(server.sealed_token), purpose=server.token_purpose).decode()
    except Unopened as error:
        raise ToolServerFailed("key") from error
    return ToolAddress(address=server.address, token=token)


def list_tools(*, server: ToolServer, actor: User) -> str:
    """List the tools of a server and store them. Returns the code of the failure, empty if there was none. Raises NotYours."""
    require(actor, server.organization, "manage_providers")
    if not is_on():
        return "off"
    try:
        keep_listing(server, listed(place_of(server)))
    except ToolServerFailed as failed:
        keep_failure(server, failed.code)
        return failed.code
    return ""


def keep_failure(server: ToolServer, code: str) -> None:
    ToolServer.objects.of(server.organization).filter(pk=server.pk).update(failure=code, listed_at=timezone.now())


@transaction.atomic
def keep_listing(server: ToolServer, definitions: Sequence[ToolDefinition]) -> None:
    """Store the tools that a server lists. What an owner allowed stays bound to the definition of then. A tool that is not listed is
    removed, unless it was allowed."""
    held = ToolServer.objects.of(server.organization).select_for_update().filter(pk=server.pk).first()
    if held is None:
        return
    tools = {tool.name: tool for tool in held.tools.all()}
    for stated in definitions:
        tool = tools.pop(storable(stated.name), None) or ServerTool(server=held, name=storable(stated.name))
        tool.description, tool.input_schema = storable(stated.description), storable(dict(stated.input_schema))
        tool.problem, tool.digest, tool.is_listed = stated.problem, stated.digest, True
        tool.save()
    for gone in tools.values():
        if gone.allowed_digest:
            gone.is_listed = False
            gone.save(update_fields=["is_listed"])
        else:
            gone.delete()
    keep_failure(held, "")


@transaction.atomic
def allow_tools(*, server: ToolServer, actor: User, shown: Mapping[str, str]) -> None:
    """Allow exactly these tools of a server: `shown` has the digest of each as the page showed it, by its key. Raises NotYours, and
    ToolsRefused with nothing stored."""
    require(actor, server.organization, "manage_providers")
    Organization.objects.select_for_update().get(pk=server.organization_id)
    tools = {str(tool.pk): tool for tool in server.tools.select_for_update()}
    for key, digest in shown.items():
        if key not in tools or tools[key].digest != digest:
            raise ToolsRefused("changed")
        if tools[key].problem or not tools[key].is_listed:
            raise ToolsRefused("not_allowed")
    others = ServerTool.objects.of(server.organization).exclude(server=server).exclude(allowed_digest="").count()
    if others + len(shown) > MOST_ALLOWED:
        raise ToolsRefused("too_many_tools")
    allowed: list[dict[str, str]] = []
    forbidden: list[dict[str, str]] = []
    for key, tool in tools.items():
        before, tool.allowed_digest = tool.allowed_digest, shown.get(key, "")
        if tool.allowed_digest == before:
            continue
        (allowed if tool.allowed_digest else forbidden).append({"tool": tool.name, "digest": tool.allowed_digest or before})
        tool.allowed_at, tool.allowed_by = (timezone.now(), actor) if tool.allowed_digest else (None, None)
        tool.save(update_fields=["allowed_digest", "allowed_at", "allowed_by"])
    if allowed or forbidden:
        record(server.organization, actor, Act.ALLOWED_TOOLS, server, name=server.name, allowed=allowed, forbidden=forbidden)


def offered_tools(organization: Organization) -> list[ServerTool]:
    """Return the tools that the chat may use, as their servers last listed them."""
    if not is_on():
        return []
    allowed = ServerTool.objects.of(organization).exclude(allowed_digest="").select_related("server").order_by("server__name", "name")
    return [tool for tool in allowed if tool.is_offered]
