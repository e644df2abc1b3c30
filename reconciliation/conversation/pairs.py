"""What code has paired before a model is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedStatement:
    """Of one statement: its account, and for each line the names of its entries."""

    account: str | None
    lines: Mapping[int, Sequence[str]]
