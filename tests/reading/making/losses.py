"""Faults by which something is missing on paper, and nothing contradicts itself: the reading may still be right, and proved."""

from tests.reading.making.faults import PAGES

LOSSES = frozenset(
    {
        *PAGES,
        *("headings_lost", "labels_lost", "minus_lost", "day_missing", "debt_unnamed"),
        *("cancelling_garbled", "cancelling_one_garbled", "figure_garbled"),
    }
)
