"""From the body of a generateContent answer to a Turn."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import FinishReason, Json, ProviderError, ToolCall, Turn
from assistant.dialects import Dialect
from assistant.protocols.failures import failure_in
from assistant.protocols.generate_content.calls import calls_of
from assistant.protocols.generate_content.usage import usage_of
from assistant.protocols.values import mapping, mappings, string

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


def turn_of(body: Json, dialect: Dialect) -> Turn:
    """The turn in a body. Raises ProviderError: for an error inside it, and as `malformed` where there is no answer in it.
    A prompt that was blocked is an answer without a text."""
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
    """Calls end with the same word as answers."""
    finish = _FINISHES.get(stated, "other")
    asks = any(not call.provider_executed for call in calls)
    return "tool_calls" if asks and finish in ("stop", "other") else finish
