"""What the rows of a document tell every scan of them alike: found once, whichever columns a scan goes by."""

from collections.abc import Sequence

from reconciliation.reading.announced import announced
from reconciliation.reading.calendar import Calendar
from reconciliation.reading.headers import Header, header_of
from reconciliation.reading.numbering import first_pages
from reconciliation.reading.overviews import overviews_in
from reconciliation.reading.printed import Printed
from reconciliation.reading.spans import spans_of


class Ground:
    """The rows, their periods, lists and headers. Nothing that a scan does changes it."""

    def __init__(self, rows: Sequence[Printed], calendar: Calendar) -> None:
        self.rows = rows
        self.first_pages = frozenset(first_pages(rows))
        self.announced = announced(rows)
        self.overviews = overviews_in(rows)
        self.spans = spans_of(rows, calendar)
        self._headers: dict[int, tuple[Header, int] | None] = {}

    def header_at(self, index: int) -> tuple[Header, int] | None:
        """The header that starts at a row."""
        if index not in self._headers:
            self._headers[index] = header_of(self.rows, index)
        return self._headers[index]
