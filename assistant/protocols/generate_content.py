"""The generateContent method of the Gemini API and of Vertex."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from assistant.contract import (
    Delta,
    FinishReason,
    Json,
    Message,
    ProviderError,
    ProviderToolStarted,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCall,
    Turn,
    Usage,
)
from assistant.conversation import own_calls
from assistant.dialects import Dialect
from assistant.protocols import Reply
from assistant.protocols.replies import (
    Ids,
    arguments_of,
    body_of,
    event_of,
    failure_in,
    finish_with_calls,
    is_blank,
    is_error,
    is_streamed,
    streamed_turn,
)
from assistant.protocols.requests import dropped, forced, narrowed, own_state, placed, with_schema_in_words
from assistant.strict_json import count, mapping, mappings, string, total

OLDER = re.compile(r"gemini-[12]\b")
"""Models that check no signatures, answer in a schema only without tools, and think by a number of tokens."""
_UNSIGNED = {"thoughtSignature": "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="}
"""For a call that another provider made: `skip_thought_signature_validator`, which replaces the missing signature
(ai.google.dev/gemini-api/docs/thought-signatures)."""
FIELDS = {
    "temperature": "generationConfig.temperature",
    "top_p": "generationConfig.topP",
    "seed": "generationConfig.seed",
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


def path(model: str, *, stream: bool) -> str:
    """Return the path. Without `alt=sse` a stream would be one JSON list."""
    name = quote(model.removeprefix("models/"), safe="")
    return f"/models/{name}:streamGenerateContent?alt=sse" if stream else f"/models/{name}:generateContent"


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """Return the body to send. Raises ProviderError for an unknown option, with its name."""
    older = OLDER.search(model) is not None
    in_words = request.output_schema is not None and older and bool(request.tools)
    body = placed(request.options, _fields(model))
    config = dict(mapping(body.get("generationConfig")))
    thinking = dict(mapping(config.get("thinkingConfig")))
    if older and thinking.get("thinkingLevel") in _BUDGETS:  # older models take the effort in tokens
        budget = _BUDGETS[thinking.pop("thinkingLevel")]
        config["thinkingConfig"] = {**thinking, "thinkingBudget": budget}
    if request.output_schema is not None and not in_words:
        config |= {"responseMimeType": "application/json", "responseJsonSchema": narrowed(request.output_schema, _WORDS)}
    if config:
        body["generationConfig"] = config
    instructions = with_schema_in_words(request) if in_words else request.instructions
    if instructions:
        body["systemInstruction"] = {"parts": [{"text": instructions}]}
    body["contents"] = contents_of(request.messages, model=model, dialect=dialect)
    if request.tools:
        declarations = [
            {"name": tool.name, "description": tool.description, "parametersJsonSchema": narrowed(tool.parameters, _WORDS)}
            for tool in request.tools
        ]
        body["tools"] = [{"functionDeclarations": declarations}]
    if forced(request):
        body["toolConfig"] = {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": [forced(request)]}}
    return body


def contents_of(conversation: Sequence[Message], *, model: str, dialect: Dialect) -> list[dict[str, Json]]:
    """Return the contents. Empty ones are left out, since the server refuses them."""
    contents: list[dict[str, Json]] = []
    own_ids: frozenset[str] = frozenset()  # ids that the server gave itself: it understands no other, and without one it goes by name
    for message in conversation:
        parts: list[Mapping[str, Json]] = []
        if message.turn is not None:
            stored = mappings(own_state(message.turn, dialect).get("parts"))
            stated = (mapping(part.get("functionCall")).get("id") for part in stored)
            own_ids = frozenset(call_id for call_id in stated if isinstance(call_id, str))
            parts += _turn_parts(message.turn, stored, signed=OLDER.search(model) is None)
        elif message.role == "tool":
            for result in message.results:
                response = {"error" if result.is_error else "output": result.content}
                own_id = {"id": result.call_id} if result.call_id in own_ids else {}
                parts.append({"functionResponse": {**own_id, "name": result.name, "response": response}})
        elif message.text:
            parts.append({"text": message.text})
        if parts:
            contents.append({"role": "model" if message.turn is not None else "user", "parts": parts})
    return contents


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


def notes(request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]:
    """Return notes on the parts of the request that this server cannot be asked for."""
    return dropped(request.options, _fields(model))


def _fields(model: str) -> Mapping[str, str]:
    return {name: place for name, place in FIELDS.items() if name != "reasoning_text" or not _NEVER_THINKS.search(model)}


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    """Return the same body: only the path of a stream differs."""
    return dict(body)


def decode(reply: Reply, *, dialect: Dialect) -> Turn:
    """Return the turn in a reply. Raises ProviderError: for a status other than a 2xx, for an error inside a 200, and as `malformed` for a
    body that is empty, not JSON, without an answer, or cut."""
    stream = GenerateContentStream(dialect)
    if is_streamed(reply):
        return streamed_turn(reply, stream)
    body = body_of(reply)
    if not isinstance(body, list):
        return turn_of(body, dialect)
    for chunk in body:  # a stream that was not asked for as events is one JSON list of its chunks
        stream.add_chunk(chunk)
    return stream.turn()


_FINISHES: dict[str, FinishReason] = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    "MALFORMED_FUNCTION_CALL": "error",  # this and the next four: the model erred, its calls are not to be run
    "UNEXPECTED_TOOL_CALL": "error",
    "MALFORMED_RESPONSE": "error",
    "TOO_MANY_TOOL_CALLS": "error",
    "MISSING_THOUGHT_SIGNATURE": "error",
    **dict.fromkeys(
        ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT"),
        "content_filter",
    ),
}

IN_PIECES = ("partialArgs", "willContinue")
"""Fields of a call whose arguments come in pieces, which is never asked for: such a call has none that can be used."""


def turn_of(body: Json, dialect: Dialect) -> Turn:
    """Return the turn in a body. Raises ProviderError: for an error inside it, and as `malformed` if it has no answer. A blocked prompt
    is an answer without a text."""
    answer = mapping(body)
    if is_error(answer, has_answer=True):
        raise failure_in(body, status=200)
    candidates = mappings(answer.get("candidates"))
    if not candidates and not mapping(answer.get("promptFeedback")).get("blockReason"):
        raise ProviderError("malformed", "the body has no candidate in it")
    candidate: Mapping[str, Any] = candidates[0] if candidates else {"finishReason": "SAFETY"}
    stated_parts, response_id = mappings(mapping(candidate.get("content")).get("parts")), string(answer.get("responseId"))
    parts = [part for part in stated_parts if "functionCall" not in part or not is_blank(*mapping(part["functionCall"]).values())]
    calls = calls_of(parts, mint=response_id or "call")
    stated = _FINISHES.get(string(candidate.get("finishReason")), "other")
    return Turn(
        text=_joined(parts, thought=False),
        tool_calls=calls,
        finish_reason=finish_with_calls(stated, asks=any(not call.provider_executed for call in calls)),
        usage=usage_of(answer.get("usageMetadata")),
        model=string(answer.get("modelVersion")),
        response_id=response_id,
        reasoning=_joined(parts, thought=True),
        state={"dialect": dialect.name, "parts": [dict(part) for part in parts]},
    )


def _joined(parts: list[Mapping[str, Any]], *, thought: bool) -> str:
    return "".join(string(part.get("text")) for part in parts if bool(part.get("thought")) is thought)


def usage_of(stated: Json) -> Usage:
    """Return the usage of an answer. Zero counts are not sent: the output is then the rest of the total."""
    usage = mapping(stated)
    prompt, thoughts = count(usage.get("promptTokenCount")), count(usage.get("thoughtsTokenCount"))
    read = total(prompt, count(usage.get("toolUsePromptTokenCount"))) if prompt is not None else None
    written, whole = total(count(usage.get("candidatesTokenCount")), thoughts), count(usage.get("totalTokenCount"))
    if written is None and whole is not None and read is not None and whole >= read:
        written = whole - read
    return Usage(
        input_tokens=read,
        output_tokens=written,
        cached_input_tokens=count(usage.get("cachedContentTokenCount")),
        reasoning_tokens=thoughts,
    )


def calls_of(parts: list[Mapping[str, Any]], *, mint: str) -> tuple[ToolCall, ...]:
    """Return the calls in order, including those that the server ran itself. Ids that are missing or repeated are minted."""
    ids = Ids(mint)
    calls: list[ToolCall] = []
    for part in parts:
        if "functionCall" in part:
            call = mapping(part["functionCall"])
        elif "executableCode" in part:
            call = {"name": "code_execution", "args": mapping(part["executableCode"])}
        elif "toolCall" in part:
            called = mapping(part["toolCall"])
            call = {"id": called.get("id"), "name": called.get("toolType"), "args": called.get("args")}
        else:
            continue
        arguments, raw = (None, "") if any(call.get(name) for name in IN_PIECES) else arguments_of(call.get("args"))
        calls.append(
            ToolCall(
                id=ids.give(string(call.get("id"))),
                name=string(call.get("name")),
                arguments=arguments,
                raw_arguments=raw,
                provider_executed="functionCall" not in part,
            )
        )
    return tuple(calls)


_PLAIN = ({"text"}, {"text", "thought"})


class GenerateContentStream:
    """Adds up the chunks of the first candidate, each a whole answer of its own. There is no end mark: a stream with neither a finish
    reason nor a block is cut. Usage is cumulative."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._envelope: dict[str, Json] = {}
        self._usage: dict[str, Json] = {}
        self._parts: list[dict[str, Json]] = []
        self._finish = ""

    def add(self, data: str) -> Sequence[Delta]:
        return self.add_chunk(event_of(data))

    def add_chunk(self, body: Json) -> Sequence[Delta]:
        """Add a chunk and return the pieces of its first candidate. Texts of one kind are joined; a part with a signature, or with any
        other field, stays separate."""
        chunk = mapping(body)
        if is_error(chunk, has_answer=True):
            raise failure_in(chunk, status=200)
        self._envelope |= {name: chunk[name] for name in ("responseId", "modelVersion", "promptFeedback") if chunk.get(name)}
        self._usage |= mapping(chunk.get("usageMetadata"))
        first = (candidate for candidate in mappings(chunk.get("candidates")) if candidate.get("index") in (0, None))
        deltas: list[Delta] = []
        for candidate in first:
            self._finish = string(candidate.get("finishReason")) or self._finish
            for part in mappings(mapping(candidate.get("content")).get("parts")):
                last = self._parts[-1] if self._parts else {}
                if set(part) in _PLAIN and set(part) == set(last) and part.get("thought") == last.get("thought"):
                    last["text"] = string(last["text"]) + string(part["text"])
                else:
                    self._parts.append(dict(part))
                deltas += [ProviderToolStarted(call.name) for call in calls_of([part], mint="call") if call.provider_executed]
                if text := string(part.get("text")):
                    deltas.append(ReasoningDelta(text) if part.get("thought") else TextDelta(text))
        return tuple(deltas)

    def turn(self) -> Turn:
        blocked = mapping(self._envelope.get("promptFeedback")).get("blockReason")
        if not self._finish and not blocked:
            raise ProviderError("malformed", "the stream was cut before its end")
        candidate = {"content": {"parts": self._parts}, "finishReason": self._finish or "SAFETY"}
        return turn_of({**self._envelope, "usageMetadata": self._usage, "candidates": [candidate]}, self._dialect)


def streamed(dialect: Dialect) -> GenerateContentStream:
    return GenerateContentStream(dialect)
