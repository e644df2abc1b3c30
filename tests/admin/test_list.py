"""The list of imports in the admin: the content of each row, filters, order, and the number of queries."""

import datetime as dt
import re
from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from finance.models import Account
from people.roles import Role
from reconciliation.admin.evidence import CountedSoFar
from reconciliation.models import ProviderConsent, Run, Statement, StatementImport, Step
from reconciliation.signoff.services import note, prepare
from tests.admin.shown_rows import House, a_house, listed, staff
from tests.factories import AccountFactory, MembershipFactory
from tests.presentation.verdicts import bridge, file, missing, new, statement
from tests.read_statements import only, paper, read_in
from tests.web.stored import printed_statement, stored_import
from tests.world import MATCHED_ROWS, booked

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

    for words in ("Differs", "1 row missing from your books.", "\N{MINUS SIGN}€12.00", "Alder account", "OpenAI", "0.0123", "3\xa0days"):
        assert words in shown


def test_the_cost_of_a_model_without_a_price_is_unknown(client: Client, ours: House) -> None:
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


def test_outstanding_items_alone_leave_nothing_to_resolve(client: Client, ours: House) -> None:
    waits = missing("-40.00")
    timing = bridge(statement_closing="790.00", timing="40.00")
    answer = file(statement(verdict="partial", reasons=["outstanding_unproved"], missing=[waits], bridge=timing), verdict="partial")
    made = stored_import(ours.membership, reconciliation=answer)
    printed_statement(made, None, (5, "-250.00", "Rent"))
    staff(ours, Role.AUDITOR, client)

    found = client.get(listed(StatementImport)).context["cl"].model_admin.difference(made)

    assert found == f'<span class="unbroken">€{Decimal("0.00")}</span>'


def test_the_list_shows_the_client_the_sign_off_and_later_changes_of_a_statement(client: Client) -> None:
    account = AccountFactory.create(opening="1000.00")
    for day, amount, text in MATCHED_ROWS:
        booked(account, day, amount, text)
    january = read_in(account.organization, paper(MATCHED_ROWS, opening="1000.00"))
    owner = MembershipFactory.create(organization=account.organization, user__is_staff=True)
    client.force_login(owner.user)
    assert "Not signed off yet" in rows_of(client, Statement)

    prepare(statement=only(january), actor=owner.user)
    shown = rows_of(client, Statement)
    assert all(words in shown for words in ("Prepared", "Reconciled, proved", account.name, account.organization.name))
    assert "12.50" not in shown

    booked(account, 7, "-12.50", "Late")
    assert "\N{MINUS SIGN}€12.50" in rows_of(client, Statement)


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({"sign_off": "open"}, 1),
        ({"sign_off": "locked"}, 0),
        ({"sign_off": "unheard-of"}, 1),
        ({"month": "2026-01"}, 1),
        ({"month": "2025-01"}, 0),
        ({"q": "Alder account"}, 1),
        ({"q": "Alder.pdf"}, 1),
        ({"q": "another"}, 0),
        ({"o": "3"}, 1),
    ],
)
def test_statements_are_filtered_searched_and_sorted(client: Client, ours: House, query: dict[str, str], count: int) -> None:
    staff(ours, Role.AUDITOR, client)

    assert len(client.get(listed(Statement), query).context["cl"].result_list) == count


def test_runs_are_listed_from_the_latest_with_their_times(client: Client, ours: House) -> None:
    first = Run.objects.of(ours.organization).get()
    second = Run.objects.create(statement_import=ours.statement_import, number=2, cause="retried", provider="openai", verdict="partial")
    Run.objects.of(ours.organization).filter(pk=first.pk).update(finished_at=first.started_at + dt.timedelta(seconds=2.5))
    staff(ours, Role.AUDITOR, client)

    answer = client.get(listed(Run))

    assert [run.pk for run in answer.context["cl"].result_list] == [second.pk, first.pk]
    shown = answer.content.decode()
    for words in (f"{timezone.localtime(first.started_at):%Y-%m-%d %H:%M}", "2.5", "not finished", "OpenAI", "Partial", "Alder.pdf"):
        assert words in shown


@pytest.mark.parametrize("model", [Statement, Run])
@pytest.mark.parametrize("signed", [False, True])
def test_more_statements_and_runs_are_no_more_queries(client: Client, ours: House, model: type[Model], signed: bool) -> None:
    staff(ours, Role.OWNER, client)
    account = ours.rows[Account]
    assert isinstance(account, Account)

    def add(number: int) -> None:
        made = stored_import(ours.membership, filename=f"{number}.pdf")
        printed = printed_statement(made, account, (5, "-250.00", "Rent"))
        Run.objects.create(statement_import=made, number=1)
        if signed:
            note(statement=printed, actor=ours.membership.user, reason="closed")

    def queries() -> int:
        with CaptureQueriesContext(connection) as counted:
            assert client.get(listed(model)).status_code == 200
        return len(counted)

    add(1)
    few = queries()
    for number in range(2, 6):
        add(number)

    assert queries() == few


@pytest.mark.parametrize("model", [Statement, Run, StatementImport, ProviderConsent])
def test_no_list_shows_a_code_of_the_database(client: Client, ours: House, model: type[Model]) -> None:
    for rows in (Statement.objects.of(ours.organization), Run.objects.of(ours.organization)):
        rows.update(verdict="unverifiable")
    Run.objects.of(ours.organization).update(provider="openai", cause="adjoining_statement")
    ProviderConsent.objects.of(ours.organization).update(provider="anthropic")
    staff(ours, Role.AUDITOR, client)

    shown = rows_of(client, model)

    assert not {"unverifiable", "openai", "adjoining_statement", "anthropic"} & set(re.split(r"[<>\s]", shown))


def rows_of(client: Client, model: type[Model]) -> str:
    """The rows of a list, without its filters."""
    return client.get(listed(model)).content.decode().partition('id="result_list"')[2].partition("</table>")[0]
