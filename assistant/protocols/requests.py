"""Parts of a request that all protocols share."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Literal

from assistant.contract import EXTRA, OPTIONS, Json, ProviderError, Request, ToolCall, ToolSpec, Turn
from assistant.dialects import Dialect
from assistant.strict_json import mapping, write

SCHEMA_IN_WORDS = "When you give your final answer, give one JSON object and nothing else. It must satisfy this JSON schema: "

_NAMED = ("properties", "$defs")
_LISTS = ("anyOf", "prefixItems")
_SINGLE = ("items", "additionalProperties")


def placed(options: Mapping[str, Json], fields: Mapping[str, str]) -> dict[str, Json]:
    """Return the options as fields of a body. `fields` maps them to their places, such as `reasoning.effort`; one without a place is left
    out.

    Raises ProviderError `invalid_request` for an option that is not in the list, with its name."""
    unknown = [name for name in options if name not in OPTIONS and name != EXTRA]
    if unknown:
        raise ProviderError("invalid_request", f"unknown options: {', '.join(sorted(unknown))}")
    extra = options.get(EXTRA) or {}
    if not isinstance(extra, Mapping):
        raise ProviderError("invalid_request", "the option extra is not a mapping of fields")
    body: dict[str, Json] = deepcopy(dict(extra))
    for name in OPTIONS:
        if name in fields and options.get(name) is not None:
            *outer, last = fields[name].split(".")
            inner = body
            for field in outer:
                inner = inner.setdefault(field, {})
                if not isinstance(inner, dict):
                    raise ProviderError("invalid_request", f"the extra field {field} is not a mapping")
            inner[last] = options[name]
    return body


def dropped(options: Mapping[str, Json], fields: Mapping[str, str]) -> tuple[str, ...]:
    """Return a note for each option that has no place in the body."""
    lacking = (name for name in OPTIONS if options.get(name) is not None and name not in fields)
    return tuple(f"the option {name} was left out: this server does not know it" for name in lacking)


def way_of_schema(request: Request, dialect: Dialect) -> Literal["native", "object", "prompt", "none"]:
    """Return how the schema of the answer is asked for, if there is one; `auto` begins with a JSON schema."""
    if request.output_schema is None:
        return "none"
    asked = dialect.schema if dialect.schema_beside_tools or not request.tools else "prompt"
    return "native" if asked == "auto" else asked


def is_put_in_words(request: Request, dialect: Dialect) -> bool:
    """Return True if the instructions say the schema, also where the server enforces it but shows it to no model."""
    return way_of_schema(request, dialect) in ("object", "prompt") or (request.output_schema is not None and dialect.schema == "auto")


def with_schema_in_words(request: Request) -> str:
    """Return the instructions followed by the schema of the answer, for a server that takes it in no other way."""
    return f"{request.instructions}\n\n{SCHEMA_IN_WORDS}{write(request.output_schema)}".strip()


def forced(request: Request) -> str:
    """Return the tool that must be called now, or an empty text: only an offered tool can be called."""
    return request.forced_tool if any(tool.name == request.forced_tool for tool in request.tools) else ""


def not_forced(tool: str) -> str:
    """Return the note for a server that cannot be made to call a tool."""
    return f"the call of {tool} was left to the model: this server cannot be made to call a tool"


def offered(request: Request, dialect: Dialect) -> Sequence[ToolSpec]:
    """Return the tools to offer: only the forced one if the server cannot be given its name."""
    alone = forced(request) if dialect.forces == "required" else ""
    return [tool for tool in request.tools if not alone or tool.name == alone]


def choice(request: Request, dialect: Dialect, *, named: Json) -> dict[str, Json]:
    """Return the field that forces a call, if one is forced. `named` is how this protocol names the tool."""
    if not forced(request) or dialect.forces == "never":
        return {}
    return {"tool_choice": named if dialect.forces == "named" else "required"}


def left_out(request: Request, dialect: Dialect, fields: Mapping[str, str]) -> tuple[str, ...]:
    """Return notes for the options that have no place among `fields`, and for a call that this server cannot be made to make."""
    name = forced(request) if dialect.forces == "never" else ""
    return (*dropped(request.options, fields), *((not_forced(name),) if name else ()))


def arguments_to_send(call: ToolCall) -> str:
    """Return the arguments as the model wrote them. Those that are no JSON object, which no server would take back, become an empty one."""
    return write(call.arguments or {}) if call.arguments is None or not call.raw_arguments else call.raw_arguments


def own_state(turn: Turn, dialect: Dialect) -> Mapping[str, Json]:
    """Return the state of a turn that this server made, to be sent back as it came; an empty one for turns of another server."""
    return turn.state if turn.state is not None and turn.state.get("dialect") == dialect.name else {}


def narrowed(schema: Mapping[str, Json], words: frozenset[str]) -> dict[str, Json]:
    """Return the same schema in those keywords. It never allows less than the given one, which every answer is checked against anyway."""
    known: dict[str, Json] = {}
    unknown: dict[str, Json] = {}
    for word, value in schema.items():
        if word not in words:
            unknown[word] = value
        elif word in _NAMED:
            known[word] = {name: narrowed(mapping(inner), words) for name, inner in mapping(value).items()}
        elif word in _LISTS and isinstance(value, list):
            known[word] = [narrowed(mapping(inner), words) for inner in value]
        else:
            known[word] = narrowed(value, words) if word in _SINGLE and isinstance(value, Mapping) else value
    if "enum" in known and "type" not in known and all(isinstance(value, str) for value in known["enum"]):
        known["type"] = "string"
    return {**known, "description": f"{schema.get('description', '')} {write(unknown)}".strip()} if unknown else known
