"""From the body of a Messages answer to a Turn."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import FinishReason, Json, ProviderError, ToolCall, Turn
from assistant.dialects import Dialect
from assistant.protocols.calls import Ids, arguments_of
from assistant.protocols.failures import failure_in
from assistant.protocols.messages.usage import usage_of
from assistant.protocols.values import mapping, mappings, string

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
    """The turn in a body. Raises ProviderError: for an error inside it, and as `malformed` where there is no answer in it."""
    answer = mapping(body)
    if answer.get("type") == "error" or answer.get("error"):
        raise failure_in(body, status=200)
    if not isinstance(answer.get("content"), list):
        raise ProviderError("malformed", "the body has no content in it")
    blocks, response_id = mappings(answer["content"]), string(answer.get("id"))
    calls = _calls(blocks, mint=response_id or "call")
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


def _calls(blocks: list[Mapping[str, Any]], *, mint: str) -> tuple[ToolCall, ...]:
    ids = Ids(mint)
    return tuple(_call(block, ids) for block in blocks if _is_call(block))


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
    """The blocks as the server takes them back: as they came, but for ids that were minted, input that was no object, and empty texts."""
    called = iter(calls)
    kept: list[Json] = []
    for block in blocks:
        if _is_call(block):
            call = next(called)
            kept.append({**block, "id": call.id, "input": call.arguments or {}})
        elif block.get("type") != "text" or string(block.get("text")).strip():
            kept.append(dict(block))
    return kept


def _finish_reason(stated: str, *, asks: bool) -> FinishReason:
    """Calls count more than the word for why it ended."""
    finish = _FINISHES.get(stated, "other")
    if asks and finish in ("stop", "other"):
        return "tool_calls"
    return "other" if finish == "tool_calls" and not asks else finish
