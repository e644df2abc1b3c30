"""Responses: OpenAI's protocol of items, which several other servers speak too."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

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
from assistant.dialects import Dialect
from assistant.protocols import Reply
from assistant.protocols.replies import Ids, arguments_of, body_of, event_of, failure_in, is_blank, is_streamed, streamed_turn
from assistant.protocols.requests import (
    arguments_to_send,
    choice,
    is_put_in_words,
    left_out,
    offered,
    own_state,
    placed,
    way_of_schema,
    with_schema_in_words,
)
from assistant.strict_json import billed, count, mapping, mappings, string, write

Item = Mapping[str, Any]
_NEVER_THINKS = ("gpt-3.5", "gpt-4", "chatgpt-4o", "gpt-5-chat")
"""OpenAI's models without reasoning: they refuse requests for it and reasoning of other models."""
ASKED = "asked"
"""Metadata with a digest of the request: a server that stores responses gives it back."""
_FIELDS = {
    "temperature": "temperature",
    "top_p": "top_p",
    "max_output_tokens": "max_output_tokens",
    "reasoning_effort": "reasoning.effort",
    "reasoning_text": "reasoning.summary",
    "store": "store",
}

_FORMS = frozenset(("type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs"))
_BOUNDS = frozenset(
    ("pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems")
)
_KNOWN = _FORMS | _BOUNDS | {"description", "title"}
_KINDS = ("type", "anyOf", "$ref")
DEEPEST = 10


def path(_model: str, *, stream: bool) -> str:  # the same place either way
    return "/responses"


def can_think(model: str) -> bool:
    return not model.rpartition("/")[2].startswith(_NEVER_THINKS)


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """Return the body to send. Raises ProviderError for an unknown option, with its name.

    The server stores nothing, and so must send its reasoning to be given back; with the option `store` it stores its answers, and an
    unchanged conversation continues from the last of them."""
    way = way_of_schema(request, dialect)
    instructions = with_schema_in_words(request) if is_put_in_words(request, dialect) else request.instructions
    options = {name: value for name, value in request.options.items() if name != "reasoning_text"}
    if request.options.get("reasoning_text") and can_think(model):
        options["reasoning_text"] = "auto"  # the reasoning is shown as a summary
    reasoning = {"include": ["reasoning.encrypted_content"]} if dialect.seals_reasoning and can_think(model) else {}
    body: dict[str, Json] = {"store": False, **reasoning, **placed(options, _FIELDS)}
    body |= {"model": model, "input": input_items(request.messages, dialect=dialect, model=model)}
    if instructions:
        body["instructions"] = instructions
    if body["store"] is True:
        body |= continued(request.messages, dialect=dialect, model=model, instructions=instructions, items=body["input"])
    tools = [
        {
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
            "strict": allows_strict(tool.parameters),
        }
        for tool in offered(request, dialect)
    ]
    if tools:
        body |= {"tools": tools, **choice(request, dialect, named={"type": "function", "name": request.forced_tool})}
    shape: dict[str, Json] = {"type": "json_object"}
    if way == "native":
        strict = allows_strict(request.output_schema)
        shape = {"type": "json_schema", "name": "answer", "schema": request.output_schema, "strict": strict}
    if way in ("native", "object"):
        own_fields = body.get("text")  # the field may also hold a provider's own fields
        body["text"] = {**(own_fields if isinstance(own_fields, dict) else {}), "format": shape}
    return body


def input_items(messages: Sequence[Message], *, dialect: Dialect, model: str) -> list[dict[str, Json]]:
    """Return the conversation as items."""
    custom: set[str] = set()
    items: list[dict[str, Json]] = []
    for message in messages:
        if message.role == "tool":
            for result in message.results:
                kind = "custom_tool_call_output" if result.call_id in custom else "function_call_output"
                items.append({"type": kind, "call_id": result.call_id, "output": result.content})
        elif message.turn is not None:
            turn_items = list(_turn_items(message.turn, dialect, model))
            custom |= {item["call_id"] for item in turn_items if item.get("type") == "custom_tool_call"}
            items += turn_items
        else:
            items.append({"role": message.role, "content": message.text})
    return items


def _turn_items(turn: Turn, dialect: Dialect, model: str) -> Iterator[dict[str, Json]]:
    """Yield the turn as this server made it, with the arguments as they are sent back; else the text and calls of another provider's
    turn. Reasoning that the server could not find again is left out: it stores nothing and sent no more than an id."""
    items = mappings(own_state(turn, dialect).get("items"))
    calls = {call.id: call for call in turn.tool_calls}
    for item in items:
        if item.get("type") == "reasoning" and not (can_think(model) and (item.get("encrypted_content") or item.get("content"))):
            continue
        call = calls.get(item["call_id"]) if item.get("type") == "function_call" else None
        yield {**item, "arguments": arguments_to_send(call)} if call else dict(item)
    if items:
        return
    if turn.text:
        yield {"role": "assistant", "content": turn.text}
    for call in turn.tool_calls:
        if not call.provider_executed:
            yield {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments_to_send(call)}


def continued(
    messages: Sequence[Message], *, dialect: Dialect, model: str, instructions: str, items: list[dict[str, Json]]
) -> dict[str, Json]:
    """Return the fields that continue the last answer, if it answered this very conversation, by this model with these instructions. A
    digest of the request goes along as metadata, which comes back with the answer."""
    fields: dict[str, Json] = {"metadata": {ASKED: _digest(model, instructions, items)}}
    place = next((place for place in reversed(range(len(messages))) if messages[place].turn is not None), None)
    turn = messages[place].turn if place is not None else None
    if place is None or turn is None or not turn.response_id:
        return fields
    if own_state(turn, dialect).get(ASKED) != _digest(model, instructions, input_items(messages[:place], dialect=dialect, model=model)):
        return fields
    known = len(input_items(messages[: place + 1], dialect=dialect, model=model))
    return {**fields, "previous_response_id": turn.response_id, "input": items[known:]}


def _digest(model: str, instructions: str, items: list[dict[str, Json]]) -> str:
    return hashlib.sha256(write([model, instructions, items]).encode()).hexdigest()


def allows_strict(schema: Json, depth: int = 0) -> bool:
    """Return True if all fields are required, no others are allowed, and every keyword is among those that are enforced."""
    if not isinstance(schema, Mapping) or depth > DEEPEST or not _KNOWN.issuperset(schema) or not any(kind in schema for kind in _KINDS):
        return False
    properties, required, either = mapping(schema.get("properties")), schema.get("required"), schema.get("anyOf")
    is_closed = schema.get("additionalProperties") is False and isinstance(required, list) and set(required) == set(properties)
    if schema.get("type") == "object" and not is_closed:
        return False
    children = [*properties.values(), *mapping(schema.get("$defs")).values(), *(either if isinstance(either, list) else [])]
    children += [schema["items"]] if "items" in schema else []
    return all(allows_strict(child, depth + 1) for child in children)


def notes(request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]:
    """Return notes on the parts of the request that this server cannot be asked for."""
    return left_out(request, dialect, {name: place for name, place in _FIELDS.items() if name != "reasoning_text" or can_think(model)})


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    """Return the same request, answered as a stream: its last event has the usage."""
    return {**body, "stream": True}


def decode(reply: Reply, *, dialect: Dialect) -> Turn:
    """Return the turn in a reply. Raises ProviderError: for a status other than a 2xx, for an error or a failed response inside a 200,
    and as `malformed` for a body that is empty, not JSON, without an answer, unfinished, or cut."""
    return streamed_turn(reply, ResponsesStream(dialect)) if is_streamed(reply) else turn_of(body_of(reply), dialect)


TEXTS = {"function_call": "arguments", "custom_tool_call": "input"}
"""Calls to run here, and the field of their arguments."""
_EXECUTED = ("_call", "mcp_approval_request")
_ASKED = ("action", "code", "queries", "prompt")
_CUT_SHORT: dict[str, FinishReason] = {"max_output_tokens": "length", "content_filter": "content_filter"}
_PENDING = ("queued", "in_progress")


def turn_of(body: Json, dialect: Dialect) -> Turn:
    """Return the turn in a body. Raises ProviderError: for an error inside it or a response that failed, and as `malformed` if it has no
    answer, or one that is not finished."""
    if not isinstance(body, Mapping):
        raise ProviderError("malformed", "the body is not an object")
    if body.get("error") or body.get("object") == "error" or body.get("status") == "failed":
        raise failure_in({"error": body.get("error") or "the response failed"}, status=200)
    if not isinstance(body.get("output"), list) and body.get("status") != "incomplete":
        raise ProviderError("malformed", "the body has no output")
    if body.get("output") and body.get("status") in _PENDING:
        raise ProviderError("malformed", "the answer is not finished")
    response_id = string(body.get("id"))
    items = with_ids(filter(is_said, mappings(body.get("output"))), mint=response_id or "call")
    usage = mapping(body.get("usage"))
    counts = Usage(
        input_tokens=count(usage.get("input_tokens")),
        output_tokens=count(usage.get("output_tokens")),
        cached_input_tokens=count(mapping(usage.get("input_tokens_details")).get("cached_tokens")),
        reasoning_tokens=count(mapping(usage.get("output_tokens_details")).get("reasoning_tokens")),
        billed=billed(usage),
    )
    finish: FinishReason = "content_filter" if any(part.get("type") == "refusal" for part in _parts(items)) else "stop"
    status = body.get("status") or "completed"
    if status == "incomplete":
        finish = _CUT_SHORT.get(string(mapping(body.get("incomplete_details")).get("reason")), "other")
    elif status != "completed":
        finish = "other"
    elif any(map(is_own, items)):
        finish = "tool_calls"
    return Turn(
        text=text_of(items),
        tool_calls=calls_of(items),
        finish_reason=finish,
        usage=counts,
        model=string(body.get("model")),
        response_id=response_id,
        reasoning=reasoning_of(items),
        state={"dialect": dialect.name, "items": items, ASKED: string(mapping(body.get("metadata")).get(ASKED))},
    )


def is_own(item: Item) -> bool:
    return string(item.get("type")) in TEXTS


def is_said(item: Item) -> bool:
    """Return False for a call to run here that has no id, no name and no arguments."""
    return not is_own(item) or not is_blank(item.get("call_id"), item.get("name"), _asked_with(item))


def _asked_with(item: Item) -> Json:
    return item.get(TEXTS[string(item.get("type"))])


def with_ids(items: Iterable[Item], *, mint: str) -> list[dict[str, Json]]:
    """Return the items, each call to run here with a unique `call_id`: only that tells its results apart, not the item's id."""
    ids = Ids(mint)
    return [{**item, "call_id": ids.give(string(item.get("call_id")))} if is_own(item) else dict(item) for item in items]


def calls_of(items: Sequence[Item]) -> tuple[ToolCall, ...]:
    """Return all calls in order, from items that have their ids. A call to run here that was cut short has no arguments, even if the rest
    can be read."""
    executed_ids = Ids("executed")
    own_ids = {item["call_id"] for item in items if is_own(item)}
    calls: list[ToolCall] = []
    for item in items:
        kind, name = string(item.get("type")), string(item.get("name"))
        if is_own(item):
            arguments, raw = arguments_of(_asked_with(item))
            is_whole = item.get("status") != "incomplete"
            calls.append(ToolCall(id=item["call_id"], name=name, arguments=arguments if is_whole else None, raw_arguments=raw))
        elif kind.endswith(_EXECUTED):
            stated = string(item.get("id"))
            call_id = executed_ids.give("" if stated in own_ids else stated)
            arguments = {field: item[field] for field in _ASKED if item.get(field)}
            if "arguments" in item:
                arguments = arguments_of(item["arguments"])[0]
            calls.append(ToolCall(id=call_id, name=name or kind.removesuffix("_call"), arguments=arguments, provider_executed=True))
    return tuple(calls)


def text_of(items: Iterable[Item]) -> str:
    """Return the text of all messages, without refusals: those are a way for the turn to end."""
    return "".join(string(part.get("text")) for part in _parts(items) if part.get("type") == "output_text")


def reasoning_of(items: Iterable[Item]) -> str:
    """Return the full reasoning if the server shows it, else its summary."""
    thoughts = [item for item in items if item.get("type") == "reasoning"]
    return "".join(_joined(item.get("content")) or _joined(item.get("summary")) for item in thoughts)


def _parts(items: Iterable[Item]) -> list[Item]:
    return [part for item in items if item.get("type") == "message" for part in mappings(item.get("content"))]


def _joined(parts: Json) -> str:
    return "".join(string(part.get("text")) for part in mappings(parts))


_BEGINS = "response.output_item.added"
_TEXT = "response.output_text.delta"
_REASONING = ("response.reasoning_summary_text.delta", "response.reasoning_text.delta")
_ENDS = ("response.completed", "response.incomplete", "response.failed", "response.cancelled")


class ResponsesStream:
    """Passes on the deltas and collects the items that are done: the last event has the rest, or all of it."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._done: dict[int, Item] = {}
        self._response: dict[str, Json] | None = None
        self._has_started = False

    def add(self, data: str) -> Sequence[Delta]:
        if self._response is not None:
            return ()
        event = event_of(data)
        kind, item, place = event.get("type"), event.get("item"), event.get("output_index")
        if kind == "response.created":  # a second one begins the answer again
            self._done, self._has_started = {}, False
        if kind == "error" or event.get("error"):
            raise failure_in(event, status=200)
        if kind == "response.output_item.done" and isinstance(item, Mapping):
            self._done[place if isinstance(place, int) else len(self._done)] = item
        if isinstance(kind, str) and kind in _ENDS:
            if not isinstance(event.get("response"), Mapping):
                raise ProviderError("malformed", "the end of the stream has no response")
            self._response = {**event["response"], "status": kind.removeprefix("response.")}
        self._has_started = self._has_started or kind in (_TEXT, _BEGINS)
        if kind == _BEGINS:
            return tuple(
                ProviderToolStarted(call.name) for call in calls_of(with_ids(mappings([item]), mint="call")) if call.provider_executed
            )
        piece = string(event.get("delta"))
        if piece and kind == _TEXT:
            return (TextDelta(piece),)
        return (ReasoningDelta(piece),) if piece and kind in _REASONING else ()

    def turn(self) -> Turn:
        """Return the turn with the items of the last event, each as it was when it was done: that is the reasoning to be given back, by
        OpenAI's reference of reasoning items. Some servers list none at the end."""
        if self._response is None:
            raise ProviderError("malformed", "the stream was cut before its end")
        listed = mappings(self._response.get("output"))
        items = [self._done.get(place, item) for place, item in enumerate(listed)]
        if not listed:
            items = [self._done[place] for place in sorted(self._done)]
        elif [item.get("type") for item in items] != [item.get("type") for item in listed]:
            items = listed
        if self._has_started and not items and self._response["status"] == "completed":
            raise ProviderError("malformed", "the end of the stream has nothing of what was told before")
        return turn_of({**self._response, "output": items}, self._dialect)


def streamed(dialect: Dialect) -> ResponsesStream:
    return ResponsesStream(dialect)
