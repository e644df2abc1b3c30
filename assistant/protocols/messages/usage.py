"""Token counts of the Messages API, where tokens read from a cache or written to one are no part of the input's own count."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Json, Usage
from assistant.protocols.values import count, mapping, mappings, total


def usage_of(stated: Json) -> Usage:
    """The usage of an answer. Where the server compacted the conversation first, that was paid too and stands in `iterations` alone."""
    parts = [mapping(stated), *(each for each in mappings(mapping(stated).get("iterations")) if each.get("type") == "compaction")]
    return Usage(
        input_tokens=_input(parts),
        output_tokens=total(*(count(part.get("output_tokens")) for part in parts)),
        cached_input_tokens=total(*(count(part.get("cache_read_input_tokens")) for part in parts)),
        cache_written_tokens=total(*(count(part.get("cache_creation_input_tokens")) for part in parts)),
        reasoning_tokens=count(mapping(parts[0].get("output_tokens_details")).get("thinking_tokens")),
    )


def _input(parts: list[Mapping[str, Any]]) -> int | None:
    """None where the input's own count is absent, whatever is known of the cache."""
    if count(parts[0].get("input_tokens")) is None:
        return None
    names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    return total(*(count(part.get(name)) for part in parts for name in names))
