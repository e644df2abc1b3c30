"""The list of imports as a queue: its order, its filters and sorts by address, its pages, and acts on many."""

import datetime as dt
import re
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from people.roles import Role
from reconciliation.models import Decision, StatementImport
from reconciliation.presentation.import_list import LISTED_BY, PER_PAGE
from reconciliation.reconcile.answers import to_settle
from tests.addresses import inside, reverse
from tests.decisions.cases import answer, weak
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory
from tests.web.stored import printed_statement, stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db
Status = StatementImport.Status
ORDERS = [sign + key for key in LISTED_BY.columns for sign in ("", "-")]


def listed(client: Client, address: str = "") -> list[str]:
    """The files on a page of the list, from the top."""
    shown = client.get(inside(f"/{address}")).content.decode()
    return re.findall(r'aria-label="Choose ([^"]+)"', shown)


def next_page(client: Client, address: str) -> str:
    found = re.search(r'href="([^"]+)" rel="next"', client.get(inside(f"/{address}")).content.decode())
    return found[1].replace("&amp;", "&") if found else ""


@pytest.mark.path
def test_the_queue_lists_items_that_need_attention_before_items_in_progress() -> None:
    ours = MembershipFactory.create()
    for name, status in (("review", Status.REVIEW), ("done", Status.COMPLETE), ("waiting", Status.PENDING), ("failed", Status.FAILED)):
        stored_import(ours, filename=f"{name}.pdf", status=status)

    assert listed(browser_of(ours)) == ["failed.pdf", "review.pdf", "waiting.pdf", "done.pdf"]


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_shows_each_import_once_on_all_its_pages(order: str) -> None:
    ours = MembershipFactory.create()
    for number in range(2 * PER_PAGE + 3):
        day = dt.date(2026, 1, 1) + dt.timedelta(days=number % 7) if number % 3 else None
        stored_import(
            ours,
            filename=f"~{number % 5}~{number}.pdf",
            status=[Status.REVIEW, Status.COMPLETE, Status.PENDING][number % 3],
            period_end=day,
            to_settle_hundredths=number % 4 or None,
        )
    client = browser_of(ours)

    address, pages = f"?sort={order}", []
    while address:
        pages.append(listed(client, address))
        address = next_page(client, address)

    assert [len(page) for page in pages] == [PER_PAGE, PER_PAGE, 3]
    assert len({name for page in pages for name in page}) == 2 * PER_PAGE + 3


def test_a_column_pressed_again_turns_its_order_round() -> None:
    ours = MembershipFactory.create()
    for name in ("b", "a", "c"):
        stored_import(ours, filename=f"{name}.pdf")
    client = browser_of(ours)

    assert listed(client, "?sort=file") == ["a.pdf", "b.pdf", "c.pdf"]
    assert listed(client, "?sort=-file") == ["c.pdf", "b.pdf", "a.pdf"]
    assert "?sort=-file" in client.get(inside("/?sort=file")).content.decode()


@pytest.mark.parametrize("after", ["nonsense", "2~never~x", "~", "\x00", "9~2026-01-01~" + "0" * 32])
def test_an_address_that_makes_no_sense_shows_the_list_all_the_same(after: str) -> None:
    ours = MembershipFactory.create()
    stored_import(ours, filename="a.pdf", status=Status.REVIEW)

    client = browser_of(ours)

    assert client.get(inside("/"), {"after": after}).status_code == 200
    assert listed(client, "?sort=nothing&verdict=unheard&month=13&account=x&uploaded_by=y") == ["a.pdf"]


def test_the_address_filters_by_verdict_status_account_month_and_who_uploaded() -> None:
    ours = MembershipFactory.create()
    other = MembershipFactory.create(role=Role.PREPARER, organization=ours.organization)
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    march = {"period_start": dt.date(2026, 3, 1), "period_end": dt.date(2026, 3, 31)}
    one = stored_import(ours, filename="one.pdf", verdict="mismatched", status=Status.REVIEW, **march)
    printed_statement(one, account)
    stored_import(other, filename="two.pdf", verdict="matched")
    client = browser_of(ours)

    assert listed(client, "?verdict=mismatched") == ["one.pdf"]
    assert listed(client, "?status=review") == ["one.pdf"]
    assert listed(client, f"?account={account.pk}") == ["one.pdf"]
    assert listed(client, "?month=2026-03") == ["one.pdf"]
    assert listed(client, "?month=2026-04") == []
    assert listed(client, f"?uploaded_by={other.user.pk}") == ["two.pdf"]
    assert "Nothing matches these filters" in client.get(inside("/?month=2026-04")).content.decode()


@pytest.mark.parametrize("text", ["Household cur", "january-x", "northwind"])
def test_the_search_finds_account_file_and_institution(text: str) -> None:
    ours = MembershipFactory.create()
    printed_statement(
        stored_import(ours, filename="January-X.pdf"),
        AccountFactory.create(organization=ours.organization, name="Household current", opening="1000.00"),
    )
    stored_import(ours, filename="else.pdf")

    assert listed(browser_of(ours), f"?search={text}") == ["January-X.pdf"]


def test_another_organizations_account_filters_nothing_and_shows_nothing() -> None:
    ours, theirs = MembershipFactory.create(), MembershipFactory.create()
    account = AccountFactory.create(organization=theirs.organization, opening="1000.00")
    printed_statement(stored_import(theirs, filename="theirs.pdf"), account)

    assert listed(browser_of(ours), f"?account={account.pk}") == []


def test_the_filters_stay_when_the_order_changes_and_the_page_does_not() -> None:
    ours = MembershipFactory.create()
    stored_import(ours, verdict="matched")

    shown = browser_of(ours).get(inside("/"), {"verdict": "matched", "after": "0~2099-01-01 00:00:00+00:00~" + "f" * 32}).content.decode()

    assert 'href="?verdict=matched&amp;sort=file"' in shown


def test_the_list_takes_as_many_queries_for_a_full_page_as_for_one_row() -> None:
    ours = MembershipFactory.create()
    client, account = browser_of(ours), AccountFactory.create(organization=ours.organization, opening="1000.00")

    def taken(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        return len(queries)

    printed_statement(stored_import(ours), account)
    few = taken(inside("/?search=January")), taken(inside("/"))
    for _ in range(PER_PAGE + 5):
        printed_statement(stored_import(ours), account)

    assert (taken(inside("/?search=January")), taken(inside("/"))) == few
    assert max(few) <= 20


def test_an_import_lists_the_days_and_the_difference_that_its_answer_gives() -> None:
    done, _ = weak(OrganizationFactory.create())

    kept = StatementImport.objects.of(done.organization).get(pk=done.pk)

    assert kept.period_start is not None
    assert kept.period_end is not None
    assert kept.to_settle_hundredths == abs(to_settle(answer(kept)) or Decimal(0)) * 100


def together(client: Client, act: str, *chosen: StatementImport) -> str:
    response = client.post(reverse("imports_bulk"), {"act": act, "imports": [each.pk for each in chosen]})
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def test_many_are_processed_again_and_each_outcome_is_shown() -> None:
    ours = MembershipFactory.create()
    idle, busy = stored_import(ours), stored_import(ours, status=Status.PROCESSING)
    theirs = stored_import(MembershipFactory.create())

    told = together(browser_of(ours), "process", idle, busy, theirs)

    idle.refresh_from_db()
    theirs.refresh_from_db()
    assert idle.status == Status.PENDING
    assert theirs.status == Status.COMPLETE
    assert told.count("Queued.") == 1
    assert told.count("Already in progress.") == 1


def test_proposals_on_several_statements_are_confirmed_at_once() -> None:
    organization = OrganizationFactory.create()
    done, _ = weak(organization)
    client = Client()
    client.force_login(MembershipFactory.create(organization=organization, role=Role.PREPARER).user)

    told = together(client, "confirm", done)

    assert "1 decision was recorded." in told
    assert answer(done)["verdict"] == "matched"
    assert Decision.objects.of(organization).count() == 1
    assert "No matches are suggested there" in together(client, "confirm", done)


def test_comparing_again_says_whether_anything_changed() -> None:
    organization = OrganizationFactory.create()
    done, _ = weak(organization)
    client = Client()
    client.force_login(MembershipFactory.create(organization=organization, role=Role.PREPARER).user)

    assert "Re-checked: unchanged." in together(client, "compare", done)


@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR, Role.CLIENT])
@pytest.mark.parametrize("act", ["confirm", "process", "compare", "sign_off", "erase"])
def test_a_role_that_may_not_decide_cannot_act_on_several_imports(role: Role, act: str) -> None:
    assert browser_of(MembershipFactory.create(role=role)).post(reverse("imports_bulk"), {"act": act}).status_code == 403


def test_an_act_and_its_imports_have_to_exist() -> None:
    preparer = browser_of(MembershipFactory.create(role=Role.PREPARER))

    assert "No statement was selected" in together(preparer, "process")
    assert preparer.post(reverse("imports_bulk"), {"act": "sign_off"}).status_code == 403
    assert preparer.post(reverse("imports_bulk"), {"act": "erase"}).status_code == 404
    assert preparer.post(reverse("imports_bulk"), {"act": "process", "imports": ["x"]}).status_code == 404


def test_a_viewer_is_offered_no_boxes() -> None:
    viewer = MembershipFactory.create(role=Role.VIEWER)
    stored_import(viewer)

    assert "checkbox" not in browser_of(viewer).get(inside("/")).content.decode()
