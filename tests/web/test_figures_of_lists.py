"""Counts of the overview and of *All clients*, and the months of accounts, are those that the plain rows give."""

import datetime as dt
import random
from collections import Counter
from typing import Any

import pytest
from django.utils import timezone

from finance.models import Account
from finance.paging import Order
from people.models import Membership, Organization
from people.roles import Role
from reconciliation.models import Conclusion, Run, Statement, StatementImport
from reconciliation.models.querysets import NOT_IN_PLAY
from reconciliation.presentation.import_list import LISTED_BY, page_of
from reconciliation.presentation.overview.charts import VERDICTS, charts_of
from reconciliation.presentation.overview.matrix import MONTHS, matrix_of, shifted
from reconciliation.presentation.overview.worklist import worklist_of
from tests.factories import AccountFactory, MembershipFactory, StatementFactory, StatementLineFactory
from tests.web.stored import stored_import

pytestmark = pytest.mark.django_db
SEEDS = range(8)
Status, SignOff = StatementImport.Status, StatementImport.SignOff
LAST = dt.date(2026, 2, 1)
SHOWN_MONTHS = [shifted(LAST, number) for number in range(1 - MONTHS, 1)]
DAY = dt.timedelta(days=1)


@pytest.fixture(params=SEEDS)
def chance(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.param)  # noqa: S311  rows of a test


@pytest.fixture
def members(chance: random.Random) -> list[Membership]:
    """A person who reviews one client and only reads another, with made statements in both and in a third client of other people."""
    reviewer = MembershipFactory.create(role=Role.REVIEWER)
    reader = MembershipFactory.create(role=Role.VIEWER, user=reviewer.user)
    for membership in (reviewer, reader, MembershipFactory.create()):
        accounts = [
            AccountFactory.create(
                organization=membership.organization,
                name=f"Account {number}",
                opening_date=dt.date(2025, 1, 1) + chance.randrange(400) * DAY,
            )
            for number in range(3)
        ]
        for _ in range(12):
            made(chance, membership, accounts)
    return [reviewer, reader]


def made(chance: random.Random, membership: Membership, accounts: list[Account]) -> None:
    """One import with up to three statements, of any state."""
    first = dt.date(2025, 1, 5) + chance.randrange(430) * DAY
    last = first + chance.choice([0, 20, 27, 30, 45]) * DAY
    statement_import = stored_import(
        membership,
        status=chance.choice([Status.REVIEW, Status.COMPLETE, Status.COMPLETE, Status.PENDING, Status.FAILED, Status.DISCARDED]),
        verdict=chance.choice(["", *VERDICTS]),
        sign_off=chance.choice(["", SignOff.PREPARED, SignOff.CLOSED]),
        period_start=first,
        period_end=chance.choice([last, last, None]),
        to_settle_hundredths=chance.choice([None, 0, 5, 700]),
    )
    for number in range(chance.randrange(4)):
        has_period = chance.random() < 0.7
        statement = StatementFactory.create(
            statement_import=statement_import,
            number=number,
            account=chance.choice([*accounts, None]),
            verdict=chance.choice(list(VERDICTS)),
            set_aside=chance.choice(["", "", "", Statement.SetAside.COPY]),
            period_start=first if has_period or chance.random() < 0.5 else None,
            period_end=last if has_period else None,
        )
        for place in range(chance.randrange(3)):
            StatementLineFactory.create(statement=statement, number=place, date=chance.choice([first, last, None]), amount="1.00")
        if statement.account and chance.random() < 0.5:
            for step, kind in enumerate(chance.choice([["prepared"], ["prepared", "reviewed"], ["prepared", "reopened"]]), 1):
                Conclusion.objects.create(
                    account=statement.account,
                    statement_import=statement_import,
                    statement_number=number,
                    period_start=first,
                    period_end=last,
                    number=step + 10 * Conclusion.objects.of(membership.organization).count(),
                    kind=kind,
                    verdict="matched",
                )
    for number in range(chance.randrange(3)):
        Run.objects.create(statement_import=statement_import, number=number + 1, verdict=chance.choice(list(VERDICTS)))


def listed(organization: Organization) -> list[StatementImport]:
    return [each for each in StatementImport.objects.of(organization).prefetch_related("statements") if each.status != Status.DISCARDED]


def days_of(statement: Statement) -> tuple[dt.date, dt.date] | None:
    if statement.period_start and statement.period_end:
        return statement.period_start, statement.period_end
    dated = [line.date for line in statement.lines.all() if line.date]
    return (min(dated), max(dated)) if dated else None


def month_end(first: dt.date) -> dt.date:
    return shifted(first, 1) - DAY


def sign_of(account: Account, month: dt.date) -> str:
    """The sign of a month, day by day from the rows."""
    found = []
    for statement in Statement.objects.of(account.organization).filter(account=account, set_aside=""):
        days = days_of(statement)
        if statement.statement_import.status not in NOT_IN_PLAY and days and days[1] >= SHOWN_MONTHS[0] and days[0] <= month_end(LAST):
            found.append((statement, days))
    opened_on = max(filter(None, [account.opening_date, SHOWN_MONTHS[0]]))
    begin = min([opened_on, *(days[0] for _, days in found)])
    asked = [month + number * DAY for number in range(31) if begin <= month + number * DAY <= month_end(month)]
    within = [(statement, days) for statement, days in found if days[0] <= month_end(month) and days[1] >= month]
    covered = [day for day in asked if any(days[0] <= day <= days[1] for _, days in within)]
    if not asked and month < opened_on.replace(day=1):
        return ""
    if not covered:
        return "–"  # noqa: RUF001  a dash
    if any(statement.verdict == "mismatched" for statement, _ in within):
        return "✕"
    if covered != asked:
        return "◐"
    if all(is_signed(statement) for statement, _ in within):
        return "●"
    return "✓" if all(statement.verdict == "matched" for statement, _ in within) else "○"


def is_signed(statement: Statement) -> bool:
    steps = Conclusion.objects.of(statement.statement_import.organization).filter(
        statement_import=statement.statement_import, statement_number=statement.number
    )
    last = steps.order_by("number").last()
    return last is not None and last.kind in {"prepared", "reviewed", "locked"}


def test_the_sign_of_each_month_agrees_with_a_count_day_by_day(members: list[Membership]) -> None:
    matrix = matrix_of(members, last=LAST)

    rows = [row for _slug, _name, rows in matrix.clients for row in rows]
    assert len(rows) == 6
    assert [[cell.sign for cell in row.cells] for row in rows] == [[sign_of(row.account, month) for month in matrix.months] for row in rows]


def test_the_charts_count_each_listed_import_that_counts_somewhere(members: list[Membership]) -> None:
    statements, differences, *_ = charts_of(members, SHOWN_MONTHS)
    this_month = [timezone.localdate().replace(day=1)]
    now = charts_of(members, this_month)[1]

    imports = [each for membership in members for each in listed(membership.organization)]
    counting = [
        each for each in imports if not each.statements.all() or any(not statement.set_aside for statement in each.statements.all())
    ]
    by_month = Counter((each.verdict, each.period_end.replace(day=1)) for each in counting if each.period_end)
    assert [list(series.values) for series in statements.series] == [
        [by_month[verdict, month] for month in SHOWN_MONTHS] for verdict in VERDICTS
    ]
    differing = [each for each in imports if each.runs.filter(verdict="mismatched").exists()]
    settled = sum(each.verdict == "matched" for each in differing)
    assert [list(series.values) for series in now.series] == [[settled], [len(differing) - settled]]
    assert differences.months == SHOWN_MONTHS


def test_items_that_need_attention_are_counted_by_the_users_rights_per_client(members: list[Membership]) -> None:
    found = worklist_of(members)

    expected = set()
    for membership in members:
        rows, reviews = listed(membership.organization), membership.may("sign_off")
        waiting = [row for row in rows if row.urgency == 2 or (reviews and row.sign_off == SignOff.PREPARED and row.urgency == 0)]
        running = [row for row in rows if row.urgency == 1]
        expected.add((membership.organization.slug, membership.organization.name, len(waiting), len(running)))
    assert set(found.clients) == expected


def values_of(row: StatementImport, order: Order) -> list[Any]:
    """The values of a row in the columns of an order. No last day comes first, and no difference too."""
    values = {
        "last_day": row.period_end or dt.date.min,
        "unsettled": -1 if row.to_settle_hundredths is None else row.to_settle_hundredths,
    }
    return [values[column] if column in values else getattr(row, column) for column in order.columns]


@pytest.mark.parametrize("key", sorted(LISTED_BY.columns))
def test_the_list_is_ordered_by_the_values_of_its_rows(members: list[Membership], key: str) -> None:
    organization = members[0].organization
    page = page_of(StatementImport.objects.of(organization).listed(), LISTED_BY.order(key), "")

    order = LISTED_BY.order(key)
    expected = sorted(listed(organization), key=lambda row: values_of(row, order), reverse=not order.is_rising)
    assert [row.pk for row in page.rows] == [row.pk for row in expected]
