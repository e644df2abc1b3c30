"""A tool server of the SDK over HTTP, in a thread, whose tools a test changes; and an organization that has added it."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from pytest_django.fixtures import Settings

from people.models import Organization
from reconciliation.models import ServerTool, ToolServer
from reconciliation.tool_servers.services import add_server, allow_tools, list_tools

SCHEMA: Mapping[str, Any] = {"type": "object", "properties": {"number": {"type": "string"}}, "required": ["number"]}


@dataclass
class StatedTool:
    """A tool as the server states it, and what it answers: a text, an error, or a wait until the test ends."""

    answer: str = "Order 17: 20.00 EUR"
    description: str = "Returns an order."
    schema: Mapping[str, Any] = field(default_factory=lambda: dict(SCHEMA))
    reads: bool | None = True
    fails: bool = False
    hangs: bool = False


@dataclass
class FirmServer:
    """A server with its tools by name, the calls that it received, and the headers of its requests."""

    url: str = ""
    tools: dict[str, StatedTool] = field(default_factory=dict)
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)


@contextmanager
def serving_tools(**tools: StatedTool) -> Iterator[FirmServer]:
    import uvicorn

    firm = FirmServer(tools=tools)
    config = uvicorn.Config(_seen(firm, _app(firm)), log_level="error", timeout_graceful_shutdown=1)
    server, listening = uvicorn.Server(config), socket.create_server(("127.0.0.1", 0))
    firm.url = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        yield firm
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()


def _app(firm: FirmServer) -> Any:
    import mcp_types as types
    from mcp.server.lowlevel import Server

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=name,
                    description=tool.description,
                    input_schema=dict(tool.schema),
                    annotations=None if tool.reads is None else types.ToolAnnotations(read_only_hint=tool.reads),
                )
                for name, tool in firm.tools.items()
            ]
        )

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = firm.tools[params.name]
        firm.calls.append((params.name, dict(params.arguments or {})))
        if tool.hangs:
            await asyncio.Event().wait()
        return types.CallToolResult(content=[types.TextContent(type="text", text=tool.answer)], is_error=tool.fails)

    server = Server("firm", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    return server.streamable_http_app(stateless_http=True, json_response=True)


def _seen(firm: FirmServer, app: Any) -> Callable[..., Any]:
    async def asked(scope: Any, receive: Any, send: Any) -> None:
        async def received() -> Any:
            message = await receive()
            firm.bodies.append(message.get("body", b""))
            return message

        if scope["type"] == "http":
            firm.headers.append({name.decode(): value.decode() for name, value in scope["headers"]})
        await app(scope, received if scope["type"] == "http" else receive, send)

    return asked


def added(organization: Organization, owner: User, firm: FirmServer, settings: Settings, **fields: Any) -> ToolServer:
    """Return the server as an owner adds it, at an address that the settings name, with its tools listed."""
    settings.TOOL_SERVERS = True
    settings.TOOL_SERVER_ADDRESSES = [firm.url]
    given: dict[str, Any] = {"name": "orders", "token": "", "is_masked": True} | fields
    server = add_server(organization=organization, actor=owner, address=firm.url, **given)
    assert list_tools(server=server, actor=owner) == ""
    return server


def tool_of(server: ToolServer, name: str) -> ServerTool:
    return server.tools.get(name=name)


def allow(server: ToolServer, owner: User, *names: str) -> None:
    allow_tools(server=server, actor=owner, shown={str(tool.pk): tool.digest for tool in server.tools.filter(name__in=names)})
