"""From the body of a generateContent answer to a Turn."""

from collections.abc import Iterator, Mapping
from typing import Any

from assistant.contract import FinishReason, Json, ProviderError, ToolCall, Turn, Usage
from assistant.dialects import Dialect
from assistant.protocols.replies import Ids, arguments_of, failure_in
from assistant.protocols.values import count, mapping, mappings, string, total

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
    if answer.get("error"):
        raise failure_in(body, status=200)
    candidates = mappings(answer.get("candidates"))
    if not candidates and not mapping(answer.get("promptFeedback")).get("blockReason"):
        raise ProviderError("malformed", "the body has no candidate in it")
    candidate: Mapping[str, Any] = candidates[0] if candidates else {"finishReason": "SAFETY"}
    return _turn(answer, candidate, dialect)


def _turn(answer: Mapping[str, Any], candidate: Mapping[str, Any], dialect: Dialect) -> Turn:
    parts, response_id = mappings(mapping(candidate.get("content")).get("parts")), string(answer.get("responseId"))
    calls = calls_of(parts, mint=response_id or "call")
    return Turn(
        text=_joined(parts, thought=False),
        tool_calls=calls,
        finish_reason=_finish_reason(string(candidate.get("finishReason")), calls),
        usage=usage_of(answer.get("usageMetadata")),
        model=string(answer.get("modelVersion")),
        response_id=response_id,
        reasoning=_joined(parts, thought=True),
        state={"dialect": dialect.name, "parts": [dict(part) for part in parts]},
    )


def _joined(parts: list[Mapping[str, Any]], *, thought: bool) -> str:
    return "".join(string(part.get("text")) for part in parts if bool(part.get("thought")) is thought)


def _finish_reason(stated: str, calls: tuple[ToolCall, ...]) -> FinishReason:
    """Return the finish reason: turns with calls have the same one as answers."""
    finish = _FINISHES.get(stated, "other")
    asks = any(not call.provider_executed for call in calls)
    return "tool_calls" if asks and finish in ("stop", "other") else finish


def usage_of(stated: Json) -> Usage:
    """Return the usage of an answer. Zero counts are not sent: the output is then the rest of the total."""
    usage = mapping(stated)
    prompt, thoughts = count(usage.get("promptTokenCount")), count(usage.get("thoughtsTokenCount"))
    read = total(prompt, count(usage.get("toolUsePromptTokenCount"))) if prompt is not None else None
    written = total(count(usage.get("candidatesTokenCount")), thoughts)
    return Usage(
        input_tokens=read,
        output_tokens=written if written is not None else _left(count(usage.get("totalTokenCount")), read),
        cached_input_tokens=count(usage.get("cachedContentTokenCount")),
        reasoning_tokens=thoughts,
    )


def _left(whole: int | None, read: int | None) -> int | None:
    return whole - read if whole is not None and read is not None and whole >= read else None


def calls_of(parts: list[Mapping[str, Any]], *, mint: str) -> tuple[ToolCall, ...]:
    """Return the calls in order, including those that the server ran itself. Ids that are missing or repeated are minted."""
    ids = Ids(mint)
    return tuple(_call(call, ids, executed=executed) for call, executed in _stated_calls(parts))


def _stated_calls(parts: list[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], bool]]:
    for part in parts:
        if "functionCall" in part:
            yield mapping(part["functionCall"]), False
        elif "executableCode" in part:
            yield {"name": "code_execution", "args": mapping(part["executableCode"])}, True
        elif "toolCall" in part:
            called = mapping(part["toolCall"])
            yield {"id": called.get("id"), "name": called.get("toolType"), "args": called.get("args")}, True


def _call(call: Mapping[str, Any], ids: Ids, *, executed: bool) -> ToolCall:
    arguments, raw = (None, "") if any(call.get(name) for name in IN_PIECES) else arguments_of(call.get("args"))
    return ToolCall(
        id=ids.give(string(call.get("id"))),
        name=string(call.get("name")),
        arguments=arguments,
        raw_arguments=raw,
        provider_executed=executed,
    )
