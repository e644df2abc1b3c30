"""Signing off and reopening, on the page."""

import re

import pytest
from django.db import connection
from django.test import Client

from finance.models import Account
from finance.templatetags.money import MINUS
from people.roles import Role
from reconciliation.models import Conclusion, StatementImport
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, paper_of_unnamed_ends, read_in
from tests.world import booked

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(account: Account) -> Account:
    booked(account, 4, "-250.00", "Rent", external_id="t1")
    booked(account, 28, "-75.00", "Cheque 101", external_id="t2")
    return account


@pytest.fixture
def january(account: Account) -> StatementImport:
    return read_in(account.organization, paper([(5, "-250.00", "Rent")], opening="1000.00"))


def browser(account: Account, role: Role = Role.REVIEWER) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(role=role, organization=account.organization).user)
    return client


def page(client: Client, january: StatementImport) -> str:
    return client.get(reverse("import_detail", args=[january.pk])).content.decode().replace(MINUS, "-")


def fingerprint(client: Client, january: StatementImport) -> dict[str, str]:
    """Return the fingerprint of the outstanding entries that the page shows beside its button."""
    found = re.search(r'id="s1-sign".*?name="shown" value="(\w+)"', page(client, january), re.DOTALL)
    return {"shown": found[1] if found else ""}


def take(client: Client, january: StatementImport, step: str, **fields: object) -> str:
    return client.post(reverse("sign", args=[january.pk, only(january).pk, step]), fields, follow=True).content.decode()


def kinds(january: StatementImport) -> list[str]:
    return [step.kind for step in Conclusion.objects.of(january.organization)]


@pytest.mark.path
def test_a_reviewer_confirms_and_signs_off_in_one_go(account: Account, january: StatementImport) -> None:
    client = browser(account)
    assert 'confirms <a href="#s1-outstanding">1 outstanding item</a>' in page(client, january)

    assert "Signed off." in take(client, january, "sign_off", **fingerprint(client, january))

    assert "prepared and reviewed by the same person" in page(client, january)
    assert kinds(january) == ["prepared", "reviewed"]


def test_a_sign_off_of_unconfirmed_ends_needs_the_confirmation_that_no_row_is_missing(account: Account) -> None:
    rows = [(5, "-250.00", "Rent"), (28, "-75.00", "CHQ 101")]
    january, client = read_in(account.organization, paper_of_unnamed_ends(rows, opening="1000.00")), browser(account)

    shown = page(client, january)
    assert "Ties with the bank" in shown
    assert "The document does not confirm the first or the last row." in shown
    assert "Nothing confirms the last row" in shown

    assert "confirm that none is missing" in take(client, january, "sign_off")
    assert "Signed off." in take(client, january, "sign_off", ends_checked="on")


def test_all_outstanding_are_confirmed_before_anybody_signs_off(account: Account, january: StatementImport) -> None:
    preparer = browser(account, Role.PREPARER)
    assert "Confirm all outstanding" in page(preparer, january)

    told = {"kind": "outstanding", "entries": ["t2"], "reason": "Checked, still in transit"}
    preparer.post(reverse("decide_rows", args=[january.pk, only(january).pk]), told)

    assert "Confirm all outstanding" not in page(preparer, january)
    assert "Confirm all outstanding" not in page(browser(account), january)
    assert "Signed off." in take(browser(account), january, "sign_off")


def test_a_viewer_confirms_nothing(account: Account, january: StatementImport) -> None:
    assert "Confirm all outstanding" not in page(browser(account, Role.VIEWER), january)


def test_an_unconfirmed_item_forbids_the_sign_off(account: Account, january: StatementImport) -> None:
    assert "Confirm each outstanding item first." in take(browser(account), january, "sign_off")
    assert kinds(january) == []


def test_a_preparer_sees_only_the_step_to_prepare(account: Account, january: StatementImport) -> None:
    client = browser(account, Role.PREPARER)

    assert "Prepared and waiting for review." in take(client, january, "prepare", **fingerprint(client, january))

    assert "Reviewed: sign off" not in page(client, january)
    assert client.post(reverse("sign", args=[january.pk, only(january).pk, "review"])).status_code == 403


def test_the_second_person_signs_off_under_the_two_person_rule(account: Account, january: StatementImport) -> None:
    account.organization.two_persons = True
    account.organization.save()
    first, second = browser(account), browser(account)

    assert "Mark as prepared" in page(first, january)
    take(first, january, "prepare", **fingerprint(first, january))
    assert "Someone else must review it" in take(first, january, "review")
    assert "Reviewed and signed off." in take(second, january, "review")


def test_locked_and_reopened_with_a_reason(account: Account, january: StatementImport) -> None:
    client = browser(account)
    take(client, january, "sign_off", **fingerprint(client, january))
    take(client, january, "lock")
    assert account.transactions.held().count() == 1

    assert "Give a reason." in take(client, january, "reopen", reason=" ")
    assert "The rent was wrong" in take(client, january, "reopen", reason="The rent was wrong")

    assert account.transactions.held().count() == 0


def test_a_later_change_is_shown_first_with_its_cause(account: Account, january: StatementImport) -> None:
    client = browser(account)
    take(client, january, "sign_off", **fingerprint(client, january))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE finance_transaction SET amount_minor = -26230 WHERE external_id = 't1'")

    shown = page(client, january)

    assert "Changed since reconciled: the closing balance per books differs by -12.30." in shown
    assert "Rent: -€250.00 on 4 Jan 2026 became -€262.30 on 4 Jan 2026." in shown
    assert "Re-check" in shown


def test_a_later_statement_says_that_the_books_moved_before_it(account: Account, january: StatementImport) -> None:
    client = browser(account)
    take(client, january, "sign_off", **fingerprint(client, january))
    february = read_in(account.organization, paper([(3, "-75.00", "CHQ 101")], month=2, opening="750.00"))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE finance_transaction SET amount_minor = -26230 WHERE external_id = 't1'")

    assert "The books changed by -12.30 since the previous statement was signed off." in page(client, february)


def test_a_refused_sign_off_gives_its_reason_and_offers_to_close_the_statement(account: Account) -> None:
    differing = read_in(account.organization, paper([(5, "-250.00", "Rent"), (9, "-5.00", "FEE")], opening="1000.00"))
    client = browser(account)

    assert "Statement and books differ. Resolve each difference" in page(client, differing)
    assert "Closed without reconciling." in take(client, differing, "note", reason="The bank does not answer")
    assert kinds(differing) == ["noted"]


def test_an_old_page_says_that_another_person_was_quicker(account: Account, january: StatementImport) -> None:
    first, second = browser(account), browser(account)
    old = fingerprint(second, january)
    take(first, january, "sign_off", **fingerprint(first, january))

    assert "Someone else changed this first" in take(second, january, "sign_off", **old)


def test_another_organization_and_an_unknown_step_cannot_be_signed(account: Account, january: StatementImport) -> None:
    stranger, ours = browser(AccountFactory.create()), browser(account)

    assert stranger.post(reverse("sign", args=[january.pk, only(january).pk, "sign_off"])).status_code == 404
    assert ours.post(reverse("sign", args=[january.pk, only(january).pk, "erase"])).status_code == 404
    assert browser(account, Role.VIEWER).post(reverse("sign", args=[january.pk, only(january).pk, "prepare"])).status_code == 403
