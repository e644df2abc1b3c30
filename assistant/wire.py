"""A provider over the network: a codec that knows the protocol, a transport that knows the way."""

from collections.abc import Generator, Iterator
from dataclasses import replace

from assistant.contract import Request, Turn, TurnEnd, TurnEvent, told_at_once
from assistant.dialects import Dialect
from assistant.protocols.codec import Codec
from assistant.protocols.sse import event_data
from assistant.transports.transport import OpenReply, Transport


class WireProvider:
    """One turn over the wire. Nothing is retried here: who runs the loop decides whether it is worth another try."""

    def __init__(self, *, dialect: Dialect, codec: Codec, transport: Transport, model: str) -> None:
        self.name = dialect.name
        self.model = model
        self._dialect = dialect
        self._codec = codec
        self._transport = transport

    def generate(self, request: Request) -> Turn:
        """Raises ProviderError."""
        body = self._codec.encode(request, model=self.model, dialect=self._dialect)
        reply = self._transport.post(self._codec.path(self.model, stream=False), body)
        return self._noted(self._codec.decode(reply, dialect=self._dialect), request)

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        """The turn as it comes. Raises ProviderError, also after some of it was told: what came before is then no answer."""
        body = self._codec.streaming(self._codec.encode(request, model=self.model, dialect=self._dialect))
        with self._transport.stream(self._codec.path(self.model, stream=True), body) as reply:
            if reply.is_events:
                yield from self._told(reply, request)
            else:
                yield from told_at_once(self._noted(self._codec.decode(reply.whole(), dialect=self._dialect), request))

    def close(self) -> None:
        self._transport.close()

    def _told(self, reply: OpenReply, request: Request) -> Iterator[TurnEvent]:
        coming = self._codec.streamed(self._dialect)
        for data in event_data(reply.pieces):
            yield from coming.add(data)
        yield TurnEnd(self._noted(coming.turn(), request))

    def _noted(self, turn: Turn, request: Request) -> Turn:
        return replace(turn, notes=turn.notes + self._codec.notes(request, model=self.model, dialect=self._dialect))
