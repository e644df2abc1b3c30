"""Tools: plain functions with typed arguments, and the box of them that a loop may use."""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from assistant.contract import Json, ToolCall, ToolSpec
from assistant.schema import InvalidValues, description, object_schema, parse
from assistant.strict_json import UnreadableJson, read_object, write

Arguments = TypeVar("Arguments")
logger = logging.getLogger(__name__)


class ToolRefusal(Exception):
    """Raised by a tool that refuses. The message goes to the model and says what to do instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[Arguments]):
    """A function that a model may call. `arguments` is a frozen dataclass: parser, JSON schema and, by its docstring, description. The
    function returns JSON, where Decimals, dates and dataclasses are allowed; equal arguments must give equal answers within a run.

    It may take `seconds`. A tool that must stay in the thread of its run has `interrupt`, which another thread calls; any other gets a
    thread of its own."""

    name: str
    arguments: type[Arguments]
    function: Callable[[Arguments], Json]
    seconds: float = 60.0
    interrupt: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        if not description(self.arguments):
            raise TypeError(f"{self.arguments.__name__} needs a docstring: it is the description of the tool {self.name}")
        object_schema(self.arguments)

    def spec(self, known: Collection[str] = ()) -> ToolSpec:
        """Return the tool as offered to a model. Arguments that are `known` may be left out."""
        schema = object_schema(self.arguments)
        parameters = {key: value for key, value in schema.items() if key != "description"}
        required = [name for name in schema["required"] if name not in known]
        return ToolSpec(name=self.name, description=schema["description"], parameters={**parameters, "required": required})

    def read(self, arguments: Mapping[str, Json]) -> Arguments:
        """Return the arguments typed. Raises InvalidValues."""
        return parse(self.arguments, arguments)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideTool:
    """A tool of another program. `parameters` is the JSON schema that it states; the other program checks the arguments. Every call has a
    thread of its own."""

    name: str
    description: str
    parameters: Mapping[str, Json]
    function: Callable[[Mapping[str, Json]], Json]
    seconds: float = 60.0
    interrupt: None = None

    def spec(self, _known: Collection[str] = ()) -> ToolSpec:
        return ToolSpec(name=self.name, description=self.description, parameters=self.parameters)

    def read(self, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        return arguments


AnyTool = Tool[Any] | OutsideTool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A call that may be run. Two with the same `key` ask for the same thing. `filled` are the arguments that the model left out and the
    run supplied."""

    tool: AnyTool
    arguments: Any
    key: str
    filled: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolAnswer:
    """Content of a tool call's result, as shown to the model."""

    content: str
    is_error: bool = False


class Toolbox:
    """The tools of one run. Checking a call is separate from running it, and neither raises.

    `known` are arguments from the run's context, by tool: they are filled in only if the model leaves them out."""

    def __init__(self, tools: Iterable[AnyTool] = (), *, known: Mapping[str, Mapping[str, Json]] | None = None) -> None:
        self._tools: dict[str, AnyTool] = {}
        self._known = known or {}
        for tool in tools:
            if tool.name in self._tools:
                raise ValueError(f"two tools are named {tool.name}")
            self._tools[tool.name] = tool

    def __len__(self) -> int:
        return len(self._tools)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        return tuple(tool.spec(self._known.get(tool.name, {})) for tool in self._tools.values())

    @property
    def outside(self) -> frozenset[str]:
        """Return the names of the tools of other programs."""
        return frozenset(name for name, tool in self._tools.items() if isinstance(tool, OutsideTool))

    def check(self, call: ToolCall) -> Ready | ToolAnswer:
        """Return the call with its arguments typed, or an error that the model can act on."""
        tool = self._tools.get(call.name)
        if tool is None:
            return _error(f"There is no tool named {call.name[:60]!r}. The tools are: {', '.join(self._tools) or 'none'}.")
        if call.arguments is None:
            reason = "they were not a JSON object"
            try:
                read_object(call.raw_arguments)
            except UnreadableJson as unreadable:
                reason = str(unreadable) if call.raw_arguments.strip() else "there were none"
            return _error(f"The arguments of {call.name} were not run: {reason}. Send one JSON object.")
        filled = {name: value for name, value in self._known.get(call.name, {}).items() if name not in call.arguments}
        arguments = {**call.arguments, **filled}
        try:
            return Ready(tool=tool, arguments=tool.read(arguments), key=f"{call.name} {write(arguments)}", filled=filled)
        except InvalidValues as invalid:
            return _error(f"The arguments of {call.name} are not valid: {'; '.join(invalid.problems)}.")

    def run(self, ready: Ready) -> ToolAnswer:
        """Return the tool's answer. An unexpected exception goes to the log; the model learns only that the tool failed."""
        started = time.monotonic()
        try:
            value = ready.tool.function(ready.arguments)
            logger.info("tool=%s seconds=%.3f", ready.tool.name, time.monotonic() - started)
            return ToolAnswer(content=value if isinstance(value, str) else write(value))
        except ToolRefusal as refusal:
            return _error(str(refusal))
        except Exception:
            logger.exception("The tool %s failed", ready.tool.name)
            return _error(f"{ready.tool.name} failed for a reason of its own. Go on without it, or ask it for something else.")


def _error(message: str) -> ToolAnswer:
    return ToolAnswer(content=message, is_error=True)
