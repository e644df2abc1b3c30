"""Token counts, under the names that servers give them."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Json, Usage


def usage_of(body: Mapping[str, Any]) -> Usage:
    """The usage of a body; what is absent, or no count, is None."""
    usage = _mapping(body.get("usage")) or _mapping(_mapping(body.get("x_groq")).get("usage"))
    prompt, completion = _mapping(usage.get("prompt_tokens_details")), _mapping(usage.get("completion_tokens_details"))
    return Usage(
        input_tokens=_count(usage.get("prompt_tokens")),
        output_tokens=_count(usage.get("completion_tokens")),
        cached_input_tokens=_first_count(prompt.get("cached_tokens"), usage.get("prompt_cache_hit_tokens"), usage.get("cached_tokens")),
        reasoning_tokens=_first_count(completion.get("reasoning_tokens"), usage.get("reasoning_tokens")),
    )


def _first_count(*values: Json) -> int | None:
    return next((count for count in map(_count, values) if count is not None), None)


def _count(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else None


def _mapping(value: Json) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
