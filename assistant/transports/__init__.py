"""Connections to providers: they carry requests and replies and decode neither. Each module is imported only when it is chosen, since their
packages take a second to load. Two transports record exchanges and play them again without a network.

A record has the request and the parts of the reply that decoding needs, as `assistant.replay` reads it: no address, no key, and only the
headers that are named here. `seconds` is the time from the request to the end of the reply."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from assistant.contract import Json, ProviderError
from assistant.dialects import Dialect
from assistant.protocols import Reply
from assistant.strict_json import write


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenReply:
    """An answer whose status and headers are here and whose body still arrives, piece by piece. `pieces` raises ProviderError if it
    breaks off."""

    status: int
    headers: Mapping[str, str]
    pieces: Iterator[str]

    @property
    def is_events(self) -> bool:
        return 200 <= self.status < 300 and "event-stream" in Reply(status=0, body="", headers=self.headers).header("content-type")

    def whole(self) -> Reply:
        return Reply(status=self.status, body="".join(self.pieces), headers=self.headers)


class Transport(Protocol):
    """Raises ProviderError if no answer comes: a time-out or a cut connection is `overloaded`. A status is no error here."""

    def post(self, path: str, body: Mapping[str, Json]) -> Reply: ...

    def stream(self, path: str, body: Mapping[str, Json]) -> AbstractContextManager[OpenReply]: ...

    def close(self) -> None:
        """Close its connections. It may be called twice; a later request opens new ones."""


Record = Mapping[str, Any]
HEADERS = ("content-type", "date", "retry-after", "retry-after-ms")
"""The headers that are needed to decode a reply: others may identify an account."""


class RecordingTransport:
    """Passes everything on. `keep` receives a record for each complete reply; one that broke off leaves none."""

    def __init__(self, transport: Transport, *, server: Dialect, keep: Callable[[Record], None]) -> None:
        self._transport = transport
        self._server = server
        self._keep = keep

    def post(self, path: str, body: Mapping[str, Json]) -> Reply:
        begun = time.monotonic()
        reply = self._transport.post(path, body)
        self._keep(self._record(body, reply, begun, stream=False))
        return reply

    @contextmanager
    def stream(self, path: str, body: Mapping[str, Json]) -> Iterator[OpenReply]:
        begun = time.monotonic()
        with self._transport.stream(path, body) as opened:
            pieces = self._recorded_pieces(body, opened, begun)
            yield OpenReply(status=opened.status, headers=opened.headers, pieces=pieces)

    def close(self) -> None:
        self._transport.close()

    def _recorded_pieces(self, body: Mapping[str, Json], opened: OpenReply, begun: float) -> Iterator[str]:
        pieces: list[str] = []
        for piece in opened.pieces:
            pieces.append(piece)
            yield piece
        reply = Reply(status=opened.status, body="".join(pieces), headers=opened.headers)
        self._keep(self._record(body, reply, begun, stream=opened.is_events))

    def _record(self, body: Mapping[str, Json], reply: Reply, begun: float, *, stream: bool) -> Record:
        return {
            "provider": self._server.name,
            "api": self._server.api,
            "stream": stream,
            "status": reply.status,
            "headers": {name: reply.header(name) for name in HEADERS if reply.header(name)},
            "request": body,
            "body": reply.body,
            "seconds": round(time.monotonic() - begun, 3),
        }


class PlayingTransport:
    """Returns the replies of records, each to the request that it was recorded for; equal requests have theirs in order. Nothing is sent.
    Several providers may share it."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records: dict[str, list[Record]] = {}
        for record in records:
            self._records.setdefault(write(record["request"]), []).append(record)

    def post(self, path: str, body: Mapping[str, Json]) -> Reply:
        record = self._next(body)
        return Reply(status=record["status"], body=record["body"], stream=record["stream"], headers=record["headers"])

    @contextmanager
    def stream(self, path: str, body: Mapping[str, Json]) -> Iterator[OpenReply]:
        record = self._next(body)
        yield OpenReply(status=record["status"], headers=record["headers"], pieces=iter([record["body"]]))

    def close(self) -> None:
        """Do nothing: there is no connection."""

    def _next(self, body: Mapping[str, Json]) -> Record:
        """Return the first record of that request that was not used. Raises ProviderError if there is none."""
        recorded = self._records.get(write(body))
        if recorded is None:
            raise ProviderError("invalid_request", "something else was asked when this was recorded")
        if not recorded:
            raise ProviderError("invalid_request", "nothing more was recorded")
        return recorded.pop(0)
