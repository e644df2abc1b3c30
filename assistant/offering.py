"""Ways to offer tools: as the protocol has them, as actions, or as the model turns out to understand."""

from collections.abc import Generator
from contextlib import closing

from assistant.actions import acted, as_actions, as_written
from assistant.contract import Around, Provider, ProviderError, ReasoningDelta, Request, TextDelta, Turn, TurnEnd, TurnEvent, single_chunk
from assistant.dialects import Tools


def offered(native: Provider, enforced: Provider, tools: Tools) -> Provider:
    """Return the provider that offers tools in that way. `enforced` is the same provider, held to the schema of an answer."""
    if tools == "native":
        return native
    return ToolsAsActions(enforced) if tools == "actions" else Learning(native, ToolsAsActions(enforced))


class ToolsAsActions(Around):
    """A provider whose tools are offered as one JSON schema. `provider` must enforce the schema of its answers."""

    def generate(self, request: Request) -> Turn:
        return acted(self._provider.generate(as_actions(request)), request)

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        """Yield the text only when it is whole: until then it may be a call."""
        with closing(self._provider.stream(as_actions(request))) as coming:
            for event in coming:
                if isinstance(event, ReasoningDelta):
                    yield event
                elif isinstance(event, TurnEnd):
                    turn = acted(event.turn, request)
                    if turn.text:
                        yield TextDelta(turn.text)
                    yield TurnEnd(turn)


class Learning(Around):
    """The native provider until its model shows that it makes no calls, and the provider with actions from then on."""

    def __init__(self, native: Provider, actions: ToolsAsActions) -> None:
        super().__init__(native)
        self._native = native
        self._actions = actions

    def generate(self, request: Request) -> Turn:
        """Return the turn. Raises ProviderError as a bad call, which is worth a retry, if a call was forced and none was made."""
        return self._learned(self._provider.generate(request), request)

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        """Yield the events. A forced call is yielded only when it is whole: until then it may have to be asked for again."""
        if request.forced_tool:
            yield from single_chunk(self.generate(request))
            return
        with closing(self._provider.stream(request)) as coming:
            for event in coming:
                yield TurnEnd(self._learned(event.turn, request)) if isinstance(event, TurnEnd) else event

    def close(self) -> None:
        self._native.close()
        self._actions.close()

    def _learned(self, turn: Turn, request: Request) -> Turn:
        if self._provider is self._actions or not request.tools or turn.tool_calls:
            return turn
        written = as_written(turn, request)
        ignored = bool(request.forced_tool) and turn.finish_reason == "stop"
        if written or ignored:
            self._provider = self._actions
        if ignored and not written:
            raise ProviderError("malformed", f"the model did not call {request.forced_tool}, which it had to", bad_call=True)
        return written or turn
