"""Every page works under a Content-Security-Policy that allows nothing but our own files."""

from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import expect

from finance.models import Account, Transaction
from people.models import Organization
from reconciliation.models import Run, Statement, StatementImport
from tests.addresses import inside, reverse
from tests.journeys.person import Person
from tests.journeys.work import work_off

LISTED = ("reconciliation_statementimport", "reconciliation_statement", "reconciliation_run", "finance_account", "finance_transaction")


def pages(ours: Organization) -> Iterator[str]:
    yield from ("/", inside("/upload/"), inside("/accounts/"), inside("/accounts/new/"))
    account = Account.objects.of(ours).first()
    assert account is not None
    yield from (inside(f"/accounts/{account.pk}/"), inside(f"/accounts/{account.pk}/edit/"))
    yield from (inside(f"/statements/{each.pk}/") for each in StatementImport.objects.of(ours))


def admin_pages(ours: Organization) -> Iterator[str]:
    yield reverse("admin:index")
    yield from (reverse(f"admin:{name}_changelist") for name in LISTED)
    yield from (reverse("admin:finance_account_add"), reverse("admin:auth_user_add"))
    for rows in (StatementImport.objects.of(ours), Statement.objects.of(ours), Run.objects.of(ours), Account.objects.of(ours)):
        row = rows.first()
        assert row is not None
        yield reverse(f"admin:{row._meta.label_lower.replace('.', '_')}_change", args=[row.pk])
    entry = Transaction.objects.of(ours).first()
    assert entry is not None
    yield reverse("admin:finance_transaction_change", args=[entry.pk])


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_no_page_violates_the_content_security_policy(person: Person, ours: Organization) -> None:
    """The fixture fails where the console has an error: each violation is one."""
    person.signs_in("okoro")
    person.uploads("checking-2026-01.pdf", "card-2026-01.pdf")
    person.sees("Results of your upload")
    work_off()

    for address in [*pages(ours), *admin_pages(ours)]:
        answer = person.page.goto(address)
        assert answer is not None
        assert (address, answer.status) == (address, 200)
        assert "default-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_admins_own_scripts_run(person: Person, ours: Organization) -> None:
    person.signs_in("okoro")
    person.page.goto(reverse("admin:finance_transaction_changelist"))

    person.page.locator("#action-toggle").check()

    expect(person.page.locator("tr.selected").first).to_be_visible()


@pytest.mark.django_db
def test_the_policy_allows_nothing_inline_and_no_frame_around_us(client: Client) -> None:
    parts = {part.strip() for part in client.get("/sign-in/", follow=True)["Content-Security-Policy"].split(";")}

    assert {"default-src 'self'", "object-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"} == parts
