"""An organization's daily spending limit is never exceeded by any number of workers."""

import os
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from assistant.costs import BudgetSpent
from people.models import Organization
from reconciliation.model_access.spending import DailyLedger
from reconciliation.models import Spending
from tests import forked
from tests.deployment.processes import PATIENCE
from tests.factories import OrganizationFactory

amounts = st.decimals(min_value=0, max_value=2, places=6)
SPEND = """
import sys
from decimal import Decimal
from assistant.costs import BudgetSpent
from people.models import Organization
from reconciliation.model_access.spending import DailyLedger
ledger, sent = DailyLedger(Organization.objects.get(), Decimal(1)), 0
for _ in range(50):
    try:
        ledger.reserve(Decimal("0.05"))
    except BudgetSpent:
        continue
    ledger.settle(reserved=Decimal("0.05"), spent=Decimal("0.04"))
    sent += 1
print(sent)
"""


def spent(organization: Organization) -> Decimal:
    return Spending.objects.of(organization).get().dollars


@pytest.mark.django_db
@hypothesis_settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(limit=amounts, requests=st.lists(st.tuples(amounts, amounts), max_size=12))
def test_the_sum_is_exact_and_never_passes_the_limit(limit: Decimal, requests: list[tuple[Decimal, Decimal]]) -> None:
    organization = OrganizationFactory.create()
    ledger, expected = DailyLedger(organization, limit), Decimal(0)

    for worst, share in requests:
        cost = min(worst, share)
        if expected + worst > limit:
            with pytest.raises(BudgetSpent):
                ledger.reserve(worst)
            continue
        ledger.reserve(worst)
        ledger.settle(reserved=worst, spent=cost)
        expected += cost

    assert not requests or spent(organization) == expected <= limit


def test_a_reserved_amount_cannot_be_reserved_again(ours: Organization) -> None:
    DailyLedger(ours, Decimal(1)).reserve(Decimal("0.6"))

    with pytest.raises(BudgetSpent):
        DailyLedger(ours, Decimal(1)).reserve(Decimal("0.6"))


def test_a_worker_that_dies_leaves_its_reservation_counted(ours: Organization) -> None:
    DailyLedger(ours, Decimal(1)).reserve(Decimal("0.6"))

    assert spent(ours) == Decimal("0.6")


def test_another_organization_has_a_limit_of_its_own(ours: Organization) -> None:
    DailyLedger(ours, Decimal(1)).reserve(Decimal(1))

    DailyLedger(OrganizationFactory.create(), Decimal(1)).reserve(Decimal(1))


def test_without_a_limit_it_is_counted_all_the_same(ours: Organization) -> None:
    DailyLedger(ours, None).reserve(Decimal("1234.5"))

    assert spent(ours) == Decimal("1234.5")


@pytest.mark.postgres
def test_on_postgresql_four_workers_at_once_spend_no_dollar_twice(migrated_url: str, tmp_path: Path) -> None:
    environment = os.environ | {"DATABASE_URL": migrated_url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    make = "from people.models import Organization; Organization.objects.create(name='Ours', slug='ours')"
    forked.run(["manage.py", "shell", "-v0", "-c", make], environment).check_returncode()

    outputs = [tmp_path / f"worker {number}" for number in range(4)]
    workers = [forked.start(["manage.py", "shell", "-v0", "-c", SPEND], environment, output=output) for output in outputs]
    assert [worker.wait(timeout=PATIENCE) for worker in workers] == [0] * 4
    sent = sum(int(output.read_text().strip().splitlines()[-1]) for output in outputs)

    assert sent == 24  # of 0.04 each, while 0.05 was left
