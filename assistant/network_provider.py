"""A provider over the network: a codec for the protocol and a transport for the connection."""

from collections.abc import Generator
from dataclasses import replace

from assistant.contract import Request, Turn, TurnEnd, TurnEvent, single_chunk
from assistant.dialects import Dialect
from assistant.protocols.codec import Codec
from assistant.protocols.replies import event_data
from assistant.transports.transport import Transport


class WireProvider:
    """One turn over the wire. Retries nothing: that is up to the caller."""

    def __init__(self, *, dialect: Dialect, codec: Codec, transport: Transport, model: str) -> None:
        self.name = dialect.name
        self.model = model
        self._dialect = dialect
        self._codec = codec
        self._transport = transport

    def generate(self, request: Request) -> Turn:
        """Return the turn. Raises ProviderError."""
        body = self._codec.encode(request, model=self.model, dialect=self._dialect)
        reply = self._transport.post(self._codec.path(self.model, stream=False), body)
        return self._noted(self._codec.decode(reply, dialect=self._dialect), request)

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        """Yield the turn as it arrives. Raises ProviderError, also after some pieces: they are then no answer."""
        body = self._codec.streaming(self._codec.encode(request, model=self.model, dialect=self._dialect))
        with self._transport.stream(self._codec.path(self.model, stream=True), body) as reply:
            if reply.is_events:
                turn = self._codec.streamed(self._dialect)
                for data in event_data(reply.pieces):
                    yield from turn.add(data)
                yield TurnEnd(self._noted(turn.turn(), request))
            else:
                yield from single_chunk(self._noted(self._codec.decode(reply.whole(), dialect=self._dialect), request))

    def close(self) -> None:
        self._transport.close()

    def _noted(self, turn: Turn, request: Request) -> Turn:
        return replace(turn, notes=turn.notes + self._codec.notes(request, model=self.model, dialect=self._dialect))
