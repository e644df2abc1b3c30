"""Connections to providers: they carry requests and replies and decode neither. Each module is imported only when it is chosen, since their
packages take a second to load."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from assistant.contract import Json
from assistant.protocols import Reply


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
