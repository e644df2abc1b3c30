"""Which rows of a document belong to which of its accounts."""

import itertools
from collections.abc import Sequence

from reconciliation.reading.drafts import Draft
from reconciliation.reading.printed import Printed


def sections_of(drafts: Sequence[Draft], rows: Sequence[Printed]) -> list[Sequence[Printed]]:
    """The rows of each account, in order: parted at the page where the next one begins, or below the last thing seen of this one."""
    if not drafts:
        return []
    places = {id(printed): index for index, printed in enumerate(rows)}
    spans = [_span(draft, places) for draft in drafts]
    starts, reached = [0], 0
    for before, after in itertools.pairwise(spans):
        reached = max(reached, before[1] + 1)
        starts.append(max(starts[-1], _start(rows, reached, after[0])))
    return [rows[start:end] for start, end in zip(starts, [*starts[1:], len(rows)], strict=True)]


def _span(draft: Draft, places: dict[int, int]) -> tuple[int, int]:
    """The places of the first and the last row seen of an account; of tables side by side only what stands on whole rows."""
    known = [places[id(one.printed)] for one in draft.seen if id(one.printed) in places]
    return (min(known), max(known)) if known else (0, 0)


def _start(rows: Sequence[Printed], reached: int, first: int) -> int:
    """From the top of the page where an account begins; on the same page from below the account before it."""
    start = first
    while start > reached and rows[start - 1].row.page == rows[first].row.page:
        start -= 1
    return start
