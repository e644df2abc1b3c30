"""From a Request to the body of a generateContent request."""

import re
from collections.abc import Iterator, Mapping, Sequence

from assistant.contract import Json, Message, Request, ToolResult, Turn
from assistant.conversation import own_calls
from assistant.dialects import Dialect
from assistant.options import dropped, placed
from assistant.protocols.requests import forced, narrowed, own_state, with_listed_stop, with_schema_in_words
from assistant.protocols.values import mapping, mappings

OLDER = re.compile(r"gemini-[12]\b")
"""Models that check no signatures, answer in a schema only without tools, and think by a number of tokens."""
_UNSIGNED = {"thoughtSignature": "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="}
"""For a call that another provider made: `skip_thought_signature_validator`, which replaces the missing signature
(ai.google.dev/gemini-api/docs/thought-signatures)."""


def contents_of(conversation: Sequence[Message], *, model: str, dialect: Dialect) -> list[dict[str, Json]]:
    """Return the contents. Empty ones are left out, since the server refuses them."""
    written: list[dict[str, Json]] = []
    given: frozenset[str] = frozenset()
    for message in conversation:
        if message.turn is not None:
            stored = mappings(own_state(message.turn, dialect).get("parts"))
            given = _ids(stored)
            parts = list(_turn_parts(message.turn, stored, signed=OLDER.search(model) is None))
        else:
            parts = list(_user_parts(message, given))
        if parts:
            written.append({"role": "model" if message.turn is not None else "user", "parts": parts})
    return written


def _ids(parts: list[Mapping[str, Json]]) -> frozenset[str]:
    """Return the ids that the server gave itself: it understands no other, and without one it goes by name and order."""
    stated = (mapping(part.get("functionCall")).get("id") for part in parts)
    return frozenset(given for given in stated if isinstance(given, str))


def _user_parts(message: Message, given: frozenset[str]) -> Iterator[dict[str, Json]]:
    if message.role == "tool":
        yield from (_result(result, given) for result in message.results)
    elif message.text:
        yield {"text": message.text}


def _turn_parts(turn: Turn, stored: list[Mapping[str, Json]], *, signed: bool) -> Iterator[Mapping[str, Json]]:
    """Yield the turn as this server made it, each signature in its own part; else the text and calls of another provider's turn. A
    failed turn has no call to be answered."""
    if stored:
        yield from (part for part in stored if part != {"text": ""} and (turn.finish_reason != "error" or "functionCall" not in part))
        return
    if turn.text:
        yield {"text": turn.text}
    calls = own_calls(turn)
    for call in calls:
        function_call = {"functionCall": {"name": call.name, "args": dict(call.arguments or {})}}
        yield function_call | (_UNSIGNED if signed and call is calls[0] else {})


def _result(result: ToolResult, given: frozenset[str]) -> dict[str, Json]:
    response = {"error" if result.is_error else "output": result.content}
    stated = {"id": result.call_id} if result.call_id in given else {}
    return {"functionResponse": {**stated, "name": result.name, "response": response}}


FIELDS = {
    "temperature": "generationConfig.temperature",
    "top_p": "generationConfig.topP",
    "top_k": "generationConfig.topK",
    "frequency_penalty": "generationConfig.frequencyPenalty",
    "presence_penalty": "generationConfig.presencePenalty",
    "seed": "generationConfig.seed",
    "stop": "generationConfig.stopSequences",
    "max_output_tokens": "generationConfig.maxOutputTokens",
    "reasoning_effort": "generationConfig.thinkingConfig.thinkingLevel",
    "reasoning_text": "generationConfig.thinkingConfig.includeThoughts",
}
_NEVER_THINKS = re.compile(r"gemini-(1|2\.0)")
_BUDGETS = {"none": 0, "minimal": 512, "low": 1024, "medium": 8192, "high": 24_576}
_WORDS = frozenset(
    {
        *("$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items", "prefixItems"),
        *("minItems", "maxItems", "minimum", "maximum", "anyOf", "properties", "additionalProperties", "required"),
    }
)
"""Keywords of a schema (ai.google.dev/api/generate-content, responseJsonSchema); a model may ignore others, or refuse them."""


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """Return the body to send. Raises ProviderError for an unknown option, with its name."""
    older = OLDER.search(model) is not None
    in_words = request.output_schema is not None and older and bool(request.tools)
    body = placed(with_listed_stop(request.options), _fields(model))
    config = _config(mapping(body.get("generationConfig")), older=older)
    if request.output_schema is not None and not in_words:
        config |= {"responseMimeType": "application/json", "responseJsonSchema": narrowed(request.output_schema, _WORDS)}
    if config:
        body["generationConfig"] = config
    instructions = with_schema_in_words(request) if in_words else request.instructions
    if instructions:
        body["systemInstruction"] = {"parts": [{"text": instructions}]}
    return body | {"contents": contents_of(request.messages, model=model, dialect=dialect), **_tools(request)}


def notes(request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]:
    """Return notes on the parts of the request that this server cannot be asked for."""
    return dropped(request.options, _fields(model))


def _fields(model: str) -> Mapping[str, str]:
    return {name: place for name, place in FIELDS.items() if name != "reasoning_text" or not _NEVER_THINKS.search(model)}


def _config(config: Mapping[str, Json], *, older: bool) -> dict[str, Json]:
    """Return the configuration with its effort as the model expects it: as a level, or in tokens."""
    thinking = mapping(config.get("thinkingConfig"))
    level = thinking.get("thinkingLevel")
    if not older or level not in _BUDGETS:
        return dict(config)
    rest = {name: value for name, value in thinking.items() if name != "thinkingLevel"}
    return {**config, "thinkingConfig": {**rest, "thinkingBudget": _BUDGETS[level]}}


def _tools(request: Request) -> dict[str, Json]:
    declared = [
        {"name": tool.name, "description": tool.description, "parametersJsonSchema": narrowed(tool.parameters, _WORDS)}
        for tool in request.tools
    ]
    if not declared:
        return {}
    way = {"mode": "ANY", "allowedFunctionNames": [forced(request)]} if forced(request) else {}
    return {"tools": [{"functionDeclarations": declared}]} | ({"toolConfig": {"functionCallingConfig": way}} if way else {})
