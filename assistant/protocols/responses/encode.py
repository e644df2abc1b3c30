"""From a Request to the body of a Responses request."""

from assistant.contract import Json, Request
from assistant.dialects import Dialect
from assistant.options import dropped, placed
from assistant.protocols.asking import forced, way_of_schema, with_schema_in_words
from assistant.protocols.responses.continuing import continued
from assistant.protocols.responses.history import input_items
from assistant.protocols.responses.strictness import allows_strict

_FIELDS = {
    "temperature": "temperature",
    "top_p": "top_p",
    "max_output_tokens": "max_output_tokens",
    "reasoning_effort": "reasoning.effort",
    "store": "store",
}
_NEVER_THINKS = ("gpt-3.5", "gpt-4", "chatgpt-4o", "gpt-5-chat")
"""OpenAI's models that refuse a request for their encrypted reasoning, since they have none."""


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """The body to send. Raises ProviderError for an option that is not known, by its name.

    The server stores nothing, and so must send its reasoning to be given back; with the option `store` it keeps its answers,
    and a conversation that has not changed goes on from the last of them."""
    way = way_of_schema(request, dialect)
    instructions = with_schema_in_words(request) if way in ("object", "prompt") else request.instructions
    body: dict[str, Json] = {"store": False, **_reasoning(model, dialect), **placed(request.options, _FIELDS)}
    body |= {"model": model, "input": input_items(request.messages, dialect)}
    if instructions:
        body["instructions"] = instructions
    if body["store"] is True:
        body |= continued(request.messages, dialect=dialect, model=model, instructions=instructions, items=body["input"])
    return {**body, **_tools(request), **_format(request, way, body.get("text"))}


def notes(request: Request, *, dialect: Dialect) -> tuple[str, ...]:
    """What of the request this protocol has no place for, in words."""
    return dropped(request.options, _FIELDS)


def _reasoning(model: str, dialect: Dialect) -> dict[str, Json]:
    seals = dialect.seals_reasoning and not model.rpartition("/")[2].startswith(_NEVER_THINKS)
    return {"include": ["reasoning.encrypted_content"]} if seals else {}


def _tools(request: Request) -> dict[str, Json]:
    if not request.tools:
        return {}
    tools = [
        {
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
            "strict": allows_strict(tool.parameters),
        }
        for tool in request.tools
    ]
    name = forced(request)
    return {"tools": tools} | ({"tool_choice": {"type": "function", "name": name}} if name else {})


def _format(request: Request, way: str, beside: Json) -> dict[str, Json]:
    """The field `text` also holds what a provider's own fields say of it."""
    shape: dict[str, Json] = {"type": "json_object"}
    if way == "native":
        strict = allows_strict(request.output_schema)
        shape = {"type": "json_schema", "name": "answer", "schema": request.output_schema, "strict": strict}
    if way not in ("native", "object"):
        return {}
    return {"text": {**(beside if isinstance(beside, dict) else {}), "format": shape}}
