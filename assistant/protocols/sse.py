"""Server-sent events: from the pieces of a stream to the data of its events, with any line ends and comments."""

import re
from collections.abc import Iterable, Iterator

_LINE_END = re.compile(r"\r\n|\n|\r")  # str.splitlines would also cut at U+2028, which JSON leaves as it is


def event_data(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the data of each event as soon as it is whole, comments left out. The last one may lack its blank line: half an object is no
    JSON."""
    pending: list[str] = []
    for line in _lines(pieces):
        if line.startswith("data:"):
            pending.append(line[5:].removeprefix(" "))
        elif not line and pending:
            yield "\n".join(pending)
            pending = []
    if pending:
        yield "\n".join(pending)


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield whole lines. A carriage return at the end of a piece may be half a line end: it waits for the next piece."""
    rest = ""
    for piece in pieces:
        text = rest + piece
        held = "\r" if text.endswith("\r") else ""
        *lines, rest = _LINE_END.split(text.removesuffix(held))
        rest += held
        yield from lines
    yield from _LINE_END.split(rest)
