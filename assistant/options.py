"""Options of a request: one closed list for all providers."""

from collections.abc import Mapping
from copy import deepcopy

from assistant.contract import Json, ProviderError

EXTRA = "extra"
"""A mapping of a provider's own fields, sent as they are."""
OPTIONS = (
    "temperature",
    "top_p",
    "top_k",
    "frequency_penalty",
    "presence_penalty",
    "seed",
    "stop",
    "max_output_tokens",
    "reasoning_effort",
    "reasoning_text",  # True to show the reasoning, where that must be asked for
    "store",  # True if the provider is to store its answers, and to continue from them
)


def placed(options: Mapping[str, Json], fields: Mapping[str, str]) -> dict[str, Json]:
    """Return the options as fields of a body. `fields` maps them to their places, such as `reasoning.effort`; one without a place is left
    out.

    Raises ProviderError `invalid_request` for an option that is not in the list, with its name."""
    unknown = [name for name in options if name not in OPTIONS and name != EXTRA]
    if unknown:
        raise ProviderError("invalid_request", f"unknown options: {', '.join(sorted(unknown))}")
    extra = options.get(EXTRA) or {}
    if not isinstance(extra, Mapping):
        raise ProviderError("invalid_request", "the option extra is not a mapping of fields")
    body: dict[str, Json] = deepcopy(dict(extra))
    for name in OPTIONS:
        if name in fields and options.get(name) is not None:
            *outer, last = fields[name].split(".")
            inner = body
            for field in outer:
                inner = inner.setdefault(field, {})
                if not isinstance(inner, dict):
                    raise ProviderError("invalid_request", f"the extra field {field} is not a mapping")
            inner[last] = options[name]
    return body


def dropped(options: Mapping[str, Json], fields: Mapping[str, str]) -> tuple[str, ...]:
    """Return a note for each option that has no place in the body."""
    lacking = (name for name in OPTIONS if options.get(name) is not None and name not in fields)
    return tuple(f"the option {name} was left out: this server does not know it" for name in lacking)
