"""The commands that pages show in blocks without their output."""

import re
from collections.abc import Iterator

BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^ {4}(?=\S)(.*)$", re.MULTILINE)
PROGRAM = re.compile(r"(?:[A-Z_]+=\S+ )*(?:make|manage\.py|tieout|python3?|sqlite3|openssl|cp|mkdir|chmod|docker)(?= )")
REMARK = re.compile(r"\s+#\s.*$")


def commands(page: str) -> Iterator[str]:
    """In their order, without the remarks behind them."""
    in_blocks = [line for block in BLOCK.findall(page) for line in block.splitlines()]
    lines = in_blocks + INDENTED.findall(FENCED.sub("", page))
    yield from (REMARK.sub("", line) for line in lines if PROGRAM.match(line))
