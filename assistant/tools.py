"""Tools: plain functions with typed arguments, and the box of them that a loop may use."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from assistant.contract import Json, ToolCall, ToolSpec
from assistant.parsing import InvalidValues, parse
from assistant.schema import description, object_schema
from assistant.strict_json import UnreadableJson, read_object, write

Arguments = TypeVar("Arguments")
logger = logging.getLogger(__name__)


class ToolRefusal(Exception):
    """Raised by a tool whose answer is no. The message is told to the model and says what to do instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[Arguments]):
    """A function that a model may call. `arguments` is a frozen dataclass: parser, JSON schema and, by its docstring, description.
    The function gives JSON, where Decimals, dates and dataclasses are allowed; equal arguments must give equal answers within a run."""

    name: str
    arguments: type[Arguments]
    function: Callable[[Arguments], Json]

    def __post_init__(self) -> None:
        if not description(self.arguments):
            raise TypeError(f"{self.arguments.__name__} needs a docstring: it is the description of the tool {self.name}")
        object_schema(self.arguments)

    @property
    def spec(self) -> ToolSpec:
        schema = object_schema(self.arguments)
        return ToolSpec(
            name=self.name,
            description=schema["description"],
            parameters={key: value for key, value in schema.items() if key != "description"},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A call that may be run. Two with the same `key` ask for the same thing."""

    tool: Tool[Any]
    arguments: Any
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the model is told of a call."""

    content: str
    is_error: bool = False


class Toolbox:
    """The tools of one run. Checking a call is apart from running it, and neither raises."""

    def __init__(self, tools: Iterable[Tool[Any]] = ()) -> None:
        self._tools: dict[str, Tool[Any]] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise ValueError(f"two tools are named {tool.name}")
            self._tools[tool.name] = tool

    def __len__(self) -> int:
        return len(self._tools)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        return tuple(tool.spec for tool in self._tools.values())

    def check(self, call: ToolCall) -> Ready | Answer:
        """The call with its arguments typed, or the error that the model can act on."""
        tool = self._tools.get(call.name)
        if tool is None:
            return _error(f"There is no tool named {call.name[:60]!r}. The tools are: {', '.join(self._tools) or 'none'}.")
        if call.arguments is None:
            return _error(f"The arguments of {call.name} were not run: {_why_unreadable(call.raw_arguments)}. Send one JSON object.")
        try:
            return Ready(tool=tool, arguments=parse(tool.arguments, call.arguments), key=f"{call.name} {write(call.arguments)}")
        except InvalidValues as invalid:
            return _error(f"The arguments of {call.name} are not valid: {'; '.join(invalid.problems)}.")

    def run(self, ready: Ready) -> Answer:
        """The tool's answer. What it raises unexpectedly goes to the log; the model learns only that it failed."""
        try:
            value = ready.tool.function(ready.arguments)
            return Answer(content=value if isinstance(value, str) else write(value))
        except ToolRefusal as refusal:
            return _error(str(refusal))
        except Exception:
            logger.exception("The tool %s failed", ready.tool.name)
            return _error(f"{ready.tool.name} failed for a reason of its own. Go on without it, or ask it for something else.")


def _error(message: str) -> Answer:
    return Answer(content=message, is_error=True)


def _why_unreadable(text: str) -> str:
    try:
        read_object(text)
    except UnreadableJson as reason:
        return str(reason) if text.strip() else "there were none"
    return "they were not a JSON object"
