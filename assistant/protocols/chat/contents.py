"""Texts of a message: content as null, a string or parts, and reasoning under its several names."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Json
from assistant.protocols.values import mappings


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
    thinking = [part.get("thinking") for part in mappings(message.get("content")) if part.get("type") == "thinking"]
    details = [part.get("text") or part.get("summary") for part in mappings(message.get("reasoning_details"))]
    return "".join(map(text_of, thinking)) or "".join(text for text in details if isinstance(text, str))


def _text_of_part(part: Json) -> str:
    if isinstance(part, str):
        return part
    is_text = isinstance(part, Mapping) and part.get("type") in ("text", "output_text", None)
    return part["text"] if is_text and isinstance(part.get("text"), str) else ""
