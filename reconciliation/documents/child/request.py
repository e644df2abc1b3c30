"""The request of the parent to the child: one line of JSON, then the bytes of the document."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields


class ChildRefused(Exception):
    """A named end: a code, and the figures for its message."""

    def __init__(self, code: str, **params: int | float | str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildRequest:
    """Memory and the document's size in bytes, seconds of processor time, the rest counts.

    `scanned` are the numbers of pages to recognise, `page` that of the one to draw."""

    engine: str
    password: str | None
    bytes: int
    pages: int
    characters: int
    seconds: float
    memory: int
    sandbox_required: bool
    scanned: Sequence[int] = ()
    page: int = 1

    @classmethod
    def parse(cls, line: str) -> "ChildRequest":
        """Limits that the child has no use for are left out."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in json.loads(line).items() if name in known})
