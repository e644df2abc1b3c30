"""From a Request to the body of a Messages request."""

import re

from assistant.contract import Json, Request
from assistant.conversation import own_calls
from assistant.dialects import Dialect
from assistant.options import dropped, placed
from assistant.protocols.asking import forced, narrowed, not_forced, with_listed_stop, with_schema_in_words
from assistant.protocols.messages.contents import messages_of
from assistant.protocols.messages.thinking import SAMPLING, can_be_forced, is_thinking, with_display, with_thinking
from assistant.protocols.values import mapping

LONGEST_ANSWER = 16_384
"""Default in tokens: the API requires a limit."""
FIELDS = {
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "stop": "stop_sequences",
    "max_output_tokens": "max_tokens",
    "reasoning_effort": "output_config.effort",
}
CACHED = {"cache_control": {"type": "ephemeral"}}
"""Mark of a cached prefix: it and all before it is stored for some minutes and read again at a tenth of the price."""
_WITHOUT_SCHEMAS = re.compile(r"claude-(3|2|instant)|claude-(opus|sonnet)-4(-[01](?!\d)|-2|@|$)")
"""Models that cannot be held to a JSON schema (platform.claude.com/docs, Structured outputs)."""

_WORDS = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs", "format", "description"}
)
"""Keywords of an answer's schema (platform.claude.com/docs, Structured outputs): the server answers others with a 400."""


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """Return the body to send. Raises ProviderError for an unknown option, with its name."""
    in_words = request.output_schema is not None and _WITHOUT_SCHEMAS.search(model) is not None
    body = {**_settled(request, model), "messages": messages_of(request.messages, dialect)}
    if request.output_schema is not None and not in_words:
        shape = {"type": "json_schema", "schema": narrowed(request.output_schema, _WORDS)}
        body["output_config"] = {**mapping(body.get("output_config")), "format": shape}
    return _with_prefix(body, request, with_schema_in_words(request) if in_words else request.instructions)


def notes(request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]:
    """Return notes on the parts of the request that this server cannot be asked for."""
    body = _settled(request, model)
    tool = "" if can_be_forced(body) else forced(request)
    tells = {"reasoning_text": "thinking.display"} if mapping(body.get("thinking")).get("display") else {}
    known = {name: place for name, place in FIELDS.items() if name not in SAMPLING or not is_thinking(body)} | tells
    return (*dropped(request.options, known), *((not_forced(tool),) if tool else ()))


def _settled(request: Request, model: str) -> dict[str, Json]:
    """Return the options as the model expects them."""
    options = placed(with_listed_stop(request.options), FIELDS)
    body = with_thinking({"max_tokens": LONGEST_ANSWER, **options, "model": model})
    return with_display(body) if request.options.get("reasoning_text") else body


def _with_prefix(body: dict[str, Json], request: Request, instructions: str) -> dict[str, Json]:
    """Return the body with its constant prefix. Tools come first in the server's cache: a mark on the instructions covers them."""
    tools = tools_of(request)
    if tools and not instructions:
        tools[-1] |= CACHED
    if tools:
        body["tools"] = tools
    if instructions:
        body["system"] = [{"type": "text", "text": instructions, **CACHED}]
    if not request.tools and tools:
        body["tool_choice"] = {"type": "none"}
    elif forced(request) and can_be_forced(body):
        body["tool_choice"] = {"type": "tool", "name": forced(request)}
    return body


def tools_of(request: Request) -> list[dict[str, Json]]:
    """Return the offered tools; if there are none, those that were called before, which the server expects to know."""
    if request.tools:
        return [{"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)} for tool in request.tools]
    called = {call.name for message in request.messages if message.turn for call in own_calls(message.turn)}
    return [{"name": name, "input_schema": {"type": "object"}} for name in sorted(called)]
