"""Transports of the server: stdio with the token of the local user, or HTTP with a token in each request."""

from typing import Any
from urllib.parse import urlsplit

from asgiref.sync import sync_to_async
from django.conf import settings
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from api.http.problems import problem
from api.mcp.server import server, stands

PATH = "/mcp"
HEAD = 1_000_000
"""Bytes of a message besides the document in it."""


async def over_stdio(secret: str) -> None:
    """Serve until the other side closes its end."""
    served = server(lambda _context: secret)
    async with stdio_server() as (incoming, outgoing):
        await served.run(incoming, outgoing, served.create_initialization_options())


def over_http(host: str) -> Any:
    """Return an ASGI application. It has no sessions, so that any number of processes may answer."""
    served = server(lambda context: bearer(context.request.headers.get("authorization", "")) if context.request else "")
    largest = settings.DOCUMENT_MAX_BYTES * 4 // 3 + HEAD
    known = [host, "localhost", "127.0.0.1", "[::1]", *settings.ALLOWED_HOSTS, urlsplit(settings.PUBLIC_URL).hostname or ""]
    hosts = sorted({name for name in known if name})
    security = TransportSecuritySettings(
        allowed_hosts=[*hosts, *(f"{name}:*" for name in hosts)],
        allowed_origins=[f"{scheme}://{name}{port}" for scheme in ("http", "https") for name in hosts for port in ("", ":*")],
    )
    app = served.streamable_http_app(
        streamable_http_path=PATH, stateless_http=True, json_response=True, max_request_body_size=largest, transport_security=security
    )
    return OnlyWithToken(app)


def bearer(header: str) -> str:
    scheme, _, secret = header.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


class OnlyWithToken:
    """Answers 401 without a valid token, before a message is read."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and not await self._may(scope):
            refused = problem(401, "no_token", "Send a token that stands: Authorization: Bearer tieout_...")
            headers = [(name.lower().encode(), value.encode()) for name, value in refused.items()]
            await send({"type": "http.response.start", "status": 401, "headers": headers})
            await send({"type": "http.response.body", "body": refused.content})
            return
        await self._app(scope, receive, send)

    async def _may(self, scope: Any) -> bool:
        secret = bearer(dict(scope["headers"]).get(b"authorization", b"").decode("latin-1"))
        return bool(secret) and await sync_to_async(stands, thread_sensitive=False)(secret) is not None
