"""Chat Completions, the protocol of most servers, each with deviations of its own."""

from collections.abc import Iterator, Mapping, Sequence
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
from assistant.conversation import own_calls
from assistant.dialects import Dialect
from assistant.protocols import Reply
from assistant.protocols.call_pieces import CallFragments, call_id
from assistant.protocols.replies import (
    END,
    WITHHELD,
    Ids,
    arguments_of,
    body_of,
    event_of,
    failure_in,
    finish_with_calls,
    is_blank,
    is_error,
    is_streamed,
    streamed_turn,
)
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
from assistant.strict_json import billed, first_count, mapping, mappings, string


def path(_model: str, *, stream: bool) -> str:  # the same place either way
    return "/chat/completions"


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """Return the body to send. Raises ProviderError for an unknown option, with its name."""
    way = way_of_schema(request, dialect)
    instructions = with_schema_in_words(request) if is_put_in_words(request, dialect) else request.instructions
    system = [{"role": "system", "content": instructions}] if instructions else []
    tools = [
        {"type": "function", "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}}
        for tool in offered(request, dialect)
    ]
    body = {**placed(request.options, dialect.options), "model": model, "messages": [*system, *_messages(request.messages, dialect)]}
    if tools:
        named = {"type": "function", "function": {"name": request.forced_tool}}
        body |= {"tools": tools, **choice(request, dialect, named=named)}
    if way == "native":
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": request.output_schema}}
    if way == "object":
        body["response_format"] = {"type": "json_object"}
    return body


def _messages(messages: Sequence[Message], dialect: Dialect) -> Iterator[dict[str, Json]]:
    """Yield the conversation, each turn as its server expects it back. Servers refuse an empty message: a turn without content is left
    out."""
    before = ""
    for message in messages:
        if message.role == "user" and before == "tool" and not dialect.user_after_tool:
            yield {"role": "assistant", "content": "OK."}
        if message.role == "tool":
            for result in message.results:
                yield {"role": "tool", "tool_call_id": result.call_id, "content": result.content}
        elif message.turn is not None:
            stored = own_state(message.turn, dialect).get("message")
            calls: list[dict[str, Json]] = []
            for call in own_calls(message.turn):
                function = {"name": call.name, "arguments": arguments_to_send(call)}
                own_fields = call.replay if stored is not None and call.replay else {}
                calls.append({"id": call.id, "type": "function", "function": function, **own_fields})
            answer: dict[str, Json] = {"role": "assistant", "content": message.turn.text}
            if calls:
                answer |= {"tool_calls": calls} | ({dialect.beside_calls: ""} if dialect.beside_calls and stored is None else {})
            if isinstance(stored, Mapping):
                answer |= {name: stored[name] for name in dialect.replays if name in stored}
            if calls or answer["content"]:
                yield answer
        else:
            yield {"role": message.role, "content": message.text}
        before = message.role


def notes(request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]:
    """Return notes on the parts of the request that this server cannot be asked for."""
    return left_out(request, dialect, dialect.options)


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    """Return the same request, answered as a stream that ends with its usage."""
    return {**body, "stream": True, "stream_options": {"include_usage": True}}


def decode(reply: Reply, *, dialect: Dialect) -> Turn:
    """Return the turn in a reply. Raises ProviderError: for a status other than a 2xx, for an error inside a 200, and as `malformed` for a
    body that is empty, not JSON, without an answer, or cut."""
    return streamed_turn(reply, ChatStream(dialect)) if is_streamed(reply) else turn_of(body_of(reply), dialect)


_FINISHES: dict[str, FinishReason] = {
    **dict.fromkeys(("stop", "eos", "eos_token", "stop_sequence", "end_turn", "complete"), "stop"),
    **dict.fromkeys(("tool_calls", "tool_call", "function_call", "tool_use"), "tool_calls"),
    **dict.fromkeys(("length", "max_tokens", "max_new_tokens", "model_length"), "length"),
    **dict.fromkeys(("content_filter", "refusal", "safety", "recitation", "blocklist", "prohibited_content"), "content_filter"),
    **dict.fromkeys(("error", "abort", "insufficient_system_resource", "function_call_filter"), "error"),
}
"""By the words in small letters up to a colon: Gemini adds its own reason after one."""
_REPLAYED = ("reasoning_content", "reasoning", "reasoning_details", "extra_content")
"""Fields that only this provider understands, to be sent back as they came."""


def turn_of(body: Json, dialect: Dialect) -> Turn:
    """Return the turn in a body. Raises ProviderError: for an error inside it, and as `malformed` if it has no answer."""
    choices = mapping(body).get("choices")
    if is_error(body, has_answer=bool(choices)):
        raise failure_in(body, status=200)
    first = choices[0] if isinstance(choices, list) and choices else None
    reason = string(mapping(first).get("finish_reason")).lower().partition(":")[0]
    stated = _FINISHES.get(reason, "other")
    if not isinstance(first, Mapping) or (not isinstance(first.get("message"), Mapping) and stated not in WITHHELD):
        raise ProviderError("malformed", "the body has no choice with a message in it")
    if isinstance(first.get("error"), Mapping):
        raise failure_in(first, status=200)
    message, response_id = mapping(first.get("message")), string(body.get("id"))
    calls = tool_calls(message, mint=response_id or "call")
    replayed = {name: message[name] for name in _REPLAYED if message.get(name) is not None}
    if isinstance(message.get("content"), list):
        replayed["content"] = message["content"]
    finish = finish_with_calls(stated, asks=bool(calls))
    if finish == "stop" and message.get("refusal"):
        finish = "content_filter"
    return Turn(
        text=text_of(message.get("content")),
        tool_calls=(*executed_calls(message), *calls),
        finish_reason=finish,
        usage=usage_of(body),
        model=string(body.get("model")),
        response_id=response_id,
        reasoning=reasoning_of(message),
        state={"dialect": dialect.name, "message": replayed},
    )


def tool_calls(message: Mapping[str, Any], *, mint: str) -> tuple[ToolCall, ...]:
    """Return the calls in order. Ids that are missing, null or repeated are minted from `mint` and the place."""
    ids = Ids(mint)
    legacy = message.get("function_call")
    entries = mappings(message.get("tool_calls")) or ([{"function": legacy}] if isinstance(legacy, Mapping) else [])
    calls: list[ToolCall] = []
    for entry in entries:
        function = mapping(entry.get("function"))
        if is_blank(entry.get("id"), function.get("name"), function.get("arguments")):
            continue
        arguments, raw = arguments_of(function.get("arguments"))
        calls.append(
            ToolCall(
                id=ids.give(call_id(entry)),
                name=string(function.get("name")),
                arguments=arguments,
                raw_arguments=raw,
                replay={"extra_content": entry["extra_content"]} if entry.get("extra_content") else None,
            )
        )
    return tuple(calls)


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


def text_of(content: Json) -> str:
    """Return the text of a message, without parts of thinking."""
    if isinstance(content, str):
        return content
    texts: list[str] = []
    for part in content if isinstance(content, list) else ():
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping) and part.get("type") in ("text", "output_text", None):
            texts.append(string(part.get("text")))
    return "".join(texts)


_REASONING = ("reasoning_content", "reasoning", "reasoning_text", "thinking")


def reasoning_of(message: Mapping[str, Any]) -> str:
    """Return the reasoning from the first place that has any: a field, thinking parts, or the details behind it."""
    for name in _REASONING:
        if isinstance(message.get(name), str) and message[name]:
            return str(message[name])
    parts = [*mappings(message.get("content")), *mappings(message.get("thinking_blocks"))]
    thinking = [part.get("thinking") for part in parts if part.get("type") == "thinking"]
    details = [part.get("text") or part.get("summary") for part in mappings(message.get("reasoning_details"))]
    return "".join(map(text_of, thinking)) or "".join(text for text in details if isinstance(text, str))


def usage_of(body: Mapping[str, Any]) -> Usage:
    """Return the usage of a body, from the first place that has any: Moonshot states it in the choice. A figure that is absent, or no
    count, is None."""
    places = (body, mapping(body.get("x_groq")), *mappings(body.get("choices"))[:1])
    usage = next((stated for place in places if (stated := mapping(place.get("usage")))), {})
    prompt, completion = mapping(usage.get("prompt_tokens_details")), mapping(usage.get("completion_tokens_details"))
    return Usage(
        input_tokens=first_count(usage.get("prompt_tokens"), usage.get("input_tokens")),
        output_tokens=first_count(usage.get("completion_tokens"), usage.get("output_tokens")),
        cached_input_tokens=first_count(prompt.get("cached_tokens"), usage.get("prompt_cache_hit_tokens"), usage.get("cached_tokens")),
        reasoning_tokens=first_count(completion.get("reasoning_tokens"), usage.get("reasoning_tokens")),
        billed=billed(usage),
    )


_TEXTS = (*_REASONING, "refusal")
_LISTS = ("reasoning_details", "thinking_blocks", "executed_tools")


class ChatStream:
    """Adds up the chunks of the first choice to the body of the same answer without a stream. Usage replaces usage: where every chunk has
    it, it is cumulative. A stream is whole with its end mark, or with a finish reason: some servers send no mark."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._envelope: dict[str, Json] = {}
        self._texts: dict[str, str] = {}
        self._lists: dict[str, list[Json]] = {}
        self._content: list[Json] = []
        self._calls = CallFragments()
        self._finish: Json = None
        self._usage: Json = None
        self._has_choice = self._ended = False

    def add(self, data: str) -> Sequence[Delta]:
        if self._ended:
            return ()
        if data.strip() == END:
            self._ended = True
            return ()
        chunk = event_of(data)
        if is_error(chunk, has_answer="choices" in chunk):
            raise failure_in(chunk, status=200)
        self._envelope |= {name: chunk[name] for name in ("id", "model", "usage", "x_groq") if chunk.get(name)}
        first = (choice for choice in mappings(chunk.get("choices")) if choice.get("index") in (0, None))
        return tuple(delta for choice in first for delta in self._add_choice(choice))

    def turn(self) -> Turn:
        if not self._ended and not self._finish:
            raise ProviderError("malformed", "the stream was cut before its end")
        if not self._has_choice:
            return turn_of(self._envelope, self._dialect)
        content: Json = [{"type": "text", "text": part} if isinstance(part, str) else part for part in self._content]
        if all(isinstance(part, str) for part in self._content):
            content = "".join(self._content)
        message = {**self._texts, **self._lists, "content": content, "tool_calls": self._calls.entries()}
        whole = {"message": message, "finish_reason": self._finish, "usage": self._usage}
        return turn_of({**self._envelope, "choices": [whole]}, self._dialect)

    def _add_choice(self, choice: Mapping[str, Any]) -> Iterator[Delta]:
        """Add a chunk of the first choice and yield its pieces of reasoning and text."""
        if isinstance(choice.get("error"), Mapping):
            raise failure_in(choice, status=200)
        self._has_choice = True
        self._finish = choice.get("finish_reason") or self._finish
        self._usage = choice.get("usage") or self._usage
        delta = mapping(choice.get("delta", choice.get("message")))
        content = delta.get("content")
        self._content += content if isinstance(content, list) else [content] if isinstance(content, str) else []
        for name in _TEXTS:
            if isinstance(delta.get(name), str):
                self._texts[name] = self._texts.get(name, "") + delta[name]
        for name in _LISTS:
            if isinstance(delta.get(name), list):
                self._lists.setdefault(name, []).extend(delta[name])
        yield from (ProviderToolStarted(call.name) for call in executed_calls(delta))
        legacy = mapping(delta.get("function_call"))
        for fragment in mappings(delta.get("tool_calls")) or ([{"function": legacy}] if legacy else []):
            self._calls.add(fragment)
        if thought := reasoning_of(delta):
            yield ReasoningDelta(thought)
        if text := text_of(content):
            yield TextDelta(text)


def streamed(dialect: Dialect) -> ChatStream:
    return ChatStream(dialect)
