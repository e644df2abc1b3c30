"""What output items say and think. Annotations are no part of either."""

from collections.abc import Iterable, Mapping
from typing import Any

from assistant.contract import Json
from assistant.protocols.values import mappings, string

Item = Mapping[str, Any]


def text_of(items: Iterable[Item]) -> str:
    """The text of all messages. A refusal is not said: it is how the turn ends."""
    return "".join(string(part.get("text")) for part in _parts(items) if part.get("type") == "output_text")


def refuses(items: Iterable[Item]) -> bool:
    return any(part.get("type") == "refusal" for part in _parts(items))


def reasoning_of(items: Iterable[Item]) -> str:
    """The reasoning, as it was where the server shows it, else summed up."""
    thoughts = [item for item in items if item.get("type") == "reasoning"]
    return "".join(_joined(item.get("content")) or _joined(item.get("summary")) for item in thoughts)


def _parts(items: Iterable[Item]) -> list[Item]:
    return [part for item in items if item.get("type") == "message" for part in mappings(item.get("content"))]


def _joined(parts: Json) -> str:
    return "".join(string(part.get("text")) for part in mappings(parts))
