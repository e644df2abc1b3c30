"""From a Request to the body of a Messages request."""

import re
from collections.abc import Iterator, Mapping, Sequence

from assistant.contract import Json, Message, Request, ToolResult, Turn
from assistant.conversation import own_calls
from assistant.dialects import Dialect
from assistant.options import dropped, placed
from assistant.protocols.requests import forced, narrowed, not_forced, own_state, with_listed_stop, with_schema_in_words
from assistant.protocols.values import count, mapping, mappings

_NO_PART_OF_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")


def messages_of(conversation: Sequence[Message], dialect: Dialect) -> list[dict[str, Json]]:
    """Return the messages. Neighbours of one role are joined, since the server expects alternating roles, and it refuses empty ones."""
    written: list[dict[str, Json]] = []
    for message in conversation:
        role = "assistant" if message.role == "assistant" else "user"
        blocks = list(_blocks(message, dialect))
        if written and written[-1]["role"] == role:
            written[-1]["content"] += blocks
        elif blocks:
            written.append({"role": role, "content": blocks})
    return written


def _blocks(message: Message, dialect: Dialect) -> Iterator[Mapping[str, Json]]:
    if message.turn is not None:
        yield from _turn_blocks(message.turn, dialect)
    elif message.role == "tool":
        yield from (_result(result) for result in message.results)
    elif message.text.strip():
        yield {"type": "text", "text": message.text}


def _turn_blocks(turn: Turn, dialect: Dialect) -> Iterator[Mapping[str, Json]]:
    """Yield the turn as this server made it, else the text and calls of another provider's turn."""
    stored = own_state(turn, dialect).get("content")
    if stored is not None:
        yield from mappings(stored)
        return
    if turn.text.strip():
        yield {"type": "text", "text": turn.text}
    for call in own_calls(turn):
        yield {"type": "tool_use", "id": _name(call.id), "name": _name(call.name), "input": dict(call.arguments or {})}


def _result(result: ToolResult) -> dict[str, Json]:
    written: dict[str, Json] = {"type": "tool_result", "tool_use_id": _name(result.call_id)}
    return written | ({"content": result.content} if result.content else {}) | ({"is_error": True} if result.is_error else {})


def _name(given: str) -> str:
    """Return another provider's id or name in the letters that are allowed here."""
    return _NO_PART_OF_A_NAME.sub("_", given) or "_"


SAMPLING = ("temperature", "top_p", "top_k")
"""Options that are refused beside thinking."""
_BUDGETS = {"minimal": 1024, "low": 1024, "medium": 4096, "high": 8192}
_SMALLEST_BUDGET = 1024
"""The server's minimum; the whole answer must be allowed more than this."""
_UNASKED = re.compile(r"claude-[a-z]+-[5-9]")
"""Models that think by default."""
_NEVER_FORCED = re.compile(r"claude-[a-z]+-(5-[1-9](?!\d)|[6-9])")
"""Models that answer a forced call with a 400 (platform.claude.com/docs, What's new in Fable 5.1, in Opus 5.5, in Sonnet 5.5)."""
_BY_BUDGET = re.compile(r"claude-(3|2|instant)|claude-(opus|sonnet|haiku)-4(-[0-5]|@|$)")


def is_thinking(body: Mapping[str, Json]) -> bool:
    """Return True if a body asks for thinking, by effort or by the field itself."""
    effort = mapping(body.get("output_config")).get("effort")
    return effort not in (None, "none") or mapping(body.get("thinking")).get("type") in ("enabled", "adaptive")


def can_be_forced(body: Mapping[str, Json]) -> bool:
    """Return True if a call can be forced: not while thinking is asked for, and never with some models."""
    return not is_thinking(body) and _NEVER_FORCED.search(body["model"]) is None


def with_thinking(body: dict[str, Json]) -> dict[str, Json]:
    """Return the body with its effort as the model expects it, and without options that exclude thinking."""
    if not is_thinking(body):
        return _without_effort(body)
    rest = {name: value for name, value in body.items() if name not in SAMPLING}
    if rest.get("thinking"):
        return rest
    config = mapping(rest["output_config"])
    effort = config["effort"]
    if not _BY_BUDGET.search(rest["model"]):
        known = "low" if effort == "minimal" else effort  # the least that they know
        return {**rest, "output_config": {**config, "effort": known}, "thinking": {"type": "adaptive"}}
    wanted = _BUDGETS.get(effort, _BUDGETS["high"]) if isinstance(effort, str) else _SMALLEST_BUDGET
    half = (count(rest["max_tokens"]) or 0) // 2  # thinking counts among the tokens that an answer may have
    budget = max(_SMALLEST_BUDGET, min(wanted, half))
    return {**_without_effort(rest), "thinking": {"type": "enabled", "budget_tokens": budget}}


def with_display(body: dict[str, Json]) -> dict[str, Json]:
    """Return the body of a model that is asked to show its thinking. Models with a number of tokens do so unasked."""
    thinking = mapping(body.get("thinking"))
    if thinking.get("type") != "adaptive" and (thinking or not _UNASKED.search(body["model"])):
        return body
    rest = {name: value for name, value in body.items() if name not in SAMPLING}
    return {**rest, "thinking": {"type": "adaptive", "display": "summarized", **thinking}}


def _without_effort(body: dict[str, Json]) -> dict[str, Json]:
    config = {name: value for name, value in mapping(body.get("output_config")).items() if name != "effort"}
    rest = {name: value for name, value in body.items() if name != "output_config"}
    return {**rest, "output_config": config} if config else rest


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
