"""Balances at the end of each day: a closing named again and again between an account's rows is that of the row above it."""

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.scanning.entries import Entry, Seen

FEWEST = 2  # closings with further rows below them


def with_days_closed(draft: Draft, calendar: Calendar) -> Draft:
    """The account with each such balance beside the last row of its day; the last of them closes the account."""
    found = _between_rows(draft)
    if draft.newest_first or len(found) < FEWEST or len({one.label for one, _ in found}) > 1:
        return draft
    for one, entry in found:
        if one.figure is not None:
            entry.figures.setdefault("balance", one.figure)
    closings = {id(one) for one, _ in found}
    return draft.retold((one for one in draft.seen if id(one) not in closings), calendar)


def _between_rows(draft: Draft) -> list[tuple[Seen, Entry]]:
    """The closings in the table with rows above and below, each with the row above."""
    found, waiting, above = [], list[tuple[Seen, Entry]](), None
    for one in draft.seen:
        if one.entry is not None and one.kind == "entry":
            found += waiting
            waiting, above = [], one.entry
        elif one.kind == "closing" and one.inside and above is not None:
            waiting.append((one, above))
        elif one.kind in {"opening", "brought", "carried"}:
            waiting, above = [], None
    return found
