"""What the parent asks of the child: one line of JSON, then the document's bytes."""

import json
from dataclasses import dataclass


class Refused(Exception):
    """A named end: a code, and the figures for its message."""

    def __init__(self, code: str, **params: int | float | str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Memory and the document's size in bytes, seconds of processor time, the rest counts."""

    engine: str
    password: str | None
    bytes: int
    pages: int
    characters: int
    seconds: float
    memory: int
    sandbox_required: bool

    @classmethod
    def parse(cls, line: str) -> "Request":
        return cls(**json.loads(line))
