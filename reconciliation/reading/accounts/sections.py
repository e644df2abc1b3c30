"""Which rows of a document belong to which of its accounts."""

import itertools
from collections.abc import Sequence

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.tokens.printed import Printed

OF_A_HEAD = frozenset({"number", "period", "page_one", "stray"})  # what a page's head prints, also where the next account begins below it


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
    seen = [one for one in draft.seen if id(one.printed) in places]
    while seen and seen[-1].kind in OF_A_HEAD and seen[-1].page != seen[0].page and not _goes_on(seen):
        seen.pop()
    known = [places[id(one.printed)] for one in seen]
    return (min(known), max(known)) if known else (0, 0)


def _goes_on(seen: Sequence[Seen]) -> bool:
    """Does the page of what was seen last print more of the account than its head?"""
    return any(one.kind not in OF_A_HEAD and one.page == seen[-1].page for one in seen)


def _start(rows: Sequence[Printed], reached: int, first: int) -> int:
    """From the top of the page where an account begins; on the same page from below the account before it."""
    start = first
    while start > reached and rows[start - 1].row.page == rows[first].row.page:
        start -= 1
    return start
