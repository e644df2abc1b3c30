"""Token counts of generateContent, where thoughts are no part of the candidates, and what tools read is no part of the prompt."""

from assistant.contract import Json, Usage
from assistant.protocols.values import count, mapping, total


def usage_of(stated: Json) -> Usage:
    """The usage of an answer. Counts of nothing are not sent: an answer without output has what the total leaves for it."""
    usage = mapping(stated)
    prompt, thoughts = count(usage.get("promptTokenCount")), count(usage.get("thoughtsTokenCount"))
    read = total(prompt, count(usage.get("toolUsePromptTokenCount"))) if prompt is not None else None
    written = total(count(usage.get("candidatesTokenCount")), thoughts)
    return Usage(
        input_tokens=read,
        output_tokens=written if written is not None else _left(count(usage.get("totalTokenCount")), read),
        cached_input_tokens=count(usage.get("cachedContentTokenCount")),
        reasoning_tokens=thoughts,
    )


def _left(whole: int | None, read: int | None) -> int | None:
    return whole - read if whole is not None and read is not None and whole >= read else None
