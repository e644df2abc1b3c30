"""Tools as their servers state them, and requests to a tool server by the official SDK, with limits on addresses, time and size. One
connection for each request: nothing is left open between them. The SDK is imported only here, and only when a server is asked."""

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from reconciliation.conversation.instructions import PREFIX_OF_OWN_TOOLS
from reconciliation.tool_servers.schemas import LARGEST_SCHEMA, without_references

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import CallToolResult

    from reconciliation.tool_servers.transport import LimitedTransport

LONGEST_NAME = 128
LONGEST_DESCRIPTION = 2000
_TOOL = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_OFFERED = re.compile(r"[A-Za-z0-9_-]{1,64}")
LONGEST_OFFERED = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDefinition:
    """A tool as its server states it. `is_read_only` is the server's own annotation."""

    name: str
    description: str
    input_schema: Mapping[str, Any]
    is_read_only: bool

    @property
    def digest(self) -> str:
        """Return the digest of everything that an owner sees of the tool."""
        stated = [self.name, self.description, self.input_schema, self.is_read_only]
        return hashlib.sha256(json.dumps(stated, sort_keys=True).encode()).hexdigest()

    @property
    def problem(self) -> str:
        """Return the code of the reason why the tool cannot be allowed: `writes`, `name`, `long`, `hidden` (characters that an owner does
        not see) or `schema`. Empty if it can be allowed."""
        schema = json.dumps(self.input_schema, ensure_ascii=False)
        if not self.is_read_only:
            return "writes"
        if not _TOOL.fullmatch(self.name):
            return "name"
        if len(self.description) > LONGEST_DESCRIPTION or len(schema) > LARGEST_SCHEMA:
            return "long"
        if not all(character.isprintable() or character in "\n\t" for character in self.description + _texts(self.input_schema)):
            return "hidden"
        plain = without_references(self.input_schema)
        is_object = plain is not None and plain.get("type") == "object" and isinstance(plain.get("properties", {}), Mapping)
        return "" if is_object else "schema"


def _texts(value: Any) -> str:
    if isinstance(value, Mapping):
        return "".join(f"{name}{_texts(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return "".join(map(_texts, value))
    return value if isinstance(value, str) else ""


def offered_name(server: str, tool: str) -> str:
    """Return the name under which the chat offers a tool. A name that providers do not take is cut and ends in its digest."""
    name = f"{PREFIX_OF_OWN_TOOLS}{server}_{tool}"
    if _OFFERED.fullmatch(name):
        return name
    ending = hashlib.sha256(tool.encode()).hexdigest()[:8]
    return f"{re.sub(r'[^A-Za-z0-9_-]', '_', name)[: LONGEST_OFFERED - 9]}_{ending}"


SECONDS = 20.0
"""Longest time of a call, with its connection."""
MOST_TOOLS = 100
MOST_PAGES = 10
T = TypeVar("T")


class ToolServerFailed(Exception):
    """A request to a tool server failed. `code`: address (not allowed), connection, timeout, refused (the token), not_found, too_large,
    answer (it does not follow the protocol), changed (the tool is not as it was allowed), key (the stored token cannot be opened)."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolAddress:
    """The address of a server and its token, None without one."""

    address: str
    token: str | None

    def __repr__(self) -> str:
        return f"ToolAddress({self.address!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReply:
    """The text of a result. `is_error` is True if the tool itself says that it failed."""

    text: str
    is_error: bool


def is_installed() -> bool:
    """Return True if the SDK is installed."""
    return find_spec("mcp") is not None


def is_on() -> bool:
    """Return True if this installation allows tool servers and can ask them."""
    return settings.TOOL_SERVERS and is_installed()


@sensitive_variables()
def listed(place: ToolAddress, seconds: float = SECONDS) -> list[ToolDefinition]:
    """Return the tools of a server. Raises ToolServerFailed."""
    return asyncio.run(_connected(place, _definitions, seconds))


@sensitive_variables()
def listed_together(places: Sequence[ToolAddress], seconds: float) -> list[list[ToolDefinition] | ToolServerFailed]:
    """Return the tools of each server, all of them asked at once, or why it gave none."""

    async def listing_of(place: ToolAddress) -> list[ToolDefinition] | ToolServerFailed:
        try:
            return await _connected(place, _definitions, seconds)
        except ToolServerFailed as failed:
            return failed

    async def all_of_them() -> list[list[ToolDefinition] | ToolServerFailed]:
        return await asyncio.gather(*map(listing_of, places))

    return asyncio.run(all_of_them())


@sensitive_variables()
def called(place: ToolAddress, tool: str, arguments: Mapping[str, Any], *, digest: str) -> ToolReply:
    """Call a tool whose definition must still have the digest. Raises ToolServerFailed."""

    async def call(client: "Client") -> ToolReply:
        from mcp_types import CallToolRequest, CallToolRequestParams, CallToolResult

        if digest not in [definition.digest for definition in await _definitions(client) if definition.name == tool]:
            raise ToolServerFailed("changed")
        request = CallToolRequest(params=CallToolRequestParams(name=tool, arguments=dict(arguments)))
        # The session's own `call_tool` would run the patterns of the server's output schema over the result.
        return _reply(await client.session.send_request(request, CallToolResult))

    return asyncio.run(_connected(place, call, SECONDS))


def _reply(result: "CallToolResult") -> ToolReply:
    """Return the texts of a result; pictures and files are left out. Without a text it is the structured content as JSON."""
    texts = [block.text for block in result.content if block.type == "text"]
    if not texts and result.structured_content is not None:
        texts = [json.dumps(result.structured_content, ensure_ascii=False)]
    return ToolReply(text="\n".join(texts), is_error=bool(result.is_error))


async def _definitions(client: "Client") -> list[ToolDefinition]:
    definitions: dict[str, ToolDefinition] = {}
    cursor: str | None = None
    for _page in range(MOST_PAGES):
        page = await client.list_tools(cursor=cursor, cache_mode="bypass")
        for tool in page.tools[: MOST_TOOLS - len(definitions)]:
            read_only = tool.annotations is not None and tool.annotations.read_only_hint is True
            name = tool.name[:LONGEST_NAME]
            stated = ToolDefinition(
                name=name, description=tool.description or "", input_schema=tool.input_schema, is_read_only=read_only and name == tool.name
            )
            definitions.setdefault(name, stated)
        cursor = page.next_cursor
        if not cursor or len(definitions) >= MOST_TOOLS:
            break
    return list(definitions.values())


async def _connected(place: ToolAddress, work: Callable[["Client"], Awaitable[T]], seconds: float) -> T:
    """Return the work's result, within the seconds however the server behaves. Raises ToolServerFailed."""
    from reconciliation.tool_servers.transport import LimitedTransport

    transport = LimitedTransport(place.address)
    try:
        async with asyncio.timeout(seconds), _client(place, transport) as client:
            return await work(client)
    except TimeoutError as error:
        raise ToolServerFailed("timeout") from error
    except Exception as error:  # the SDK has groups and kinds of its own; the transport knows what happened
        raise ToolServerFailed(transport.failure or _own_code(error) or "answer") from error


def _own_code(error: BaseException) -> str:
    """Return the code of a ToolServerFailed, also of one within groups; empty for other errors."""
    if isinstance(error, BaseExceptionGroup):
        return next(filter(None, map(_own_code, error.exceptions)), "")
    return error.code if isinstance(error, ToolServerFailed) else ""


@asynccontextmanager
async def _client(place: ToolAddress, transport: "LimitedTransport") -> "AsyncIterator[Client]":
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Accept-Encoding": "identity", "User-Agent": "Tieout"} | ({"Authorization": f"Bearer {place.token}"} if place.token else {})
    async with (
        httpx2.AsyncClient(headers=headers, timeout=SECONDS, follow_redirects=False, trust_env=False, transport=transport) as asking,
        Client(streamable_http_client(place.address, http_client=asking), cache=None) as client,
    ):
        yield client
