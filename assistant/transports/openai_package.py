"""The `openai` package as a transport, and plain HTTP over the client that it brings. Bodies are written and decoded here."""

import socket
import ssl
import threading
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache, cached_property
from queue import Empty, SimpleQueue
from typing import NoReturn

import httpx2
import openai

from assistant.contract import Cause, Json, ProviderError
from assistant.protocols import Reply
from assistant.transports import OpenReply

SECONDS_TO_CONNECT = 10.0


class Http:
    """Follows no redirect: a document goes only where the settings say. Retries nothing."""

    def __init__(self, *, base_url: str, headers: Mapping[str, str], seconds: float, silence: float) -> None:
        self._base_url = base_url
        self._headers = dict(headers)
        self._seconds = seconds
        self._silence = silence

    @cached_property
    def _client(self) -> httpx2.Client:
        """The client, made on first use: a process that hands its requests over needs none."""
        timeout = httpx2.Timeout(self._seconds, connect=min(self._seconds, SECONDS_TO_CONNECT))
        return httpx2.Client(base_url=self._base_url, headers=self._headers, timeout=timeout, follow_redirects=False, verify=trusted())

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
            with (
                self._client.stream("POST", path, json=body) as response,
                closing(_pieces(response, self._seconds, self._silence)) as pieces,
            ):
                yield OpenReply(status=response.status_code, headers=dict(response.headers), pieces=pieces)
        except httpx2.HTTPError as broken:
            _fail(broken)


@cache
def trusted() -> ssl.SSLContext:
    """Return the context, which threads may share."""
    return httpx2.create_ssl_context()


class OpenAIPackage:
    """Follows no redirect: a document goes only where the settings say. Retries nothing."""

    def __init__(self, *, base_url: str, api_key: str, seconds: float, silence: float, is_openai: bool) -> None:
        self._base_url = base_url
        self._api_key = api_key or "none"  # never None: the package would then take OpenAI's key from the environment for any server
        self._seconds = seconds
        self._silence = silence
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
            _fail(broken.__cause__ or broken)
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
            _fail(broken.__cause__ or broken)
        try:
            with closing(_pieces(response, self._seconds, self._silence)) as pieces:
                yield OpenReply(status=response.status_code, headers=dict(response.headers), pieces=pieces)
        finally:
            response.close()


def _pieces(response: httpx2.Response, seconds: float, silence: float) -> Generator[str, None, None]:
    """Yield the pieces of a body; raise ProviderError if the first takes longer than `seconds`, or a later one longer than `silence`.

    A thread of its own reads them, since the package knows one limit for all of a body."""
    read: SimpleQueue[str | BaseException | None] = SimpleQueue()
    response.request.extensions["timeout"]["read"] = seconds + silence  # more than either: the limits below count

    def read_all() -> None:
        try:
            for piece in response.iter_text():
                read.put(piece)
            read.put(None)
        except BaseException as broken:  # noqa: BLE001  # raised in the thread that asked
            read.put(broken)

    reader = threading.Thread(target=read_all, name="model answer", daemon=True)
    reader.start()
    limit = seconds
    try:
        while (piece := read.get(timeout=limit)) is not None:
            if isinstance(piece, httpx2.HTTPError):
                _fail(piece)
            if isinstance(piece, BaseException):
                raise piece
            limit = silence
            yield piece
    except Empty:
        raise ProviderError("overloaded", f"nothing came for {limit:g} seconds", cause="too_slow") from None
    finally:
        if reader.is_alive():
            _hang_up(response)
        reader.join()


def _hang_up(response: httpx2.Response) -> None:
    """End the connection, so that a thread that reads from it goes on."""
    connection = response.extensions["network_stream"].get_extra_info("socket")
    with suppress(OSError):  # the other side was quicker
        connection.shutdown(socket.SHUT_RDWR)


def _fail(broken: BaseException) -> NoReturn:
    """Raise the ProviderError of a connection that could not be made, that broke, or on which nothing came for the request's seconds."""
    if isinstance(broken, httpx2.TimeoutException):
        cause: Cause = "unreachable" if isinstance(broken, httpx2.ConnectTimeout) else "too_slow"
        raise ProviderError("overloaded", "the provider did not answer in time", cause=cause) from None
    cause = "unreachable" if isinstance(broken, httpx2.ConnectError) else ""
    raise ProviderError("overloaded", f"the connection failed: {type(broken).__name__}", cause=cause) from broken
