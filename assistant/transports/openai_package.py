"""The `openai` package as a transport, and plain HTTP over the client that it brings. Bodies are written and decoded here."""

import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from typing import NoReturn

import httpx2
import openai

from assistant.contract import Json, ProviderError
from assistant.protocols import Reply
from assistant.transports import OpenReply

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


class OpenAIPackage:
    """Follows no redirect: a document goes only where the settings say. Retries nothing."""

    def __init__(self, *, base_url: str, api_key: str, seconds: float, is_openai: bool) -> None:
        self._base_url = base_url
        self._api_key = api_key or "none"  # never None: the package would then take OpenAI's key from the environment for any server
        self._seconds = seconds
        self._is_openai = is_openai

    @cached_property
    def _client(self) -> openai.OpenAI:
        """The client, made on first use: a process that hands its requests over needs none."""
        timeout = openai.Timeout(self._seconds, connect=min(self._seconds, SECONDS_TO_CONNECT))
        connections = openai.DefaultHttpxClient(base_url=self._base_url, timeout=timeout, verify=trusted())
        made = openai.OpenAI(base_url=self._base_url, api_key=self._api_key, max_retries=0, timeout=timeout, http_client=connections)
        if not self._is_openai:
            made.organization = made.project = None  # the environment's, which are OpenAI's alone
        return made

    def close(self) -> None:
        if "_client" in vars(self):
            self._client.close()
            del self._client

    def post(self, path: str, body: Mapping[str, Json]) -> Reply:
        try:
            response = self._client.post(path, body=body, cast_to=httpx2.Response, options={"follow_redirects": False})
        except openai.APIStatusError as refused:
            response = refused.response
        except openai.APIConnectionError as broken:
            _fail(broken)
        text = response.content.decode("utf-8", "replace")
        return Reply(status=response.status_code, body=text, headers=dict(response.headers))

    @contextmanager
    def stream(self, path: str, body: Mapping[str, Json]) -> Iterator[OpenReply]:
        kind = openai.Stream[object]
        try:
            response = self._client.post(
                path, body=body, cast_to=object, stream=True, stream_cls=kind, options={"follow_redirects": False}
            ).response
        except openai.APIStatusError as refused:
            response = refused.response
        except openai.APIConnectionError as broken:
            _fail(broken)
        try:
            yield OpenReply(status=response.status_code, headers=dict(response.headers), pieces=_pieces(response))
        finally:
            response.close()


def _pieces(response: httpx2.Response) -> Iterator[str]:
    try:
        yield from response.iter_text()
    except httpx2.HTTPError as broken:
        raise ProviderError("overloaded", f"the connection failed: {type(broken).__name__}") from broken


def _fail(broken: openai.APIConnectionError) -> NoReturn:
    if isinstance(broken, openai.APITimeoutError):
        raise ProviderError("overloaded", "the provider did not answer in time") from None
    raise ProviderError("overloaded", f"the connection failed: {type(broken.__cause__ or broken).__name__}") from broken
