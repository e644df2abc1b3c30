"""Requests to a provider and its turns. Nothing here spans several turns."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, Protocol

Json = Any
FinishReason = Literal["stop", "tool_calls", "length", "content_filter", "continue", "error", "other", "stopped"]
Role = Literal["user", "assistant", "tool"]
ErrorCode = Literal[
    "rate_limited", "overloaded", "invalid_request", "authentication", "context_length", "content_filter", "malformed", "other"
]
Cause = Literal["", "unknown_model", "no_credit", "no_tools", "no_schema", "no_stream", "unreachable", "too_slow"]
"""The reason of an error, more exact than its code: the server lacks the model, it wants to be paid, it takes no tools, no such schema of
an answer or no request for a stream, it cannot be reached, or it took longer than the request's seconds. Empty if none is known."""

EXTRA = "extra"
"""A mapping of a provider's own fields, sent as they are."""
OPTIONS = (
    "temperature",
    "top_p",
    "seed",
    "max_output_tokens",
    "reasoning_effort",
    "reasoning_text",  # True to show the reasoning, where that must be asked for
    "store",  # True if the provider is to store its answers, and to continue from them
)
"""The options of a request: one closed list for all providers."""


class ProviderError(Exception):
    """A turn that failed. Only an error that `passes` is worth a retry, after `retry_after` seconds if the provider named them:
    `rate_limited`, `overloaded` (cut connections too), and a `bad_call`, which the provider itself could not read and which was not run.
    Neither credit nor time comes by waiting. `malformed` is an answer that cannot be read."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        retry_after: float | None = None,
        status: int | None = None,
        *,
        bad_call: bool = False,
        cause: Cause = "",
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.cause: Cause = cause
        self.message = message
        self.retry_after = retry_after
        self.status = status
        self.bad_call = bad_call

    @property
    def passes(self) -> bool:
        return self.bad_call or (self.code in ("rate_limited", "overloaded") and self.cause in ("", "unreachable"))

    @property
    def may_pass_elsewhere(self) -> bool:
        """True if another provider may answer the same request."""
        return self.passes or self.cause in ("no_credit", "too_slow")

    @property
    def reason(self) -> str:
        """The cause if it is known, else the code: the key of the sentence that a person reads."""
        return self.cause or self.code


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one turn or of several. Input includes tokens read from a cache and written to one, output includes reasoning tokens.
    `billed` is the cost that the server itself states, in US dollars. Unknown is None."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_input_tokens: int | None = None
    reasoning_tokens: int | None = None
    cache_written_tokens: int | None = None
    billed: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call as the model made it. `arguments` is None if its text is no JSON object; `raw_arguments` is that text."""

    id: str
    name: str
    arguments: Mapping[str, Json] | None
    raw_arguments: str = ""
    provider_executed: bool = False
    replay: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """Result of a call. Results with `is_error` say what to do instead, never internals. `filled` are arguments that the model left out
    and the run supplied."""

    call_id: str
    name: str
    content: str
    is_error: bool = False
    filled: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One answer of a provider. `state` is the provider's own, replayed verbatim and read by no other code. `notes` name the options that
    the request left out. A turn that a person `stopped` holds the pieces until then, and is no answer."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: FinishReason = "stop"
    usage: Usage = Usage()
    model: str = ""
    response_id: str = ""
    reasoning: str = ""
    state: Mapping[str, Json] | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextDelta:
    """The next piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """The next piece of the reasoning, if the provider shows it."""

    text: str


@dataclass(frozen=True, slots=True)
class ProviderToolStarted:
    """The provider runs a tool of its own, by its name. The call is in the turn, and is not to be answered."""

    name: str


@dataclass(frozen=True, slots=True)
class FormRefused:
    """The server refused tools, a schema or a stream, before any piece of a turn: the same is asked in another form."""

    error: ProviderError


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The whole turn: the last event of its stream."""

    turn: Turn


Delta = TextDelta | ReasoningDelta | ProviderToolStarted
TurnEvent = Delta | FormRefused | TurnEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a conversation: a user's text, an assistant's turn, or the results of its calls."""

    role: Role
    text: str = ""
    turn: Turn | None = None
    results: tuple[ToolResult, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool as offered to a model: `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Everything a provider needs for one turn. Without tools, it must answer in words. `output_schema`, if given, is the JSON schema
    that the final answer must satisfy; `forced_tool` names the tool that must be called now."""

    messages: Sequence[Message]
    instructions: str = ""
    tools: Sequence[ToolSpec] = ()
    output_schema: Mapping[str, Json] | None = None
    forced_tool: str = ""
    options: Mapping[str, Json] = field(default_factory=dict)


class Provider(Protocol):
    """One turn for one request. Raises ProviderError, whose code says how to handle it."""

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    def generate(self, request: Request) -> Turn: ...

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]: ...

    def close(self) -> None:
        """Close its connections. It may be called twice; a later request opens new ones."""


def single_chunk(turn: Turn) -> Iterator[TurnEvent]:
    """Yield the events of a turn that came in one piece."""
    yield from (ProviderToolStarted(call.name) for call in turn.tool_calls if call.provider_executed)
    if turn.reasoning:
        yield ReasoningDelta(turn.reasoning)
    if turn.text:
        yield TextDelta(turn.text)
    yield TurnEnd(turn)


class Unstreamed(ABC):
    """A provider whose turns come in one piece."""

    @abstractmethod
    def generate(self, request: Request) -> Turn: ...

    def stream(self, request: Request) -> Generator[TurnEvent, None, None]:
        yield from single_chunk(self.generate(request))

    def close(self) -> None:  # noqa: B027  # a provider without connections has none to close
        """Do nothing."""


class Around:
    """Base of providers that wrap another one and have its name."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider

    @property
    def name(self) -> str:
        return self._provider.name

    @property
    def model(self) -> str:
        return self._provider.model

    def close(self) -> None:
        self._provider.close()


@contextmanager
def closed_at_end(providers: Sequence[Provider]) -> Iterator[Sequence[Provider]]:
    """Yield the same providers and close their connections when the block ends, also by an error."""
    with ExitStack() as stack:
        for provider in providers:
            stack.callback(provider.close)
        yield providers
