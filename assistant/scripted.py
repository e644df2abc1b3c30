"""A provider that plays a script, for tests and docs, with the same contract as any other."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from assistant.contract import Json, ProviderError, Request, ToolCall, Turn, Unstreamed, Usage

Line = Turn | ProviderError | Callable[[Request], Turn]


class ScriptEnded(AssertionError):
    """The loop asked for more turns than the script has."""


class ScriptedProvider(Unstreamed):
    """Plays its lines in order: a turn is returned, an error raised, a function called with the request. `requests` are all requests so
    far."""

    def __init__(self, lines: Iterable[Line], *, name: str = "scripted", model: str = "script") -> None:
        self._lines = iter(lines)
        self.name = name
        self.model = model
        self.requests: list[Request] = []

    def generate(self, request: Request) -> Turn:
        self.requests.append(request)
        line = next(self._lines, None)
        if line is None:
            raise ScriptEnded(f"the script has no line for request {len(self.requests)}")
        if isinstance(line, ProviderError):
            raise line
        return line if isinstance(line, Turn) else line(request)


def says(text: str, *, usage: Usage | None = None) -> Turn:
    """Return a turn that answers."""
    return Turn(text=text, usage=usage or Usage())


def calls(*pairs: tuple[str, Mapping[str, Json] | None], text: str = "", usage: Usage | None = None) -> Turn:
    """Return a turn that calls tools, each given as (name, arguments); arguments None mean text that is not JSON."""
    made: Sequence[ToolCall] = [
        ToolCall(id=f"call-{number}", name=name, arguments=arguments) for number, (name, arguments) in enumerate(pairs, start=1)
    ]
    return Turn(text=text, tool_calls=tuple(made), finish_reason="tool_calls", usage=usage or Usage())
