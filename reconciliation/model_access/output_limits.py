"""Output limit per request; also used to reserve its cost."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from assistant.contract import Provider
from assistant.costs import price_of
from reconciliation.model_access.endpoints import is_local, own_address
from reconciliation.model_access.spending import price

Purpose = Literal["proposes", "reads", "chats"]
LONGEST: dict[Purpose, int] = {"proposes": 32_768, "reads": 16_384, "chats": 16_384}
"""Tokens, including reasoning: several times the length of a long statement's rows, of a few pages, or of an explanation."""
UNLISTED = 8_192
"""Limit of a model without a listed one: some models refuse a higher limit."""


def length(providers: Sequence[Provider], purpose: Purpose, left: int | None, *, at: str) -> Mapping[str, Any]:
    """Return the option that limits the output, valid for every provider; the first is at the address `at`. `left` is what remains of the
    output tokens in the settings. Without a limit in the settings free local models may write as much as they can."""
    listed = [price_of(each.name, each.model) for each in providers]
    if left is not None:
        return {"max_output_tokens": min([max(1, left), *(each.longest_output for each in listed if each)])}
    first, *others = providers
    if _is_free(first, at) and all(_is_free(each, own_address(each.name)) for each in others):
        return {}
    return {"max_output_tokens": min([LONGEST[purpose], *(each.longest_output if each else UNLISTED for each in listed)])}


def _is_free(provider: Provider, address: str) -> bool:
    listed = price(provider)
    return is_local(address) and not (listed and listed.output)
