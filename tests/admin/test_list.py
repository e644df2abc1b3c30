"""The list of imports in the admin: what each row says, filters, order, and what it costs the database."""

import datetime as dt
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from finance.models import Account
from people.roles import Role
from reconciliation.admin.evidence import CountedSoFar
from reconciliation.models import Run, StatementImport, Step
from tests.admin.shown_rows import House, a_house, listed, staff
from tests.presentation.verdicts import bridge, file, missing, new, statement
from tests.web.stored import printed_statement, stored_import

pytestmark = pytest.mark.django_db
DIFFERS = file(
    statement(verdict="mismatched", reasons=["new_rows"], new=[new("-12.00")], bridge=bridge(statement_closing="738.00")),
    verdict="mismatched",
)


@pytest.fixture
def ours() -> House:
    return a_house("Alder")


def differing(house: House, **columns: object) -> StatementImport:
    made = stored_import(house.membership, reconciliation=DIFFERS, status="review", to_settle_hundredths=1200, **columns)
    account = house.rows[Account]
    assert isinstance(account, Account)
    printed_statement(made, account, (5, "-250.00", "Rent"))
    return made


def names(client: Client, **query: str) -> list[str]:
    return [row.filename for row in client.get(listed(StatementImport), query).context["cl"].result_list]


@pytest.mark.path
def test_a_row_says_verdict_difference_account_provider_cost_and_age(client: Client, ours: House) -> None:
    made = differing(ours, filename="february.pdf", provider="openai", nanodollars=12_345_678)
    StatementImport.queue.filter(pk=made.pk).update(uploaded_at=timezone.now() - dt.timedelta(days=3, hours=1))
    staff(ours, Role.AUDITOR, client)

    shown = client.get(listed(StatementImport), {"q": "february"}).content.decode()

    for words in ("Differs", "1 row to record.", "\N{MINUS SIGN}€12.00", "Alder account", "OpenAI", "0.0123", "3\xa0days"):
        assert words in shown


def test_what_a_model_without_a_price_cost_is_not_known(client: Client, ours: House) -> None:
    run = Run.objects.of(ours.organization).get()
    Step.objects.create(run=run, number=1, stage="model", name="turn", started_at=timezone.now(), input_tokens=10)
    staff(ours, Role.AUDITOR, client)

    assert "not known" in client.get(listed(StatementImport)).content.decode()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"show": "person"}, ["february.pdf"]),
        ({"verdict": "mismatched"}, ["february.pdf"]),
        ({"verdict": "matched"}, ["Alder.pdf"]),
        ({"status__exact": "review"}, ["february.pdf"]),
        ({"provider": "openai"}, ["february.pdf"]),
        ({"month": "2026-02"}, ["february.pdf"]),
        ({"month": "2026-03"}, []),
        ({"hidden_text__exact": "1"}, ["february.pdf"]),
        ({"q": "february"}, ["february.pdf"]),
        ({"o": "-3"}, ["february.pdf", "Alder.pdf"]),
    ],
)
def test_it_is_filtered_searched_and_sorted(client: Client, ours: House, query: dict[str, str], found: list[str]) -> None:
    february = {"period_start": dt.date(2026, 2, 1), "period_end": dt.date(2026, 2, 28)}
    differing(ours, filename="february.pdf", provider="openai", hidden_text=True, **february)
    StatementImport.objects.of(ours.organization).filter(filename="Alder.pdf").update(to_settle_hundredths=0)
    staff(ours, Role.AUDITOR, client)

    assert names(client, **query) == found


def test_a_month_or_an_account_that_makes_no_sense_breaks_nothing(client: Client, ours: House) -> None:
    staff(ours, Role.AUDITOR, client)

    assert names(client, month="2026-13") == ["Alder.pdf"]
    assert names(client, account="no-id") == []


@pytest.mark.parametrize("is_superuser", [False, True])
def test_more_rows_are_no_more_queries(client: Client, ours: House, is_superuser: bool) -> None:
    staff(ours, Role.OWNER, client, is_superuser=is_superuser)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as counted:
            assert client.get(listed(StatementImport), {"organization": str(ours.organization.pk)}).status_code == 200
        return len(counted)

    few = queries()
    for number in range(6):
        differing(ours, filename=f"{number}.pdf")

    assert queries() == few
    assert few <= 15


def test_rows_are_counted_no_further_than_anybody_turns_pages(ours: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.admin.evidence.COUNT_LIMIT", 2)
    for _number in range(4):
        differing(ours)

    assert CountedSoFar(StatementImport.objects.of(ours.organization), 50).count == 3


def test_hostile_names_are_plain_text(client: Client, ours: House) -> None:
    differing(ours, filename="<script>alert(1)</script>.pdf")
    staff(ours, Role.AUDITOR, client)

    assert "<script>alert" not in client.get(listed(StatementImport)).content.decode()


def test_what_is_only_outstanding_leaves_nothing_to_settle(client: Client, ours: House) -> None:
    waits = missing("-40.00")
    timing = bridge(statement_closing="790.00", timing="40.00")
    answer = file(statement(verdict="partial", reasons=["outstanding_unproved"], missing=[waits], bridge=timing), verdict="partial")
    made = stored_import(ours.membership, reconciliation=answer)
    printed_statement(made, None, (5, "-250.00", "Rent"))
    staff(ours, Role.AUDITOR, client)

    found = client.get(listed(StatementImport)).context["cl"].model_admin.difference(made)

    assert found == f'<span class="unbroken">€{Decimal("0.00")}</span>'
