"""Sentences write their days as the reader writes days."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal

import pytest

from finance.locks import Lock
from finance.models import Account, Transaction
from people.formats import LANGUAGES_OWN, Formats, use_formats, written_span
from reconciliation.models import Decision
from reconciliation.presentation.account_page import break_in_words
from reconciliation.presentation.labels.acts import change_in_words, in_words
from reconciliation.signoff.drift import BooksChange
from reconciliation.verification.coverage import Covering, Link

ACCOUNT = Account(name="Checking", currency="EUR")
FIRST, LAST = dt.date(2026, 2, 1), dt.date(2026, 3, 31)


@pytest.fixture(autouse=True)
def with_points() -> Iterator[None]:
    use_formats(Formats(day="d.m.Y"))
    yield
    use_formats(LANGUAGES_OWN)


@pytest.mark.parametrize(
    ("kept", "written"),
    [("2026-02-01", "01.02.2026"), ("2026-02-01..2026-03-31", "01.02.2026 to 31.03.2026"), ("a statement", "a statement")],
)
def test_a_stored_day_or_period_is_formatted_and_other_text_is_unchanged(kept: str, written: str) -> None:
    assert written_span(kept) == written


@pytest.mark.parametrize(
    ("code", "held_by", "said"),
    [("closed", "2026-03-31", "locked up to 31.03.2026"), ("cleared", "2026-02-01..2026-03-31", "statement 01.02.2026 to 31.03.2026")],
)
def test_a_lock_names_its_entry_and_its_period(code: str, held_by: str, said: str) -> None:
    sentence = str(Lock(code=code, entry=Transaction(booked_on=FIRST, description="Rent"), held_by=held_by))

    assert sentence.startswith("01.02.2026, Rent: ")
    assert said in sentence


def link(missing: tuple[dt.date, dt.date] | None, twice: tuple[dt.date, dt.date] | None) -> Link:
    one, hundred = Decimal("1.00"), Decimal("100.00")
    covering = Covering(key="", first=FIRST, last=LAST, verdict="matched", opening=one, closing=hundred)
    return Link(earlier=covering, later=covering, missing=missing, twice=twice, ties=False)


@pytest.mark.parametrize(
    ("missing", "twice", "said"),
    [
        ((FIRST, LAST), None, "No statement covers 01.02.2026 to 31.03.2026."),
        (None, (FIRST, LAST), "01.02.2026 to 31.03.2026 are on two statements."),
        (None, None, "The statement to 31.03.2026 closes with €100.00, the next one opens with €1.00."),
    ],
)
def test_a_break_of_the_chain_names_its_days(
    missing: tuple[dt.date, dt.date] | None, twice: tuple[dt.date, dt.date] | None, said: str
) -> None:
    assert break_in_words(link(missing, twice), ACCOUNT) == said


def test_a_change_since_the_signature_names_its_days() -> None:
    at = dt.datetime(2026, 4, 2, 12, tzinfo=dt.UTC)
    was, now = ["2026-02-01", -100, "Rent"], ["2026-03-31", -200, "Rent"]
    change = BooksChange(kind="changed", moves=Decimal("-1.00"), was=was, now=now, by="okoro", at=at)

    assert change_in_words(change, ACCOUNT) == "Rent: −€1.00 on 01.02.2026 became −€2.00 on 31.03.2026 (okoro, 02.04.2026)."  # noqa: RUF001


def test_a_row_put_right_names_its_day() -> None:
    decision = Decision(kind="correction", lines=[{"description": "Rent"}], entries=[], after={"date": "2026-02-01", "amount": "-1.00"})

    assert in_words(decision).endswith("Rent → -1.00, 01.02.2026")
