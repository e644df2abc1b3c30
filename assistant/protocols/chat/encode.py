"""From a Request to the body of a Chat Completions request, in the dialect of its server."""

from collections.abc import Iterator, Mapping, Sequence

from assistant.contract import Json, Message, Request, ToolCall, Turn
from assistant.conversation import own_calls
from assistant.dialects import Dialect
from assistant.options import placed
from assistant.protocols.requests import arguments_to_send, choice, left_out, offered, own_state, way_of_schema, with_schema_in_words


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """Return the body to send. Raises ProviderError for an unknown option, with its name."""
    way = way_of_schema(request, dialect)
    instructions = with_schema_in_words(request) if way in ("object", "prompt") else request.instructions
    system = [{"role": "system", "content": instructions}] if instructions else []
    messages = [*system, *_messages(request.messages, dialect)]
    body = {**placed(request.options, dialect.options), "model": model, "messages": messages, **_tools(request, dialect)}
    if way == "native":
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": request.output_schema}}
    if way == "object":
        body["response_format"] = {"type": "json_object"}
    return body


def notes(request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]:
    """Return notes on the parts of the request that this server cannot be asked for."""
    return left_out(request, dialect, dialect.options)


def _tools(request: Request, dialect: Dialect) -> dict[str, Json]:
    tools = [
        {"type": "function", "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}}
        for tool in offered(request, dialect)
    ]
    named = {"type": "function", "function": {"name": request.forced_tool}}
    return {"tools": tools, **choice(request, dialect, named=named)} if tools else {}


def _messages(messages: Sequence[Message], dialect: Dialect) -> Iterator[dict[str, Json]]:
    before = ""
    for message in messages:
        if message.role == "user" and before == "tool" and not dialect.user_after_tool:
            yield {"role": "assistant", "content": "OK."}
        yield from _written(message, dialect)
        before = message.role


def _written(message: Message, dialect: Dialect) -> Iterator[dict[str, Json]]:
    if message.role == "tool":
        for result in message.results:
            yield {"role": "tool", "tool_call_id": result.call_id, "content": result.content}
    elif message.turn is not None:
        yield from _assistant(message.turn, dialect)
    else:
        yield {"role": message.role, "content": message.text}


def _assistant(turn: Turn, dialect: Dialect) -> Iterator[dict[str, Json]]:
    """Yield the turn as its server expects it back; one without content is left out, since servers refuse an empty message."""
    stored = own_state(turn, dialect).get("message")
    calls = [_call(call, replayed=stored is not None) for call in own_calls(turn)]
    message: dict[str, Json] = {"role": "assistant", "content": turn.text}
    if calls:
        message |= {"tool_calls": calls} | ({dialect.beside_calls: ""} if dialect.beside_calls and stored is None else {})
    if isinstance(stored, Mapping):
        message |= {name: stored[name] for name in dialect.replays if name in stored}
    if calls or message["content"]:
        yield message


def _call(call: ToolCall, *, replayed: bool) -> dict[str, Json]:
    function = {"name": call.name, "arguments": arguments_to_send(call)}
    written: dict[str, Json] = {"id": call.id, "type": "function", "function": function}
    return {**written, **call.replay} if replayed and call.replay else written
