"""Requests to a program that an organization named, with limits on addresses, time and size."""

import json
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import httpx2
from django.conf import settings

from reconciliation.model_access.endpoints import AddressNotAllowed
from reconciliation.model_access.guarded_http import GuardedTransport

SECONDS = 30.0
LARGEST_ANSWER = 10_000_000


class ConnectionEnded(Exception):
    """The run ends. `code`: address, connection, timeout, refused (a wrong password or token), not_found, answer (it does not fit the
    program's documentation), encryption (a budget's), held (another run has it), package (it is not installed)."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class HttpClient:
    """One program over HTTP, with a token. Follows no redirect."""

    def __init__(self, address: str, *, headers: Mapping[str, str]) -> None:
        try:
            transport = GuardedTransport(address, settings.CONNECTION_ADDRESSES)
        except AddressNotAllowed as error:
            raise ConnectionEnded("address") from error
        self._client = httpx2.Client(
            base_url=address.rstrip("/") + "/",
            headers=dict(headers),
            timeout=SECONDS,
            follow_redirects=False,
            trust_env=False,
            transport=transport,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._client.close()

    def get(self, path: str, **parameters: Any) -> Any:
        return self._json("GET", path, params={name: value for name, value in parameters.items() if value is not None})

    def send(self, method: str, path: str, body: Mapping[str, Any]) -> Any:
        """Send a JSON object by POST, PUT or PATCH and return the answer."""
        return self._json(method, path, json=dict(body))

    def file(self, path: str, *, largest: int) -> bytes:
        """Return at most one byte more than `largest`, so that a larger file is noticed."""
        return self._request("GET", path, largest + 1)

    def exchange(self, path: str, content: bytes, *, kind: str, largest: int) -> bytes:
        """Post bytes of that content type and return the bytes of the answer."""
        answer = self._request("POST", path, largest + 1, content=content, headers={"Content-Type": kind})
        if len(answer) > largest:
            raise ConnectionEnded("answer")
        return answer

    def add_headers(self, headers: Mapping[str, str]) -> None:
        """Add headers to all further requests."""
        self._client.headers.update(headers)

    def _json(self, method: str, path: str, **more: Any) -> Any:
        content = self._request(method, path, LARGEST_ANSWER, **more)
        try:
            return json.loads(content) if content else None
        except (ValueError, RecursionError) as error:
            raise ConnectionEnded("answer") from error

    def _request(self, method: str, path: str, most: int, **more: Any) -> bytes:
        try:
            with self._client.stream(method, path, **more) as answer:
                if answer.status_code in {401, 403}:
                    raise ConnectionEnded("refused")
                if answer.status_code == 404:
                    raise ConnectionEnded("not_found")
                if not 200 <= answer.status_code < 300:
                    raise ConnectionEnded("answer")
                content = bytearray()
                for piece in answer.iter_bytes():
                    content += piece
                    if len(content) >= most:
                        break
                return bytes(content[:most])
        except AddressNotAllowed as error:
            raise ConnectionEnded("address") from error
        except httpx2.TimeoutException as error:
            raise ConnectionEnded("timeout") from error
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise ConnectionEnded("connection") from error
