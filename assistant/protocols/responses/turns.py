"""From the body of a Responses answer to a Turn."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assistant.contract import FinishReason, Json, ProviderError, ToolCall, Turn, Usage
from assistant.dialects import Dialect
from assistant.protocols.replies import Ids, arguments_of, failure_in
from assistant.protocols.values import billed, count, mapping, mappings, string

TEXTS = {"function_call": "arguments", "custom_tool_call": "input"}
"""Calls to run here, and the field of their arguments."""
_EXECUTED = ("_call", "mcp_approval_request")
_ASKED = ("action", "code", "queries", "prompt")

Item = Mapping[str, Any]


def is_own(item: Item) -> bool:
    return string(item.get("type")) in TEXTS


def with_ids(items: Iterable[Item], *, mint: str) -> list[dict[str, Json]]:
    """Return the items, each call to run here with a unique `call_id`: only that tells its results apart, not the item's id."""
    ids = Ids(mint)
    return [{**item, "call_id": ids.give(string(item.get("call_id")))} if is_own(item) else dict(item) for item in items]


def calls_of(items: Sequence[Item]) -> tuple[ToolCall, ...]:
    """Return all calls in order, from items that have their ids."""
    executed = Ids("executed")
    own = {item["call_id"] for item in items if is_own(item)}
    calls = []
    for item in items:
        if is_own(item):
            calls.append(_own(item))
        elif string(item.get("type")).endswith(_EXECUTED):
            stated = string(item.get("id"))
            calls.append(_executed(item, executed.give("" if stated in own else stated)))
    return tuple(calls)


def _own(item: Item) -> ToolCall:
    """Return a call to run here. One that was cut short has no arguments, even if the rest can be read."""
    arguments, raw = arguments_of(item.get(TEXTS[item["type"]]))
    whole = item.get("status") != "incomplete"
    return ToolCall(id=item["call_id"], name=string(item.get("name")), arguments=arguments if whole else None, raw_arguments=raw)


def _executed(item: Item, call_id: str) -> ToolCall:
    arguments = arguments_of(item["arguments"])[0] if "arguments" in item else {name: item[name] for name in _ASKED if item.get(name)}
    name = string(item.get("name")) or string(item.get("type")).removesuffix("_call")
    return ToolCall(id=call_id, name=name, arguments=arguments, provider_executed=True)


ASKED = "asked"
"""Metadata with a digest of the request: a server that stores responses gives it back."""
_CUT_SHORT: dict[str, FinishReason] = {"max_output_tokens": "length", "content_filter": "content_filter"}
_PENDING = ("queued", "in_progress")


def turn_of(body: Json, dialect: Dialect) -> Turn:
    """Return the turn in a body. Raises ProviderError: for an error inside it or a response that failed, and as `malformed` if it has no
    answer, or one that is not finished."""
    if not isinstance(body, Mapping):
        raise ProviderError("malformed", "the body is not an object")
    if body.get("error") or body.get("object") == "error" or body.get("status") == "failed":
        raise failure_in({"error": body.get("error") or "the response failed"}, status=200)
    if not isinstance(body.get("output"), list):
        raise ProviderError("malformed", "the body has no output")
    if body["output"] and body.get("status") in _PENDING:
        raise ProviderError("malformed", "the answer is not finished")
    return _turn(body, dialect)


def _turn(body: Mapping[str, Any], dialect: Dialect) -> Turn:
    response_id = string(body.get("id"))
    items = with_ids(mappings(body["output"]), mint=response_id or "call")
    return Turn(
        text=text_of(items),
        tool_calls=calls_of(items),
        finish_reason=_finish_reason(body, items),
        usage=_usage(mapping(body.get("usage"))),
        model=string(body.get("model")),
        response_id=response_id,
        reasoning=reasoning_of(items),
        state={"dialect": dialect.name, "items": items, ASKED: string(mapping(body.get("metadata")).get(ASKED))},
    )


def _finish_reason(body: Mapping[str, Any], items: Sequence[Mapping[str, Any]]) -> FinishReason:
    status = body.get("status") or "completed"
    if status == "incomplete":
        return _CUT_SHORT.get(string(mapping(body.get("incomplete_details")).get("reason")), "other")
    if status != "completed":
        return "other"
    if any(map(is_own, items)):
        return "tool_calls"
    return "content_filter" if refuses(items) else "stop"


def _usage(usage: Mapping[str, Any]) -> Usage:
    return Usage(
        input_tokens=count(usage.get("input_tokens")),
        output_tokens=count(usage.get("output_tokens")),
        cached_input_tokens=count(mapping(usage.get("input_tokens_details")).get("cached_tokens")),
        reasoning_tokens=count(mapping(usage.get("output_tokens_details")).get("reasoning_tokens")),
        billed=billed(usage),
    )


def text_of(items: Iterable[Item]) -> str:
    """Return the text of all messages, without refusals: those are a way for the turn to end."""
    return "".join(string(part.get("text")) for part in _parts(items) if part.get("type") == "output_text")


def refuses(items: Iterable[Item]) -> bool:
    return any(part.get("type") == "refusal" for part in _parts(items))


def reasoning_of(items: Iterable[Item]) -> str:
    """Return the full reasoning if the server shows it, else its summary."""
    thoughts = [item for item in items if item.get("type") == "reasoning"]
    return "".join(_joined(item.get("content")) or _joined(item.get("summary")) for item in thoughts)


def _parts(items: Iterable[Item]) -> list[Item]:
    return [part for item in items if item.get("type") == "message" for part in mappings(item.get("content"))]


def _joined(parts: Json) -> str:
    return "".join(string(part.get("text")) for part in mappings(parts))
