"""Token counts, under the names that servers give them."""

from collections.abc import Mapping
from typing import Any

from assistant.contract import Usage
from assistant.protocols.values import billed, count, first_count, mapping


def usage_of(body: Mapping[str, Any]) -> Usage:
    """The usage of a body; what is absent, or no count, is None."""
    usage = mapping(body.get("usage")) or mapping(mapping(body.get("x_groq")).get("usage"))
    prompt, completion = mapping(usage.get("prompt_tokens_details")), mapping(usage.get("completion_tokens_details"))
    return Usage(
        input_tokens=count(usage.get("prompt_tokens")),
        output_tokens=count(usage.get("completion_tokens")),
        cached_input_tokens=first_count(prompt.get("cached_tokens"), usage.get("prompt_cache_hit_tokens"), usage.get("cached_tokens")),
        reasoning_tokens=first_count(completion.get("reasoning_tokens"), usage.get("reasoning_tokens")),
        billed=billed(usage),
    )
