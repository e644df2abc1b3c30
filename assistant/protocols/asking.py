"""What every protocol's request has to settle alike."""

from collections.abc import Mapping, Sequence
from typing import Literal

from assistant.contract import Json, Request, ToolCall, ToolSpec, Turn
from assistant.dialects import Dialect
from assistant.options import dropped
from assistant.strict_json import write

SCHEMA_IN_WORDS = "When you give your final answer, give one JSON object and nothing else. It must satisfy this JSON schema: "


def way_of_schema(request: Request, dialect: Dialect) -> Literal["native", "object", "prompt", "none"]:
    """How the schema of the answer is asked for, if there is one."""
    if request.output_schema is None:
        return "none"
    return dialect.schema if dialect.schema_beside_tools or not request.tools else "prompt"


def with_schema_in_words(request: Request) -> str:
    """The instructions, and after them the schema of the answer, for a server that takes it in no other way."""
    return f"{request.instructions}\n\n{SCHEMA_IN_WORDS}{write(request.output_schema)}".strip()


def forced(request: Request) -> str:
    """The tool that must be called now, or nothing: only what is offered can be called."""
    return request.forced_tool if any(tool.name == request.forced_tool for tool in request.tools) else ""


def not_forced(tool: str) -> str:
    """The note for a server that cannot be made to call a tool."""
    return f"the call of {tool} was left to the model: this server cannot be made to call a tool"


def offered(request: Request, dialect: Dialect) -> Sequence[ToolSpec]:
    """Where only the word forces a call, the one tool is all that is offered."""
    alone = forced(request) if dialect.forces == "required" else ""
    return [tool for tool in request.tools if not alone or tool.name == alone]


def choice(request: Request, dialect: Dialect, *, named: Json) -> dict[str, Json]:
    """The field that forces a call, if one is forced. `named` is how this protocol names the tool."""
    if not forced(request) or dialect.forces == "never":
        return {}
    return {"tool_choice": named if dialect.forces == "named" else "required"}


def left_out(request: Request, dialect: Dialect, fields: Mapping[str, str]) -> tuple[str, ...]:
    """Notes for the options that have no place among `fields`, and for a call that this server cannot be made to make."""
    name = forced(request) if dialect.forces == "never" else ""
    return (*dropped(request.options, fields), *((not_forced(name),) if name else ()))


def with_listed_stop(options: Mapping[str, Json]) -> Mapping[str, Json]:
    """The options for a server that takes only lists of texts that end an answer: a single one is a list of one."""
    stop = options.get("stop")
    return {**options, "stop": [stop]} if isinstance(stop, str) else options


def arguments_to_send(call: ToolCall) -> str:
    """The arguments as the model wrote them. Those that no server would take back, being no JSON object, go as an empty one."""
    return write(call.arguments or {}) if call.arguments is None or not call.raw_arguments else call.raw_arguments


def own_state(turn: Turn, dialect: Dialect) -> Mapping[str, Json]:
    """What this server wants back of a turn as it came; nothing of what another one said."""
    return turn.state if turn.state is not None and turn.state.get("dialect") == dialect.name else {}
