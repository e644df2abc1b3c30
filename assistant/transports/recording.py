"""Transports that record exchanges and play them again without a network.

A record has the request and what is needed to decode its reply, as `assistant.replay` reads it: no address, no key, and only the headers
that are named here."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from assistant.contract import Json, ProviderError
from assistant.dialects import Dialect
from assistant.protocols import Reply
from assistant.strict_json import write
from assistant.transports import OpenReply, Transport

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
        reply = self._transport.post(path, body)
        self._keep(self._record(body, reply, stream=False))
        return reply

    @contextmanager
    def stream(self, path: str, body: Mapping[str, Json]) -> Iterator[OpenReply]:
        with self._transport.stream(path, body) as opened:
            pieces = self._recorded_pieces(body, opened)
            yield OpenReply(status=opened.status, headers=opened.headers, pieces=pieces)

    def close(self) -> None:
        self._transport.close()

    def _recorded_pieces(self, body: Mapping[str, Json], opened: OpenReply) -> Iterator[str]:
        pieces: list[str] = []
        for piece in opened.pieces:
            pieces.append(piece)
            yield piece
        self._keep(self._record(body, Reply(status=opened.status, body="".join(pieces), headers=opened.headers), stream=opened.is_events))

    def _record(self, body: Mapping[str, Json], reply: Reply, *, stream: bool) -> Record:
        return {
            "provider": self._server.name,
            "api": self._server.api,
            "stream": stream,
            "status": reply.status,
            "headers": {name: reply.header(name) for name in HEADERS if reply.header(name)},
            "request": body,
            "body": reply.body,
        }


class PlayingTransport:
    """Returns the replies of records in order, each to the request that it was recorded for. Nothing is sent."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = iter(records)

    def post(self, path: str, body: Mapping[str, Json]) -> Reply:
        record = self._next(body)
        return Reply(status=record["status"], body=record["body"], headers=record["headers"])

    @contextmanager
    def stream(self, path: str, body: Mapping[str, Json]) -> Iterator[OpenReply]:
        record = self._next(body)
        yield OpenReply(status=record["status"], headers=record["headers"], pieces=iter([record["body"]]))

    def close(self) -> None:
        """Do nothing: there is no connection."""

    def _next(self, body: Mapping[str, Json]) -> Record:
        """Return the next record. Raises ProviderError if the request differs from the recorded one."""
        record = next(self._records, None)
        if record is None:
            raise ProviderError("invalid_request", "nothing more was recorded")
        if write(record["request"]) != write(body):
            raise ProviderError("invalid_request", "something else was asked when this was recorded")
        return record
