"""Server-sent events: from the text of a stream to its data, whatever its line ends and comments."""

import re
from collections.abc import Iterator

_LINE_END = re.compile(r"\r\n|\n|\r")  # str.splitlines would also cut at U+2028, which JSON leaves as it is


def event_data(stream: str) -> Iterator[str]:
    """The data of each event, comments left out. The last one may lack its blank line: half an object is no JSON."""
    pending: list[str] = []
    for line in _LINE_END.split(stream):
        if line.startswith("data:"):
            pending.append(line[5:].removeprefix(" "))
        elif not line and pending:
            yield "\n".join(pending)
            pending = []
    if pending:
        yield "\n".join(pending)
