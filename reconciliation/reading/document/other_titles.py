"""Titles of another statement further on in a file: in large letters over its period, and in other words than the first one's."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from reconciliation.reading.document.spans import Span
from reconciliation.reading.tokens.printed import Printed

TITLE = re.compile(r"(?:[^\W\d_]+ ){1,4}statement|[^\W\d_]+(?: [^\W\d_]+)? kontoauszug|kontoauszug(?: [^\W\d_]+){1,3}")
LARGER = 1.2  # times the letters of the period under it


def other_titles(rows: Sequence[Printed], spans: Mapping[Printed, Sequence[Span]]) -> Iterator[Printed]:
    """Each title in other words than the one before it; a page that repeats its own begins nothing."""
    last = ""
    for printed, below in pairwise(rows):
        if not TITLE.fullmatch(printed.plain) or below.figures or below not in spans:
            continue
        if printed.row.page == below.row.page and printed.row.height > LARGER * below.row.height:
            if last and printed.plain != last:
                yield printed
            last = printed.plain
