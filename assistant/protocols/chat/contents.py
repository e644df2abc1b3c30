"""Texts of a message: content as null, a string or parts, and reasoning under its several names."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Json


def text_of(content: Json) -> str:
    """Return the text of a message, without parts of thinking."""
    if isinstance(content, str):
        return content
    return "".join(_text_of_part(part) for part in content) if isinstance(content, list) else ""


def reasoning_of(message: Mapping[str, Any]) -> str:
    """Return the reasoning from the first place that has any: a field, thinking parts, or the details behind it."""
    for name in ("reasoning_content", "reasoning"):
        if isinstance(message.get(name), str) and message[name]:
            return str(message[name])
    return _thinking(message.get("content")) or _details(message.get("reasoning_details"))


def _text_of_part(part: Json) -> str:
    if isinstance(part, str):
        return part
    is_text = isinstance(part, Mapping) and part.get("type") in ("text", "output_text", None)
    return part["text"] if is_text and isinstance(part.get("text"), str) else ""


def _thinking(content: Json) -> str:
    parts = content if isinstance(content, list) else []
    thoughts = [part.get("thinking") for part in parts if isinstance(part, Mapping) and part.get("type") == "thinking"]
    return "".join(text_of(thought) for thought in thoughts)


def _details(details: Json) -> str:
    parts = [part for part in details if isinstance(part, Mapping)] if isinstance(details, list) else []
    texts = [part.get("text") or part.get("summary") for part in parts]
    return "".join(text for text in texts if isinstance(text, str))
