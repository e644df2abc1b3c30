"""HTTP to a tool server: guarded, and with a limit on the bytes of an answer."""

from collections.abc import AsyncIterator

import httpx2
from django.conf import settings

from reconciliation.model_access.endpoints import AddressNotAllowed
from reconciliation.model_access.guarded_http import GuardedAsyncTransport

LARGEST_ANSWER = 1_000_000
"""Bytes that a server may send in one answer."""


class LimitedTransport(httpx2.AsyncBaseTransport):
    """The guarded transport with a limit on the bytes of an answer. `failure` is the code of the last failure, empty without one."""

    def __init__(self, address: str) -> None:
        self.failure = ""
        self._guarded: GuardedAsyncTransport | None = None
        try:
            self._guarded = GuardedAsyncTransport(address, settings.TOOL_SERVER_ADDRESSES)
        except AddressNotAllowed:
            self.failure = "address"

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if self._guarded is None:
            raise httpx2.ConnectError("the address is not allowed", request=request)
        try:
            response = await self._guarded.handle_async_request(request)
        except AddressNotAllowed as error:
            self.failure = "address"
            raise httpx2.ConnectError("the address is not allowed", request=request) from error
        except httpx2.TimeoutException:
            self.failure = "timeout"
            raise
        except httpx2.TransportError:
            self.failure = "connection"
            raise
        self.failure = {401: "refused", 403: "refused", 404: "not_found"}.get(response.status_code, "")
        if response.headers.get("content-encoding", "identity") != "identity":
            self.failure = "answer"
            raise httpx2.DecodingError("a packed answer was not asked for", request=request)
        stream = _LimitedStream(response, self)
        return httpx2.Response(response.status_code, headers=response.headers, stream=stream, extensions=response.extensions)

    async def aclose(self) -> None:
        if self._guarded is not None:
            await self._guarded.aclose()


class _LimitedStream(httpx2.AsyncByteStream):
    def __init__(self, response: httpx2.Response, transport: LimitedTransport) -> None:
        self._response = response
        self._transport = transport

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for piece in self._response.aiter_raw():
            size += len(piece)
            if size > LARGEST_ANSWER:
                self._transport.failure = "too_large"
                raise httpx2.ReadError("the answer is too large")
            yield piece

    async def aclose(self) -> None:
        await self._response.aclose()
