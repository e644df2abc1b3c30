"""The reconciliations of a month in all clients of a user: a page and files, with the rights that the user has in each client."""

import csv
import datetime as dt
import io
from itertools import count
from typing import Any

import pypdf
import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.models import Account
from people.audit import Act
from people.models import AuditEntry, Membership
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.reports.registers import month_of_clients
from reconciliation.reports.report import ReportRow
from reconciliation.signoff.services import prepare, review
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory, UserFactory
from tests.read_statements import only, paper, read_in
from tests.world import MATCHED_ROWS, booked

pytestmark = pytest.mark.django_db
JANUARY = dt.date(2026, 1, 1)
numbers = count(2000)


@pytest.fixture
def partner(db: None) -> User:
    return UserFactory.create(username="partner", first_name="Ada", last_name="Rowe")


def client_of(user: User, name: str, role: Role = Role.REVIEWER) -> Membership:
    return MembershipFactory.create(user=user, role=role, organization=OrganizationFactory.create(name=name, slug=name.lower()))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def account_of(membership: Membership, **columns: Any) -> Account:
    number = f"{next(numbers)}"
    named = {"name": number} | columns
    return AccountFactory.create(organization=membership.organization, number=f"DE00 {number}", opening="1000.00", **named)


def compared(membership: Membership, account: Account, *, paid: str = "600.00") -> StatementImport:
    """A statement of January: proved, or with a difference where another amount was paid."""
    booked(account, 5, "-250.00", "Rent")
    booked(account, 20, paid, "Client A")
    return read_in(membership.organization, paper(MATCHED_ROWS, opening="1000.00", number=account.number.removeprefix("DE00 ")))


def reviewed(statement_import: StatementImport, by: User) -> None:
    preparer = MembershipFactory.create(organization=statement_import.organization, role=Role.PREPARER).user
    prepare(statement=only(statement_import), actor=preparer)
    review(statement=only(statement_import), actor=by)


def rows(partner: User, month: dt.date = JANUARY) -> list[ReportRow]:
    memberships = list(Membership.objects.across_organizations("all of a test").filter(user=partner).select_related("organization"))
    return list(month_of_clients(memberships, month).tables[0].rows)


def test_each_account_has_a_row_with_status_difference_and_signatures(partner: User) -> None:
    bakery, smithy = client_of(partner, "Bakery"), client_of(partner, "Smithy")
    till, yard, forge = account_of(bakery, name="Till"), account_of(bakery, name="Yard"), account_of(smithy, name="Forge")
    reviewed(compared(bakery, till), partner)
    compared(smithy, forge, paid="590.00")

    first, second, third = (row.cells for row in rows(partner))

    assert first[:2] == ("Bakery", f"Till {till.masked_number}")
    assert (first[3], first[4]) == ("Reviewed", 0)
    assert str(first[7]).startswith("Ada Rowe, ")
    assert second == ("Bakery", f"Yard {yard.masked_number}", None, "No statement yet", None, "EUR", "", "")
    assert (third[0], third[3], third[4], third[6:]) == ("Smithy", "Not signed off yet", 10, ("", ""))


def test_cash_and_accounts_that_were_opened_later_are_not_listed(partner: User) -> None:
    bakery = client_of(partner, "Bakery")
    account_of(bakery, name="Cash", kind=Account.Kind.CASH)
    later = account_of(bakery, name="Later")
    later.opening_date = dt.date(2026, 2, 1)
    later.save()

    assert rows(partner) == []


def test_a_statement_of_another_month_does_not_count(partner: User) -> None:
    bakery = client_of(partner, "Bakery")
    compared(bakery, account_of(bakery))

    assert [row.cells[3] for row in rows(partner, dt.date(2026, 2, 1))] == ["No statement yet"]


def test_nothing_of_another_client_or_of_one_whose_books_are_closed_to_the_user_is_shown(partner: User) -> None:
    account_of(client_of(partner, "Bakery"), name="Till")
    account_of(client_of(partner, "Smithy", Role.CLIENT), name="Forge")
    account_of(client_of(UserFactory.create(), "Tannery"), name="Vat")

    shown = signed_in(partner).get(reverse("clients_report", args=[2026, 1])).content.decode()

    assert "Till" in shown
    assert "Forge" not in shown
    assert "Vat" not in shown


def test_a_file_has_the_clients_whose_books_may_be_exported_and_names_the_others(partner: User) -> None:
    bakery = client_of(partner, "Bakery")
    account_of(bakery, name="=Till")
    account_of(client_of(partner, "Smithy", Role.VIEWER), name="Forge")
    browser = signed_in(partner)

    pdf = pypdf.PdfReader(io.BytesIO(browser.get(reverse("clients_report", args=[2026, 1, "pdf"])).content))
    text = browser.get(reverse("clients_report", args=[2026, 1, "csv"])).content.decode("utf-8-sig")
    data = browser.get(reverse("clients_report", args=[2026, 1, "json"])).json()

    assert "Bank reconciliations of January 2026" in pdf.pages[0].extract_text()
    assert [row[1][:6] for row in csv.reader(io.StringIO(text)) if row[:1] == ["Bakery"]] == ["'=Till"]
    assert "Forge" not in text
    assert [row["client"] for row in data["tables"]["accounts"]] == ["Bakery"]
    assert data["notes"] == ["Your role does not allow exports of: Smithy."]
    downloads = AuditEntry.objects.of(bakery.organization).filter(act=Act.DOWNLOADED)
    assert sorted(entry.details["what"] for entry in downloads) == [f"clients-2026-01.{form}" for form in ("csv", "json", "pdf")]


def test_accounts_above_the_bound_are_counted_in_a_note(partner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.reports.registers.MOST", 2)
    bakery = client_of(partner, "Bakery")
    for name in ("Safe", "Till", "Yard"):
        account_of(bakery, name=name)

    report = month_of_clients([bakery], JANUARY)

    assert len(report.tables[0].rows) == 2
    assert report.notes == ["1 further account is not listed."]


def test_more_clients_and_statements_take_no_more_queries(partner: User, django_assert_num_queries: Any) -> None:
    for name in ("Bakery", "Smithy"):
        ours = client_of(partner, name)
        for _ in range(2):
            reviewed(compared(ours, account_of(ours)), partner)

    browser = signed_in(partner)
    browser.get(reverse("clients_report", args=[2026, 1]))

    with django_assert_num_queries(8):
        browser.get(reverse("clients_report", args=[2026, 1]))


@pytest.mark.parametrize("named", ["0/1", "2026/1.exe", "2026/13"])
def test_an_invalid_month_or_format_is_not_found(partner: User, named: str) -> None:
    client_of(partner, "Bakery")

    assert signed_in(partner).get(f"/clients/reconciliations/{named}").status_code == 404
