"""From the body of a Messages answer to a Turn."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import FinishReason, Json, ProviderError, ToolCall, Turn, Usage
from assistant.dialects import Dialect
from assistant.protocols.replies import Ids, arguments_of, failure_in
from assistant.protocols.values import count, mapping, mappings, string, total

_FINISHES: dict[str, FinishReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "content_filter",
    "pause_turn": "continue",
    "compaction": "continue",
}
OURS = "tool_use"
_EXECUTED = ("server_tool_use", "mcp_tool_use")


def turn_of(body: Json, dialect: Dialect) -> Turn:
    """Return the turn in a body. Raises ProviderError: for an error inside it, and as `malformed` if it has no answer."""
    answer = mapping(body)
    if answer.get("type") == "error" or answer.get("error"):
        raise failure_in(body, status=200)
    if not isinstance(answer.get("content"), list):
        raise ProviderError("malformed", "the body has no content in it")
    blocks, response_id = mappings(answer["content"]), string(answer.get("id"))
    ids = Ids(response_id or "call")
    calls = tuple(_call(block, ids) for block in blocks if _is_call(block))
    return Turn(
        text=_joined(blocks, "text"),
        tool_calls=calls,
        finish_reason=_finish_reason(string(answer.get("stop_reason")), asks=any(not call.provider_executed for call in calls)),
        usage=usage_of(answer.get("usage")),
        model=string(answer.get("model")),
        response_id=response_id,
        reasoning=_joined(blocks, "thinking"),
        state={"dialect": dialect.name, "content": _kept(blocks, calls)},
    )


def _joined(blocks: list[Mapping[str, Any]], kind: str) -> str:
    return "".join(string(block.get(kind)) for block in blocks if block.get("type") == kind)


def _is_call(block: Mapping[str, Any]) -> bool:
    return block.get("type") == OURS or block.get("type") in _EXECUTED


def _call(block: Mapping[str, Any], ids: Ids) -> ToolCall:
    arguments, raw = arguments_of(block.get("input"))
    return ToolCall(
        id=ids.give(string(block.get("id"))),
        name=string(block.get("name")),
        arguments=arguments,
        raw_arguments=raw,
        provider_executed=block.get("type") != OURS,
    )


def _kept(blocks: list[Mapping[str, Any]], calls: tuple[ToolCall, ...]) -> list[Json]:
    """Return the blocks as the server takes them back: as they came, except minted ids, input that was no object, and empty texts."""
    called = iter(calls)
    written: list[Json] = []
    for block in blocks:
        if _is_call(block):
            call = next(called)
            written.append({**block, "id": call.id, "input": call.arguments or {}})
        elif block.get("type") != "text" or string(block.get("text")).strip():
            written.append(dict(block))
    return written


def _finish_reason(stated: str, *, asks: bool) -> FinishReason:
    """Return the finish reason; calls count more than the stated one."""
    finish = _FINISHES.get(stated, "other")
    if asks and finish in ("stop", "other"):
        return "tool_calls"
    return "other" if finish == "tool_calls" and not asks else finish


def usage_of(stated: Json) -> Usage:
    """Return the usage of an answer. If the server compacted the conversation first, that was paid too and is only in `iterations`."""
    parts = [mapping(stated), *(item for item in mappings(mapping(stated).get("iterations")) if item.get("type") == "compaction")]
    return Usage(
        input_tokens=_input(parts),
        output_tokens=total(*(count(part.get("output_tokens")) for part in parts)),
        cached_input_tokens=total(*(count(part.get("cache_read_input_tokens")) for part in parts)),
        cache_written_tokens=total(*(count(part.get("cache_creation_input_tokens")) for part in parts)),
        reasoning_tokens=count(mapping(parts[0].get("output_tokens_details")).get("thinking_tokens")),
    )


def _input(parts: list[Mapping[str, Any]]) -> int | None:
    """Return the input with its cached tokens; None without the input's own count."""
    if count(parts[0].get("input_tokens")) is None:
        return None
    names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    return total(*(count(part.get(name)) for part in parts for name in names))
