"""The cleared balance shown to models is the opening and all entries matched with statements, however old."""

import datetime as dt
from decimal import Decimal

import pytest

from finance.models import Account, Transaction
from reconciliation.models import Match, Statement
from reconciliation.proposals.tools import cleared_balance
from tests.factories import OrganizationFactory
from tests.pipeline.papers import FEBRUARY, JANUARY, books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
DAYS = [dt.date(2025, 12, 31), *(dt.date(2026, month, day) for month in (1, 2, 3) for day in (1, 10, 20, 28))]


def added_up(account: Account, last: dt.date) -> Decimal:
    """Entry by entry, from the opening on."""
    paired = Match.objects.of(account.organization).exclude(kind=Match.Kind.DIFFERING).values("transactions")
    entries = Transaction.objects.of(account.organization).posted().filter(account=account, pk__in=paired, booked_on__lte=last)
    return (account.opening_balance or Decimal(0)) + sum((entry.amount for entry in entries), Decimal(0))


@pytest.mark.parametrize("papers", [[], [JANUARY], [JANUARY, FEBRUARY], [FEBRUARY, JANUARY]])
def test_it_is_the_sum_of_all_pairs_wherever_a_matched_statement_replaces_a_part(papers: list[object]) -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY, FEBRUARY))
    for paper in papers:
        processed(ours, paper.pdf())  # type: ignore[attr-defined]

    assert [cleared_balance(account, day) for day in DAYS] == [added_up(account, day) for day in DAYS]


def test_entries_closed_by_a_matched_statement_are_not_added_again() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY, FEBRUARY))
    processed(ours, JANUARY.pdf())
    processed(ours, FEBRUARY.pdf())
    first = Statement.objects.of(ours).get(period_start=dt.date(2026, 1, 1))
    assert first.verdict == "matched"
    first.matches.all().delete()

    assert cleared_balance(account, dt.date(2026, 1, 31)) == first.closing_balance


def test_without_an_opening_and_a_matched_statement_it_is_not_known() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY))
    Account.objects.of(ours).update(opening_balance_minor=None)
    account.refresh_from_db()

    assert cleared_balance(account, dt.date(2026, 1, 31)) is None


def test_a_matched_statement_counts_for_days_that_no_statement_covers_too() -> None:
    """Entries dated before the first statement count as cleared before it."""
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY, FEBRUARY))
    processed(ours, FEBRUARY.pdf())
    february = Statement.objects.of(ours).get()
    assert february.verdict == "matched"

    assert cleared_balance(account, dt.date(2026, 2, 28)) == february.closing_balance
