"""From a Request to the body of a Responses request."""

from collections.abc import Mapping

from assistant.contract import Json, Request
from assistant.dialects import Dialect
from assistant.options import placed
from assistant.protocols.asking import choice, left_out, offered, way_of_schema, with_schema_in_words
from assistant.protocols.responses.continuing import continued
from assistant.protocols.responses.history import can_think, input_items
from assistant.protocols.responses.strictness import allows_strict

_FIELDS = {
    "temperature": "temperature",
    "top_p": "top_p",
    "max_output_tokens": "max_output_tokens",
    "reasoning_effort": "reasoning.effort",
    "reasoning_text": "reasoning.summary",
    "store": "store",
}


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """The body to send. Raises ProviderError for an option that is not known, by its name.

    The server stores nothing, and so must send its reasoning to be given back; with the option `store` it keeps its answers,
    and a conversation that has not changed goes on from the last of them."""
    way = way_of_schema(request, dialect)
    instructions = with_schema_in_words(request) if way in ("object", "prompt") else request.instructions
    body: dict[str, Json] = {"store": False, **_reasoning(model, dialect), **placed(_summed_up(request.options, model), _FIELDS)}
    body |= {"model": model, "input": input_items(request.messages, dialect=dialect, model=model)}
    if instructions:
        body["instructions"] = instructions
    if body["store"] is True:
        body |= continued(request.messages, dialect=dialect, model=model, instructions=instructions, items=body["input"])
    return {**body, **_tools(request, dialect), **_format(request, way, body.get("text"))}


def notes(request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]:
    """What of the request this server cannot be asked, in words."""
    return left_out(request, dialect, {name: place for name, place in _FIELDS.items() if name != "reasoning_text" or can_think(model)})


def _reasoning(model: str, dialect: Dialect) -> dict[str, Json]:
    return {"include": ["reasoning.encrypted_content"]} if dialect.seals_reasoning and can_think(model) else {}


def _summed_up(options: Mapping[str, Json], model: str) -> Mapping[str, Json]:
    """What it thinks is told as a summary, by a model that thinks."""
    rest = {name: value for name, value in options.items() if name != "reasoning_text"}
    return {**rest, "reasoning_text": "auto"} if options.get("reasoning_text") and can_think(model) else rest


def _tools(request: Request, dialect: Dialect) -> dict[str, Json]:
    tools = [
        {
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
            "strict": allows_strict(tool.parameters),
        }
        for tool in offered(request, dialect)
    ]
    named = {"type": "function", "name": request.forced_tool}
    return {"tools": tools, **choice(request, dialect, named=named)} if tools else {}


def _format(request: Request, way: str, beside: Json) -> dict[str, Json]:
    """The field `text` also holds what a provider's own fields say of it."""
    shape: dict[str, Json] = {"type": "json_object"}
    if way == "native":
        strict = allows_strict(request.output_schema)
        shape = {"type": "json_schema", "name": "answer", "schema": request.output_schema, "strict": strict}
    if way not in ("native", "object"):
        return {}
    return {"text": {**(beside if isinstance(beside, dict) else {}), "format": shape}}
