"""The Messages API of Anthropic."""

import re
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
from assistant.protocols.replies import (
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
from assistant.protocols.requests import dropped, forced, narrowed, not_forced, own_state, placed, with_schema_in_words
from assistant.strict_json import count, mapping, mappings, string, total

_NO_PART_OF_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")
SAMPLING = ("temperature", "top_p")
"""Options that are refused beside thinking."""
_BUDGETS = {"minimal": 1024, "low": 1024, "medium": 4096, "high": 8192}
_SMALLEST_BUDGET = 1024
"""The server's minimum; the whole answer must be allowed more than this."""
_UNASKED = re.compile(r"claude-[a-z]+-[5-9]")
"""Models that think by default."""
_NEVER_FORCED = re.compile(r"claude-[a-z]+-(5-[1-9](?!\d)|[6-9])")
"""Models that answer a forced call with a 400 (platform.claude.com/docs, What's new in Fable 5.1, in Opus 5.5, in Sonnet 5.5)."""
_BY_BUDGET = re.compile(r"claude-(3|2|instant)|claude-(opus|sonnet|haiku)-4(-[0-5]|@|$)")
LONGEST_ANSWER = 16_384
"""Default in tokens: the API requires a limit."""
FIELDS = {
    "temperature": "temperature",
    "top_p": "top_p",
    "max_output_tokens": "max_tokens",
    "reasoning_effort": "output_config.effort",
}
CACHED = {"cache_control": {"type": "ephemeral"}}
"""Mark of a cached prefix: it and all before it is stored for some minutes and read again at a tenth of the price."""
_WITHOUT_SCHEMAS = re.compile(r"claude-(3|2|instant)|claude-(opus|sonnet)-4(-[01](?!\d)|-2|@|$)")
"""Models that cannot be held to a JSON schema (platform.claude.com/docs, Structured outputs)."""

_WORDS = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "$defs", "format", "description"}
)
"""Keywords of an answer's schema (platform.claude.com/docs, Structured outputs): the server answers others with a 400."""


def path(_model: str, *, stream: bool) -> str:  # the same place either way
    return "/v1/messages"


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """Return the body to send. Raises ProviderError for an unknown option, with its name."""
    in_words = request.output_schema is not None and _WITHOUT_SCHEMAS.search(model) is not None
    instructions = with_schema_in_words(request) if in_words else request.instructions
    body = {**_settled(request, model), "messages": messages_of(request.messages, dialect)}
    if request.output_schema is not None and not in_words:
        shape = {"type": "json_schema", "schema": narrowed(request.output_schema, _WORDS)}
        body["output_config"] = {**mapping(body.get("output_config")), "format": shape}
    tools = tools_of(request)
    if tools and not instructions:  # tools come first in the server's cache: a mark on the instructions covers them
        tools[-1] |= CACHED
    if tools:
        body["tools"] = tools
    if instructions:
        body["system"] = [{"type": "text", "text": instructions, **CACHED}]
    if not request.tools and tools:
        body["tool_choice"] = {"type": "none"}
    elif forced(request) and can_be_forced(body):
        body["tool_choice"] = {"type": "tool", "name": forced(request)}
    return body


def messages_of(conversation: Sequence[Message], dialect: Dialect) -> list[dict[str, Json]]:
    """Return the messages. Neighbours of one role are joined, since the server expects alternating roles, and it refuses empty ones."""
    messages: list[dict[str, Json]] = []
    for message in conversation:
        role = "assistant" if message.role == "assistant" else "user"
        blocks: list[Mapping[str, Json]] = []
        if message.turn is not None:
            blocks += _turn_blocks(message.turn, dialect)
        elif message.role == "tool":
            for result in message.results:
                content = {"content": result.content} if result.content else {}
                error = {"is_error": True} if result.is_error else {}
                blocks.append({"type": "tool_result", "tool_use_id": _name(result.call_id), **content, **error})
        elif message.text.strip():
            blocks.append({"type": "text", "text": message.text})
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"] += blocks
        elif blocks:
            messages.append({"role": role, "content": blocks})
    return messages


def _turn_blocks(turn: Turn, dialect: Dialect) -> Iterator[Mapping[str, Json]]:
    """Yield the turn as this server made it, else the text and calls of another provider's turn."""
    stored = own_state(turn, dialect).get("content")
    if stored is not None:
        yield from mappings(stored)
        return
    if turn.text.strip():
        yield {"type": "text", "text": turn.text}
    for call in own_calls(turn):
        yield {"type": "tool_use", "id": _name(call.id), "name": _name(call.name), "input": dict(call.arguments or {})}


def _name(given: str) -> str:
    """Return another provider's id or name in the letters that are allowed here."""
    return _NO_PART_OF_A_NAME.sub("_", given) or "_"


def tools_of(request: Request) -> list[dict[str, Json]]:
    """Return the offered tools; if there are none, those that were called before, which the server expects to know."""
    if request.tools:
        return [{"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)} for tool in request.tools]
    called = {call.name for message in request.messages if message.turn for call in own_calls(message.turn)}
    return [{"name": name, "input_schema": {"type": "object"}} for name in sorted(called)]


def notes(request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]:
    """Return notes on the parts of the request that this server cannot be asked for."""
    body = _settled(request, model)
    tool = "" if can_be_forced(body) else forced(request)
    tells = {"reasoning_text": "thinking.display"} if mapping(body.get("thinking")).get("display") else {}
    known = {name: place for name, place in FIELDS.items() if name not in SAMPLING or not is_thinking(body)} | tells
    return (*dropped(request.options, known), *((not_forced(tool),) if tool else ()))


def _settled(request: Request, model: str) -> dict[str, Json]:
    """Return the options as the model expects them. Models with a number of tokens show their thinking unasked."""
    options = placed(request.options, FIELDS)
    body = with_thinking({"max_tokens": LONGEST_ANSWER, **options, "model": model})
    thinking = mapping(body.get("thinking"))
    is_adaptive = thinking.get("type") == "adaptive" or (not thinking and _UNASKED.search(model))
    if not request.options.get("reasoning_text") or not is_adaptive:
        return body
    rest = {name: value for name, value in body.items() if name not in SAMPLING}
    return {**rest, "thinking": {"type": "adaptive", "display": "summarized", **thinking}}


def is_thinking(body: Mapping[str, Json]) -> bool:
    """Return True if a body asks for thinking, by effort or by the field itself."""
    effort = mapping(body.get("output_config")).get("effort")
    return effort not in (None, "none") or mapping(body.get("thinking")).get("type") in ("enabled", "adaptive")


def can_be_forced(body: Mapping[str, Json]) -> bool:
    """Return True if a call can be forced: not while thinking is asked for, and never with some models."""
    return not is_thinking(body) and _NEVER_FORCED.search(body["model"]) is None


def with_thinking(body: dict[str, Json]) -> dict[str, Json]:
    """Return the body with its effort as the model expects it, and without options that exclude thinking."""
    if not is_thinking(body):
        return _without_effort(body)
    rest = {name: value for name, value in body.items() if name not in SAMPLING}
    if rest.get("thinking"):
        return rest
    config = mapping(rest["output_config"])
    effort = config["effort"]
    if not _BY_BUDGET.search(rest["model"]):
        known = "low" if effort == "minimal" else effort  # the least that they know
        return {**rest, "output_config": {**config, "effort": known}, "thinking": {"type": "adaptive"}}
    wanted = _BUDGETS.get(effort, _BUDGETS["high"]) if isinstance(effort, str) else _SMALLEST_BUDGET
    half = (count(rest["max_tokens"]) or 0) // 2  # thinking counts among the tokens that an answer may have
    budget = max(_SMALLEST_BUDGET, min(wanted, half))
    return {**_without_effort(rest), "thinking": {"type": "enabled", "budget_tokens": budget}}


def _without_effort(body: dict[str, Json]) -> dict[str, Json]:
    config = {name: value for name, value in mapping(body.get("output_config")).items() if name != "effort"}
    rest = {name: value for name, value in body.items() if name != "output_config"}
    return {**rest, "output_config": config} if config else rest


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    return {**body, "stream": True}


def decode(reply: Reply, *, dialect: Dialect) -> Turn:
    """Return the turn in a reply. Raises ProviderError: for a status other than a 2xx, for an error inside a 200, and as `malformed` for a
    body that is empty, not JSON, without an answer, or cut."""
    return streamed_turn(reply, MessagesStream(dialect)) if is_streamed(reply) else turn_of(body_of(reply), dialect)


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
    """Return the turn in a body. Raises ProviderError: for an error inside it, and as `malformed` if it has no answer.

    Its state has the blocks as the server takes them back: as they came, except minted ids, input that was no object, and empty texts."""
    answer = mapping(body)
    if is_error(answer, has_answer="content" in answer):
        raise failure_in(body, status=200)
    stated = _FINISHES.get(string(answer.get("stop_reason")), "other")
    if not isinstance(answer.get("content"), list) and stated not in WITHHELD:
        raise ProviderError("malformed", "the body has no content in it")
    blocks, response_id = mappings(answer.get("content")), string(answer.get("id"))
    ids = Ids(response_id or "call")
    calls: list[ToolCall] = []
    returned: list[Json] = []
    for block in blocks:
        if block.get("type") == OURS and is_blank(block.get("id"), block.get("name"), block.get("input")):
            continue
        if block.get("type") == OURS or block.get("type") in _EXECUTED:
            arguments, raw = arguments_of(block.get("input"))
            call = ToolCall(
                id=ids.give(string(block.get("id"))),
                name=string(block.get("name")),
                arguments=arguments,
                raw_arguments=raw,
                provider_executed=block.get("type") != OURS,
            )
            calls.append(call)
            returned.append({**block, "id": call.id, "input": call.arguments or {}})
        elif block.get("type") != "text" or string(block.get("text")).strip():
            returned.append(dict(block))
    return Turn(
        text=_joined(blocks, "text"),
        tool_calls=tuple(calls),
        finish_reason=finish_with_calls(stated, asks=any(not call.provider_executed for call in calls)),
        usage=usage_of(answer.get("usage")),
        model=string(answer.get("model")),
        response_id=response_id,
        reasoning=_joined(blocks, "thinking"),
        state={"dialect": dialect.name, "content": returned},
    )


def _joined(blocks: list[Mapping[str, Any]], kind: str) -> str:
    return "".join(string(block.get(kind)) for block in blocks if block.get("type") == kind)


def usage_of(stated: Json) -> Usage:
    """Return the usage of an answer. If the server compacted the conversation first, that was paid too and is only in `iterations`. The
    input includes its cached tokens; without its own count it is unknown."""
    parts = [mapping(stated), *(item for item in mappings(mapping(stated).get("iterations")) if item.get("type") == "compaction")]
    inputs = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    is_counted = count(parts[0].get("input_tokens")) is not None
    return Usage(
        input_tokens=total(*(count(part.get(name)) for part in parts for name in inputs)) if is_counted else None,
        output_tokens=total(*(count(part.get("output_tokens")) for part in parts)),
        cached_input_tokens=total(*(count(part.get("cache_read_input_tokens")) for part in parts)),
        cache_written_tokens=total(*(count(part.get("cache_creation_input_tokens")) for part in parts)),
        reasoning_tokens=count(mapping(parts[0].get("output_tokens_details")).get("thinking_tokens")),
    )


_PIECES = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature", "compaction_delta": "content"}


class MessagesStream:
    """Puts blocks together by their index. Usage is cumulative: a figure of a later event replaces a smaller one, and some servers repeat
    none but the output. A stream is whole with its end mark, or with a stop reason."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._message: dict[str, Json] = {}
        self._usage: dict[str, Json] = {}
        self._blocks: dict[int, dict[str, Json]] = {}
        self._inputs: dict[int, str] = {}
        self._begun = self._ended = False

    def add(self, data: str) -> Sequence[Delta]:
        event = event_of(data)
        kind = event.get("type")
        if is_error(event, has_answer=bool(kind)):
            raise failure_in(event, status=200)
        if kind == "message_start":
            self._message, self._usage, self._blocks, self._inputs = {}, {}, {}, {}  # a second one begins the answer again
            self._begun = True
            self._take(mapping(event.get("message")), event)
        elif kind == "message_delta":
            self._take(mapping(event.get("delta")), event)
        elif kind == "content_block_start":
            block = self._blocks[self._place(event, last=len(self._blocks))] = dict(mapping(event.get("content_block")))
            return (ProviderToolStarted(string(block.get("name"))),) if block.get("type") in _EXECUTED else _deltas(block)
        elif kind == "content_block_delta":
            return self._add_piece(self._place(event, last=len(self._blocks) - 1), mapping(event.get("delta")))
        elif kind == "message_stop":
            self._ended = True
        return ()

    def turn(self) -> Turn:
        if not self._begun or not (self._ended or self._message.get("stop_reason")):
            raise ProviderError("malformed", "the stream was cut before its end")
        inputs = {index: {"input": text} for index, text in self._inputs.items() if text}
        content = [block | inputs.get(index, {}) for index, block in sorted(self._blocks.items())]
        return turn_of({**self._message, "content": content, "usage": self._usage}, self._dialect)

    def _place(self, event: Mapping[str, Any], *, last: int) -> int:
        index = count(event.get("index"))
        return last if index is None else index

    def _take(self, message: Mapping[str, Any], event: Mapping[str, Any]) -> None:
        self._message |= {name: message[name] for name in ("id", "model", "stop_reason") if message.get(name)}
        usage = {**mapping(message.get("usage")), **mapping(event.get("usage"))}
        for name, value in usage.items():
            before, now = count(self._usage.get(name)), count(value)
            if now is None or before is None or now > before:
                self._usage[name] = self._usage.get(name) if value is None else value

    def _add_piece(self, index: int, delta: Mapping[str, Any]) -> Sequence[Delta]:
        block = self._blocks.setdefault(index, {})
        kind = string(delta.get("type"))
        if kind in _PIECES:
            name = _PIECES[kind]
            piece = string(delta.get(name))
            block[name] = string(block.get(name)) + piece
            return _deltas({**delta, "type": name})
        if kind == "input_json_delta":
            self._inputs[index] = self._inputs.get(index, "") + string(delta.get("partial_json"))
        if kind == "citations_delta":
            so_far = block.get("citations")
            block["citations"] = [*(so_far if isinstance(so_far, list) else []), delta.get("citation")]
        return ()


def _deltas(piece: Mapping[str, Any]) -> Sequence[Delta]:
    if piece.get("type") == "text" and string(piece.get("text")):
        return (TextDelta(string(piece.get("text"))),)
    if piece.get("type") == "thinking" and string(piece.get("thinking")):
        return (ReasoningDelta(string(piece.get("thinking"))),)
    return ()


def streamed(dialect: Dialect) -> MessagesStream:
    return MessagesStream(dialect)
