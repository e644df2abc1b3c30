"""A statement that is reviewed, locked or filed rests; one that waits for review is found; the next step is the right one."""

import pytest

from finance.models import Account
from people.models import Membership
from people.roles import Role
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Conclusion, Decision, StatementImport
from reconciliation.signoff.services import note, prepare, reopen, sign_off
from tests.addresses import inside, reverse
from tests.factories import MembershipFactory
from tests.read_statements import only, paper, read_in
from tests.world import booked, browser_of

pytestmark = pytest.mark.django_db
OPENING = "Open the statement that the difference comes from"


@pytest.fixture
def reviewer(account: Account) -> Membership:
    return MembershipFactory.create(organization=account.organization, role=Role.REVIEWER)


@pytest.fixture
def excepted(account: Account, reviewer: Membership) -> StatementImport:
    """Differs by one accepted row."""
    january = read_in(account.organization, paper([(27, "-90.00", "DD NOT OURS")], opening="1000.00"))
    excuse(statement=only(january), kind=Decision.Kind.BANK_ERROR, actor=reviewer.user, reason="raised", lines=[0])
    return january


def page(statement_import: StatementImport, membership: Membership) -> str:
    return browser_of(membership).get(reverse("import_detail", args=[statement_import.pk])).content.decode()


def test_a_statement_closed_with_exceptions_needs_no_person_until_it_is_reopened(excepted: StatementImport, reviewer: Membership) -> None:
    excepted.refresh_from_db()
    assert excepted.urgency == 2
    sign_off(statement=only(excepted), actor=reviewer.user)
    excepted.refresh_from_db()

    assert (excepted.urgency, excepted.sign_off) == (0, "closed")
    shown = page(excepted, reviewer)
    assert f"Closed by {reviewer.user}" in shown
    assert "with 1 exception." in shown
    assert "button primary" not in shown
    reopen(statement=only(excepted), actor=reviewer.user, reason="look again")
    excepted.refresh_from_db()
    assert (excepted.urgency, excepted.sign_off) == (2, "")


def test_a_closed_statement_whose_books_changed_needs_a_person_again(
    excepted: StatementImport, account: Account, reviewer: Membership
) -> None:
    sign_off(statement=only(excepted), actor=reviewer.user)
    booked(account, 12, "-5.00", "Late")

    browser_of(reviewer).post(reverse("verify_again", args=[excepted.pk]))

    excepted.refresh_from_db()
    assert (excepted.urgency, excepted.sign_off) == (2, "")


def test_a_filed_statement_needs_no_person(account: Account, reviewer: Membership) -> None:
    january = read_in(account.organization, paper([(27, "-90.00", "DD NOT OURS")], opening="1000.00"))

    note(statement=only(january), actor=reviewer.user, reason="no answer")

    january.refresh_from_db()
    assert january.urgency == 0
    assert "Closed without reconciling" in page(january, reviewer)


def test_a_reviewer_finds_and_signs_off_waiting_statements_together(excepted: StatementImport, reviewer: Membership) -> None:
    preparer = MembershipFactory.create(organization=reviewer.organization, role=Role.PREPARER)
    prepare(statement=only(excepted), actor=preparer.user)
    client = browser_of(reviewer)

    assert excepted.filename in client.get(inside("/?show=review")).content.decode()
    assert excepted.filename in client.get(inside("/?show=person")).content.decode()
    assert excepted.filename not in browser_of(preparer).get(inside("/?show=person")).content.decode()
    act = {"act": "sign_off", "imports": [str(excepted.pk)]}
    assert browser_of(preparer).post(reverse("imports_bulk"), act).status_code == 403
    client.post(reverse("imports_bulk"), act)

    excepted.refresh_from_db()
    assert excepted.sign_off == "closed"


def test_reviewed_statements_are_locked_together_and_no_others(january: StatementImport, reviewer: Membership) -> None:
    client, act = browser_of(reviewer), {"act": "lock", "imports": [str(january.pk)]}
    preparer = MembershipFactory.create(organization=reviewer.organization, role=Role.PREPARER)
    refused = client.post(reverse("imports_bulk"), act)
    assert "Only a reviewer can lock a statement, after its review." in refused.content.decode()
    sign_off(statement=only(january), actor=reviewer.user)
    assert browser_of(preparer).post(reverse("imports_bulk"), act).status_code == 403

    client.post(reverse("imports_bulk"), act)

    last = Conclusion.objects.of(january.organization).order_by("number").last()
    assert last is not None
    assert last.kind == Conclusion.Kind.LOCKED


def test_when_everything_ties_the_button_signs_off(january: StatementImport, reviewer: Membership) -> None:
    shown = page(january, reviewer)

    step = reverse("sign", args=[january.pk, only(january).pk, "sign_off"])
    assert f'method="post" action="{step}"' in shown.split("head-acts")[1]


def test_a_wrong_opening_balance_leads_to_the_statement_that_it_comes_from(account: Account, reviewer: Membership) -> None:
    january = read_in(account.organization, paper([(27, "-90.00", "Fee")], opening="1000.00"))
    february = read_in(account.organization, paper([], month=2, opening="910.00"))

    shown = page(february, reviewer).split("head-acts")[1]

    assert OPENING in shown
    assert reverse("import_detail", args=[january.pk]) in shown
    assert OPENING not in page(january, reviewer)
