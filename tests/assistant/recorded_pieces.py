"""The content of a recorded request, piece by piece, in words that hardly depend on the protocol."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.dialects import Api

Piece = tuple[Any, ...]
"""A piece of a request: its kind (`text`, `reasoning`, `call`, `result`, `user`, or `other` for parts of only one protocol) and then its
content. Texts as a string or as parts, arguments as an object or its text, and null or nothing, are alike."""
_CAPTION = "<file name="


def pieces(api: Api, messages: Sequence[Mapping[str, Any]]) -> list[Piece]:
    read = {"chat": _of_chat, "responses": _of_responses, "messages": _of_messages, "generate_content": _of_generate_content}[api]
    return [piece for message in messages for piece in read(message) if piece != ("text", "")]


def _of_chat(message: Mapping[str, Any]) -> Iterator[Piece]:
    content = message.get("content")
    if message["role"] == "tool":
        yield "result", message["tool_call_id"], as_text(content)
    elif message["role"] == "assistant":
        yield from _reasoning(message)
        yield "text", as_text([part for part in content if part["type"] != "thinking"] if isinstance(content, list) else content)
        for call in message.get("tool_calls") or ():
            asked = call["function"]
            yield "call", call["id"], asked["name"], _object(asked["arguments"]), call.get("extra_content")
    else:
        yield _said_by_others(message["role"], content)


def _reasoning(message: Mapping[str, Any]) -> Iterator[Piece]:
    """Under whichever of its names: some clients send the same text under two."""
    content = message.get("content")
    parts = [part for part in content if part["type"] == "thinking"] if isinstance(content, list) else []
    stated = message.get("reasoning_content") or message.get("reasoning") or parts
    if stated:
        yield "reasoning", stated
    if message.get("reasoning_details"):
        yield "details", message["reasoning_details"]


def _of_responses(item: Mapping[str, Any]) -> Iterator[Piece]:
    kind = item.get("type", "message")
    if kind == "function_call":
        yield "call", item["call_id"], item["name"], _object(item["arguments"])
    elif kind == "function_call_output":
        yield "result", item["call_id"], as_text(item["output"])
    elif kind == "reasoning":
        yield "reasoning", elided(item.get("encrypted_content") or ""), item.get("summary"), item.get("content") or None
    elif kind == "additional_tools":
        yield ("tools",)
    elif kind == "message":
        spoken = as_text(item["content"])
        yield ("text", spoken) if item["role"] == "assistant" else _said_by_others(item["role"], item["content"])
    else:
        yield "other", _meaningful(item)


def elided(payload: str) -> str:
    """A payload as the records tell it where they leave it out: by its length and its digest."""
    if payload.startswith("<elided:"):
        return payload
    return f"<elided:{len(payload)}:{hashlib.sha256(payload.encode()).hexdigest()[:12]}>"


def _of_messages(message: Mapping[str, Any]) -> Iterator[Piece]:
    content = message["content"]
    for block in content if isinstance(content, list) else [{"type": "text", "text": content}]:
        if block["type"] == "tool_result":
            yield "result", block["tool_use_id"], as_text(block.get("content")), bool(block.get("is_error"))
        elif message["role"] != "assistant":
            yield ("tools",) if block["type"] == "tool_addition" else _said_by_others(message["role"], [block])
        elif block["type"] == "text":
            yield "text", block["text"]
        elif block["type"] == "tool_use":
            yield "call", block["id"], block["name"], block["input"]
        else:
            yield "other", _meaningful(block)


def _of_generate_content(content: Mapping[str, Any]) -> Iterator[Piece]:
    parts = content["parts"]
    if content["role"] == "user" and not any("functionResponse" in part for part in parts):
        yield _said_by_others("user", parts)
        return
    for part in parts:
        signature = (part.get("thoughtSignature") or "").replace("-", "+").replace("_", "/")  # the two letters in which base64 differs
        if "functionResponse" in part:
            yield (
                "result",
                _given_id(part["functionResponse"]),
                part["functionResponse"]["name"],
                _told(part["functionResponse"]["response"]),
            )
        elif "functionCall" in part:
            call = part["functionCall"]
            yield "call", _given_id(call), call["name"], call.get("args") or {}, signature
        elif content["role"] == "user":
            yield ("file",)
        elif "text" in part:
            yield ("text", part["text"], bool(part.get("thought")), signature) if part["text"] or signature else ("text", "")
        else:
            yield "other", _meaningful(part)


def _given_id(told: Mapping[str, Any]) -> str | None:
    """An id that the recording client made up has no meaning."""
    stated = told.get("id")
    return None if stated is None or stated.startswith("pyd_ai_") else stated


def _told(response: Mapping[str, Any]) -> str:
    """Clients differ in the name under which a result goes."""
    alone = next(iter(response.values())) if len(response) == 1 else response
    return alone if isinstance(alone, str) else json.dumps(alone, sort_keys=True)


def _said_by_others(role: str, content: Any) -> Piece:
    """Return a piece for files of a tool's result, with their captions, or for a user's message."""
    parts = content if isinstance(content, list) else []
    is_file = any("text" not in part or part["text"].startswith(_CAPTION) for part in parts)
    return ("file",) if is_file and role == "user" else ("user", role)


def as_text(content: Any) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    texts = [part["text"] for part in content if set(part) <= {"type", "text", "annotations", "logprobs"} and "text" in part]
    return "".join(texts) if len(texts) == len(content) else json.dumps(content, sort_keys=True)


def _object(arguments: Any) -> Any:
    """The arguments as an object, where their text is one."""
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


def _meaningful(item: Any) -> Any:
    """Without what says nothing: nulls, statuses, who called, where it is cached, and ids of items."""
    if isinstance(item, Mapping):
        told = {name: _meaningful(inner) for name, inner in item.items() if inner is not None}
        return {name: inner for name, inner in told.items() if name not in ("status", "caller", "cache_control", "citations", "created_by")}
    return [_meaningful(inner) for inner in item] if isinstance(item, list) else item


def kinds(found: Sequence[Piece]) -> list[str]:
    return [piece[0] for piece in found]
