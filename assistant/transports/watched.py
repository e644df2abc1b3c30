"""A transport of which somebody is told what the headers of each answer allow."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from assistant.allowance import Allowance, allowance_in
from assistant.contract import Json
from assistant.protocols.reply import Reply
from assistant.transports.transport import OpenReply, Transport

Watch = Callable[[Allowance], None]


class WatchedTransport:
    """Passes everything on."""

    def __init__(self, transport: Transport, watch: Watch) -> None:
        self._transport = transport
        self._watch = watch

    def post(self, path: str, body: Mapping[str, Json]) -> Reply:
        reply = self._transport.post(path, body)
        self._watch(allowance_in(reply))
        return reply

    @contextmanager
    def stream(self, path: str, body: Mapping[str, Json]) -> Iterator[OpenReply]:
        with self._transport.stream(path, body) as opened:
            self._watch(allowance_in(Reply(status=opened.status, body="", headers=opened.headers)))
            yield opened

    def close(self) -> None:
        self._transport.close()
