"""From the body of a Chat Completions answer to a Turn, including deviations of real servers."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import FinishReason, Json, ProviderError, ToolCall, Turn, Usage
from assistant.dialects import Dialect
from assistant.protocols.chat.calls import executed_calls, tool_calls
from assistant.protocols.chat.contents import reasoning_of, text_of
from assistant.protocols.failures import failure_in
from assistant.protocols.values import billed, count, first_count, mapping, string

_FINISHES: dict[str, FinishReason] = {
    "stop": "stop",
    "eos": "stop",
    "end_turn": "stop",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "tool_use": "tool_calls",
    "length": "length",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "content_filter",
    "refusal": "content_filter",
    "error": "error",
    "insufficient_system_resource": "error",
}
_REPLAYED = ("reasoning_content", "reasoning", "reasoning_details", "extra_content")


def turn_of(body: Json, dialect: Dialect) -> Turn:
    """Return the turn in a body. Raises ProviderError: for an error inside it, and as `malformed` if it has no answer."""
    if isinstance(body, Mapping) and (body.get("error") or body.get("object") == "error"):
        raise failure_in(body, status=200)
    return _turn(body, _first_choice(body), dialect)


def _first_choice(body: Json) -> Mapping[str, Any]:
    choices = body.get("choices") if isinstance(body, Mapping) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(choice, Mapping) or not isinstance(choice.get("message"), Mapping):
        raise ProviderError("malformed", "the body has no choice with a message in it")
    if isinstance(choice.get("error"), Mapping):
        raise failure_in(choice, status=200)
    return choice


def _turn(body: Mapping[str, Any], choice: Mapping[str, Any], dialect: Dialect) -> Turn:
    message, response_id = choice["message"], string(body.get("id"))
    calls = tool_calls(message, mint=response_id or "call")
    return Turn(
        text=text_of(message.get("content")),
        tool_calls=(*executed_calls(message), *calls),
        finish_reason=_finish_reason(choice.get("finish_reason"), message, calls),
        usage=usage_of(body),
        model=string(body.get("model")),
        response_id=response_id,
        reasoning=reasoning_of(message),
        state=_state(message, dialect.name),
    )


def _finish_reason(stated: Json, message: Mapping[str, Any], calls: tuple[ToolCall, ...]) -> FinishReason:
    """Return the finish reason. Calls and refusals count more than the stated one: some servers end them with `stop`."""
    finish = _FINISHES.get(stated, "other") if isinstance(stated, str) else "other"
    if calls and finish in ("stop", "other"):
        return "tool_calls"
    if not calls and finish == "tool_calls":
        return "other"
    if finish == "stop" and message.get("refusal"):
        return "content_filter"
    return finish


def _state(message: Mapping[str, Any], dialect: str) -> dict[str, Json]:
    """Return the fields that only this provider understands, to be sent back as they came."""
    message_fields = {name: message[name] for name in _REPLAYED if message.get(name) is not None}
    if isinstance(message.get("content"), list):
        message_fields["content"] = message["content"]
    return {"dialect": dialect, "message": message_fields}


def usage_of(body: Mapping[str, Any]) -> Usage:
    """Return the usage of a body; a figure that is absent, or no count, is None."""
    usage = mapping(body.get("usage")) or mapping(mapping(body.get("x_groq")).get("usage"))
    prompt, completion = mapping(usage.get("prompt_tokens_details")), mapping(usage.get("completion_tokens_details"))
    return Usage(
        input_tokens=count(usage.get("prompt_tokens")),
        output_tokens=count(usage.get("completion_tokens")),
        cached_input_tokens=first_count(prompt.get("cached_tokens"), usage.get("prompt_cache_hit_tokens"), usage.get("cached_tokens")),
        reasoning_tokens=first_count(completion.get("reasoning_tokens"), usage.get("reasoning_tokens")),
        billed=billed(usage),
    )
