"""From the body of a Responses answer to a Turn."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assistant.contract import FinishReason, Json, ProviderError, Turn, Usage
from assistant.dialects import Dialect
from assistant.protocols.failures import failure_in
from assistant.protocols.responses.calls import calls_of, is_own, with_ids
from assistant.protocols.values import billed, count, mapping, mappings, string

ASKED = "asked"
"""Metadata with a digest of the request: a server that stores responses gives it back."""
_CUT_SHORT: dict[str, FinishReason] = {"max_output_tokens": "length", "content_filter": "content_filter"}
_PENDING = ("queued", "in_progress")

Item = Mapping[str, Any]


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
