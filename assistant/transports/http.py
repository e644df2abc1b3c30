"""Plain HTTP, over the client that the `openai` package brings: for the protocols that are not OpenAI's."""

import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property

import httpx2

from assistant.contract import Json, ProviderError
from assistant.protocols.codec import Reply
from assistant.transports.transport import OpenReply

SECONDS_TO_CONNECT = 10.0


class Http:
    """Follows no redirect: a document goes only where the settings say. Retries nothing."""

    def __init__(self, *, base_url: str, headers: Mapping[str, str], seconds: float) -> None:
        self._base_url = base_url
        self._headers = dict(headers)
        self._timeout = httpx2.Timeout(seconds, connect=min(seconds, SECONDS_TO_CONNECT))

    @cached_property
    def _client(self) -> httpx2.Client:
        """The client, made on first use: a process that hands its requests over needs none."""
        return httpx2.Client(
            base_url=self._base_url, headers=self._headers, timeout=self._timeout, follow_redirects=False, verify=trusted()
        )

    def close(self) -> None:
        if "_client" in vars(self):
            self._client.close()
            del self._client

    def post(self, path: str, body: Mapping[str, Json]) -> Reply:
        with self.stream(path, body) as opened:
            return opened.whole()

    @contextmanager
    def stream(self, path: str, body: Mapping[str, Json]) -> Iterator[OpenReply]:
        try:
            with self._client.stream("POST", path, json=body) as response:
                yield OpenReply(status=response.status_code, headers=dict(response.headers), pieces=response.iter_text())
        except httpx2.TimeoutException:
            raise ProviderError("overloaded", "the provider did not answer in time") from None
        except httpx2.HTTPError as broken:
            raise ProviderError("overloaded", f"the connection failed: {type(broken).__name__}") from broken


@cache
def trusted() -> ssl.SSLContext:
    """Return the context, which threads may share."""
    return httpx2.create_ssl_context()
