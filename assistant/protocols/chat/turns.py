"""From the body of a Chat Completions answer to a Turn: its texts and calls, including deviations of real servers."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import FinishReason, Json, ProviderError, ToolCall, Turn, Usage
from assistant.dialects import Dialect
from assistant.protocols.replies import Ids, arguments_of, failure_in
from assistant.protocols.values import billed, count, first_count, mapping, mappings, string


def tool_calls(message: Mapping[str, Any], *, mint: str) -> tuple[ToolCall, ...]:
    """Return the calls in order. Ids that are missing, null or repeated are minted from `mint` and the place."""
    ids = Ids(mint)
    return tuple(_call(entry, ids) for entry in _entries(message))


def executed_calls(message: Mapping[str, Any]) -> tuple[ToolCall, ...]:
    """Return the calls that the server ran itself."""
    return tuple(
        ToolCall(
            id=f"executed-{place}",
            name=string(entry.get("name") or entry.get("type")),
            arguments=arguments_of(entry.get("arguments"))[0],
            provider_executed=True,
        )
        for place, entry in enumerate(mappings(message.get("executed_tools")))
    )


def _entries(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    legacy = message.get("function_call")
    return mappings(message.get("tool_calls")) or ([{"function": legacy}] if isinstance(legacy, Mapping) else [])


def _call(entry: Mapping[str, Any], ids: Ids) -> ToolCall:
    function = mapping(entry.get("function"))
    arguments, raw = arguments_of(function.get("arguments"))
    return ToolCall(
        id=ids.give(call_id(entry)),
        name=string(function.get("name")),
        arguments=arguments,
        raw_arguments=raw,
        replay={"extra_content": entry["extra_content"]} if entry.get("extra_content") else None,
    )


def call_id(entry: Mapping[str, Any]) -> str:
    """Return the id that a server gave, or an empty text: some give null, and some the word for it."""
    stated = string(entry.get("id"))
    return "" if stated == "null" else stated


def text_of(content: Json) -> str:
    """Return the text of a message, without parts of thinking."""
    if isinstance(content, str):
        return content
    return "".join(_text_of_part(part) for part in content) if isinstance(content, list) else ""


def reasoning_of(message: Mapping[str, Any]) -> str:
    """Return the reasoning from the first place that has any: a field, thinking parts, or the details behind it."""
    for name in ("reasoning_content", "reasoning"):
        if isinstance(message.get(name), str) and message[name]:
            return str(message[name])
    thinking = [part.get("thinking") for part in mappings(message.get("content")) if part.get("type") == "thinking"]
    details = [part.get("text") or part.get("summary") for part in mappings(message.get("reasoning_details"))]
    return "".join(map(text_of, thinking)) or "".join(text for text in details if isinstance(text, str))


def _text_of_part(part: Json) -> str:
    if isinstance(part, str):
        return part
    is_text = isinstance(part, Mapping) and part.get("type") in ("text", "output_text", None)
    return part["text"] if is_text and isinstance(part.get("text"), str) else ""


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
