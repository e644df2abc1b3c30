"""HTTP to an address that an organization named: it connects to the number that was checked."""

import asyncio
from collections.abc import Collection

import httpx2

from reconciliation.model_access.endpoints import AddressNotAllowed, allowed, may_be_named, public_numbers


class GuardedTransport(httpx2.BaseTransport):
    """Resolves the name of each request once, checks every number, and connects to these numbers alone. The certificate must still be of
    the name. Requests raise AddressNotAllowed.

    `named` are addresses of the settings: if `address` is one of them, its server is connected to without a check."""

    def __init__(self, address: str, named: Collection[str]) -> None:
        self._unchecked = _unchecked_origin(address, named)
        self._direct = httpx2.HTTPTransport(trust_env=False)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        if _origin(request.url) == self._unchecked:
            return self._direct.handle_request(request)
        failed: httpx2.TransportError = httpx2.ConnectError("the name has no number", request=request)
        for number in _checked_numbers(request):
            try:
                return self._direct.handle_request(_sent_to(number, request))
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:  # nothing was sent
                failed = error
        raise failed

    def close(self) -> None:
        self._direct.close()


class GuardedAsyncTransport(httpx2.AsyncBaseTransport):
    """The guarded transport for asynchronous requests. A request that is cancelled closes its connection."""

    def __init__(self, address: str, named: Collection[str]) -> None:
        self._unchecked = _unchecked_origin(address, named)
        self._direct = httpx2.AsyncHTTPTransport(trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if _origin(request.url) == self._unchecked:
            return await self._direct.handle_async_request(request)
        failed: httpx2.TransportError = httpx2.ConnectError("the name has no number", request=request)
        for number in await asyncio.to_thread(_checked_numbers, request):
            try:
                return await self._direct.handle_async_request(_sent_to(number, request))
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:  # nothing was sent
                failed = error
        raise failed

    async def aclose(self) -> None:
        await self._direct.aclose()


Origin = tuple[str, str, int | None]


def _unchecked_origin(address: str, named: Collection[str]) -> Origin | None:
    """Return the origin of an address of the settings, None for any other. Raises AddressNotAllowed."""
    if not may_be_named(address, named):
        raise AddressNotAllowed("the address is not one that organizations may name")
    return _origin(httpx2.URL(address)) if address in allowed(named) else None


def _origin(url: httpx2.URL) -> Origin:
    return url.scheme, url.host, url.port


def _checked_numbers(request: httpx2.Request) -> list[str]:
    """Return the numbers of the request's name, all of them public. Raises AddressNotAllowed, ConnectError."""
    try:
        return public_numbers(str(request.url.copy_with(raw_path=b"/")), named=[]) or []
    except OSError as error:
        raise httpx2.ConnectError(str(error), request=request) from error


def _sent_to(number: str, request: httpx2.Request) -> httpx2.Request:
    """Return the same request to a number, with the name in its `Host` and in its TLS."""
    return httpx2.Request(
        request.method,
        request.url.copy_with(host=number),
        headers=request.headers,
        stream=request.stream,
        extensions=request.extensions | {"sni_hostname": request.url.host},
    )
