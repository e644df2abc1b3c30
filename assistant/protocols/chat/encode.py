"""From a Request to the body of a Chat Completions request, in the dialect of its server."""

from collections.abc import Iterator, Mapping, Sequence

from assistant.contract import Json, Message, ProviderError, Request, ToolCall, Turn
from assistant.dialects import Dialect
from assistant.strict_json import write

OPTIONS = frozenset({"temperature", "top_p", "seed", "stop", "reasoning_effort", "presence_penalty", "frequency_penalty"})
SCHEMA_IN_WORDS = "When you give your final answer, give one JSON object and nothing else. It must satisfy this JSON schema: "


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """The body to send. Raises ProviderError for an option that is not known, by its name."""
    way = _way_of_schema(request, dialect)
    instructions = _instructions(request, in_words=way in ("object", "prompt"))
    system = [{"role": "system", "content": instructions}] if instructions else []
    body: dict[str, Json] = {"model": model, "messages": [*system, *_messages(request.messages, dialect)], **_options(request, dialect)}
    if request.tools:
        body["tools"] = [
            {"type": "function", "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}}
            for tool in request.tools
        ]
    if way == "native":
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": request.output_schema}}
    if way == "object":
        body["response_format"] = {"type": "json_object"}
    return body


def _way_of_schema(request: Request, dialect: Dialect) -> str:
    if request.output_schema is None:
        return "none"
    return dialect.schema if dialect.schema_beside_tools or not request.tools else "prompt"


def _instructions(request: Request, *, in_words: bool) -> str:
    return f"{request.instructions}\n\n{SCHEMA_IN_WORDS}{write(request.output_schema)}".strip() if in_words else request.instructions


def _options(request: Request, dialect: Dialect) -> dict[str, Json]:
    names = {"max_output_tokens": dialect.answer_length, **{name: name for name in OPTIONS}}
    unknown = [name for name in request.options if name not in names]
    if unknown:
        raise ProviderError("invalid_request", f"unknown options: {', '.join(sorted(unknown))}")
    return {names[name]: value for name, value in request.options.items()}


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
    """The turn as its server would have it back; one that said nothing is left out, since servers refuse an empty message."""
    ours = turn.state is not None and turn.state.get("dialect") == dialect.name
    calls = [_call(call, replayed=ours) for call in turn.tool_calls if not call.provider_executed]
    message: dict[str, Json] = {"role": "assistant", "content": turn.text}
    if calls:
        message |= {"tool_calls": calls} | ({dialect.beside_calls: ""} if dialect.beside_calls and not ours else {})
    if ours and turn.state is not None:
        message |= _replayed(turn.state.get("message"), dialect)
    if calls or message["content"]:
        yield message


def _replayed(kept: Json, dialect: Dialect) -> dict[str, Json]:
    return {name: kept[name] for name in dialect.replays if name in kept} if isinstance(kept, Mapping) else {}


def _call(call: ToolCall, *, replayed: bool) -> dict[str, Json]:
    """The call as it was made. Arguments that no server would take back, being no JSON object, go as an empty one."""
    arguments = write(call.arguments or {}) if call.arguments is None or not call.raw_arguments else call.raw_arguments
    written: dict[str, Json] = {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}
    return {**written, **call.replay} if replayed and call.replay else written
