"""All clients of a user on one page: only their own, items that need attention, and coverage."""

import datetime as dt
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.models import Account
from people.audit import Act
from people.models import AuditEntry, Membership
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.presentation.overview.matrix import AccountRow, matrix_of
from reconciliation.presentation.overview.worklist import worklist_of
from reconciliation.uploads.missing import missing_in
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory, UserFactory
from tests.presentation.verdicts import file, new, statement
from tests.web.stored import printed_statement, stored_import

pytestmark = pytest.mark.django_db
Status = StatementImport.Status
LOCKED: dict[str, Any] = {"status": Status.FAILED, "reconciliation": None, "error": {"code": "encrypted", "params": {}}}
LAST = dt.date(2026, 2, 1)


def differing() -> dict[str, Any]:
    verdict = statement(verdict="mismatched", reasons=["new_rows"], new=[new("-12.00")])
    return {"status": Status.REVIEW, "reconciliation": file(verdict, verdict="mismatched", reasons=("new_rows",))}


@pytest.fixture
def bookkeeper(db: None) -> User:
    return UserFactory.create(username="bookkeeper")


def client_of(bookkeeper: User, name: str, role: Role = Role.REVIEWER) -> Membership:
    ours = OrganizationFactory.create(name=name, slug=name.lower())
    return MembershipFactory.create(organization=ours, user=bookkeeper, role=role)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def cells(row: AccountRow) -> dict[str, str]:
    return {f"{month:%Y-%m}": cell.sign for month, cell in zip(matrix_months(), row.cells, strict=True)}


def matrix_months() -> list[dt.date]:
    return matrix_of([], last=LAST).months


def test_waiting_statements_are_grouped_by_reason_with_the_oldest_first(bookkeeper: User) -> None:
    bakery, smithy = client_of(bookkeeper, "Bakery"), client_of(bookkeeper, "Smithy")
    oldest = stored_import(bakery, **differing())
    stored_import(smithy, **LOCKED)
    newest = stored_import(smithy, **differing())
    stored_import(smithy)

    result = worklist_of([bakery, smithy])

    assert (result.groups[0].says, [row.import_id for row in result.groups[0].rows]) == (
        "Some rows of the statement are not in the books.",
        [oldest.pk, newest.pk],
    )
    assert len(result.groups) == 2
    assert [(name, waiting) for _key, name, waiting, _running in result.clients] == [("Smithy", 2), ("Bakery", 1)]
    assert (result.count, result.not_shown) == (3, 0)


def test_the_work_of_all_clients_is_one_table_with_a_part_for_each_reason(bookkeeper: User) -> None:
    bakery, smithy = client_of(bookkeeper, "Bakery"), client_of(bookkeeper, "Smithy")
    stored_import(bakery, **differing())
    stored_import(smithy, **LOCKED)

    shown = signed_in(bookkeeper).get(reverse("clients")).content.decode()

    work = shown.partition("waiting")[2].partition("</table>")[0]
    reasons = re.findall(r'scope="rowgroup"[^>]*>([^<]+?) <', work)
    assert reasons == ["Some rows of the statement are not in the books.", "This PDF is locked with a password."]
    assert shown.count('waiting">') == 1


def test_twelve_clients_are_named_above_the_work_and_a_link_leads_to_all(bookkeeper: User) -> None:
    for number in range(13):
        client_of(bookkeeper, f"Client-{number:02}")

    shown = signed_in(bookkeeper).get(reverse("clients")).content.decode().partition("clients-at-work")[2].partition("</ul>")[0]

    assert [f"Client-{number:02}" in shown for number in (0, 11, 12)] == [True, True, False]
    assert f'href="{reverse("find_client")}">All 13' in shown


def test_nothing_of_an_organization_that_one_does_not_belong_to_is_shown(bookkeeper: User) -> None:
    ours = client_of(bookkeeper, "Bakery")
    theirs = MembershipFactory.create()
    stored_import(theirs, filename="theirs.pdf", **LOCKED)
    printed_statement(
        stored_import(theirs), AccountFactory.create(organization=theirs.organization, name="Their account", opening="1000.00")
    )
    stored_import(ours, filename="ours.pdf", **LOCKED)

    shown = signed_in(bookkeeper).get(reverse("clients")).content.decode()

    assert "ours.pdf" in shown
    assert "theirs.pdf" not in shown
    assert "Their account" not in shown


def test_a_membership_that_ended_shows_nothing(bookkeeper: User) -> None:
    client_of(bookkeeper, "Bakery")
    ended = client_of(bookkeeper, "Smithy")
    stored_import(ended, filename="ended.pdf", **LOCKED)
    ended.expires_at = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    ended.save()

    assert "ended.pdf" not in signed_in(bookkeeper).get(reverse("clients")).content.decode()


def test_imports_of_an_organization_are_not_counted_for_its_client(bookkeeper: User) -> None:
    practice, own = client_of(bookkeeper, "Practice"), client_of(bookkeeper, "Household", Role.CLIENT)
    owner = MembershipFactory.create(role=Role.OWNER, organization=own.organization)
    given, kept = (
        AccountFactory.create(organization=own.organization, name="Given", opening="1000.00"),
        AccountFactory.create(organization=own.organization, name="Kept", opening="1000.00"),
    )
    own.accounts.add(given)
    printed_statement(stored_import(owner, filename="given.pdf", **differing()), given)
    printed_statement(stored_import(owner, filename="kept.pdf", **differing()), kept)
    stored_import(own, filename="own.pdf", **LOCKED)

    result = worklist_of([practice, own])
    matrix = matrix_of([practice, own], last=LAST)

    assert (result.groups, result.asked, result.count) == ([], [], 0)
    assert [row.account.name for _key, _name, rows in matrix.clients for row in rows] == []


def test_the_matrix_shows_the_coverage_of_every_month(bookkeeper: User) -> None:
    ours = client_of(bookkeeper, "Bakery")
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    printed_statement(stored_import(ours), account)

    ((_key, _name, [row]),) = matrix_of([ours], last=LAST).clients

    assert [cell for cell in cells(row).items() if cell[0] >= "2025-12"] == [("2025-12", ""), ("2026-01", "✓"), ("2026-02", "–")]  # noqa: RUF001


def test_an_account_without_any_statement_lacks_every_month_since_its_books_begin(bookkeeper: User) -> None:
    ours = client_of(bookkeeper, "Bakery")
    AccountFactory.create(organization=ours.organization, opening="1000.00")

    ((_key, _name, [row]),) = matrix_of([ours], last=LAST).clients

    assert list(cells(row).values())[-3:] == ["", "–", "–"]  # noqa: RUF001


def test_a_link_opens_the_other_client_only_for_its_members(bookkeeper: User) -> None:
    bakery, smithy = client_of(bookkeeper, "Bakery"), client_of(bookkeeper, "Smithy")
    theirs = stored_import(smithy, filename="smithy.pdf", **differing())
    browser = signed_in(bookkeeper)
    there = reverse("import_detail", args=[theirs.pk], organization=smithy.organization)

    assert f'href="{there}"' in browser.get(reverse("clients")).content.decode()
    assert "smithy.pdf" in browser.get(there).content.decode()
    assert browser.get(reverse("import_detail", args=[theirs.pk], organization=bakery.organization)).status_code == 404
    assert browser.get(reverse("imports", organization=MembershipFactory.create().organization)).status_code == 404


def test_more_clients_and_statements_take_no_more_queries(bookkeeper: User, django_assert_num_queries: Any) -> None:
    for name in ("Bakery", "Smithy", "Pottery", "Tannery"):
        ours = client_of(bookkeeper, name)
        account = AccountFactory.create(organization=ours.organization, opening="1000.00")
        for _ in range(3):
            printed_statement(stored_import(ours, **differing()), account)
    browser = signed_in(bookkeeper)
    browser.get(reverse("clients"))

    with django_assert_num_queries(15):
        browser.get(reverse("clients"))


def test_many_accounts_are_shown_in_parts(bookkeeper: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reconciliation.presentation.overview.matrix.MOST", 2)
    for name in ("Bakery", "Pottery", "Smithy"):
        AccountFactory.create(organization=client_of(bookkeeper, name).organization, name=f"{name} account", opening="1000.00")
    browser = signed_in(bookkeeper)

    pages = [browser.get(reverse("clients"), {"accounts": said}).content.decode() for said in ("", "2", "0", "many")]

    assert [
        [name for name in ("Bakery", "Pottery", "Smithy") if f"{name} account" in page.partition('id="matrix"')[2]] for page in pages
    ] == [
        ["Bakery", "Pottery"],
        ["Smithy"],
        ["Bakery", "Pottery"],
        ["Bakery", "Pottery"],
    ]
    assert 'href="?accounts=2" rel="next"' in pages[0]


def names_in(page: str) -> list[str]:
    return [name for name in ("bakery.pdf", "smithy.pdf", "locked.pdf") if name in page]


def test_the_work_is_narrowed_by_client_month_person_and_kind(bookkeeper: User) -> None:
    bakery, smithy = client_of(bookkeeper, "Bakery"), client_of(bookkeeper, "Smithy")
    january = {"period_start": dt.date(2026, 1, 1), "period_end": dt.date(2026, 1, 31)}
    stored_import(bakery, filename="bakery.pdf", assigned_to=bookkeeper, **january, **differing())
    stored_import(smithy, filename="smithy.pdf", **differing())
    stored_import(smithy, filename="locked.pdf", **LOCKED)
    browser = signed_in(bookkeeper)

    shown = {
        said: names_in(browser.get(reverse("clients"), dict([said])).content.decode())
        for said in (
            ("client", "smithy"),
            ("month", "2026-01"),
            ("month", "2025-12"),
            ("assignee", str(bookkeeper.pk)),
            ("assignee", "none"),
            ("reason", "new_rows"),
            ("reason", "unread"),
            ("reason", "review"),
            ("reason", "no such kind"),
        )
    }

    assert shown == {
        ("client", "smithy"): ["smithy.pdf", "locked.pdf"],
        ("month", "2026-01"): ["bakery.pdf"],
        ("month", "2025-12"): [],
        ("assignee", str(bookkeeper.pk)): ["bakery.pdf"],
        ("assignee", "none"): ["smithy.pdf", "locked.pdf"],
        ("reason", "new_rows"): ["bakery.pdf", "smithy.pdf"],
        ("reason", "unread"): ["locked.pdf"],
        ("reason", "review"): [],
        ("reason", "no such kind"): ["bakery.pdf", "smithy.pdf", "locked.pdf"],
    }


def test_statements_of_several_clients_are_assigned_together_each_with_the_rights_held_there(bookkeeper: User) -> None:
    bakery, smithy = client_of(bookkeeper, "Bakery"), client_of(bookkeeper, "Smithy", Role.VIEWER)
    colleague = MembershipFactory.create(organization=bakery.organization, role=Role.PREPARER).user
    ours, read_only = stored_import(bakery, **differing()), stored_import(smithy, **differing())
    strange = stored_import(MembershipFactory.create(), **differing())
    chosen = [str(each.pk) for each in (ours, read_only, strange)]

    answer = signed_in(bookkeeper).post(
        reverse("clients_together"), {"act": "assign", "imports": chosen, "to": str(colleague.pk), "due_on": "2026-03-10"}
    )

    for each in (ours, read_only, strange):
        each.refresh_from_db()
    assert [(each.assigned_to, each.due_on) for each in (ours, read_only, strange)] == [
        (colleague, dt.date(2026, 3, 10)),
        (None, None),
        (None, None),
    ]
    assert "Your role does not allow this." in answer.content.decode()
    assert strange.filename not in answer.content.decode()
    entry = AuditEntry.objects.of(bakery.organization).get(act=Act.ASSIGNED)
    assert (entry.subject_id, entry.details) == (str(ours.pk), {"to": colleague.pk, "due_on": "2026-03-10"})


def test_a_statement_is_assigned_only_to_a_person_who_decides_about_its_client(bookkeeper: User) -> None:
    bakery, smithy = client_of(bookkeeper, "Bakery"), client_of(bookkeeper, "Smithy")
    elsewhere = MembershipFactory.create(organization=smithy.organization, role=Role.REVIEWER).user
    client = MembershipFactory.create(organization=bakery.organization, role=Role.CLIENT).user
    ours = stored_import(bakery, **differing())
    browser = signed_in(bookkeeper)

    answer = browser.post(reverse("clients_together"), {"act": "assign", "imports": [str(ours.pk)], "to": str(elsewhere.pk)})
    there = reverse("assign_statement", args=[ours.pk], organization=bakery.organization)
    browser.post(there, {"to": str(client.pk)})

    ours.refresh_from_db()
    assert ours.assigned_to is None
    assert "This person cannot work on statements of this client." in answer.content.decode()
    browser.post(there, {"to": str(bookkeeper.pk), "due_on": "2026-03-10"})
    assigned = StatementImport.objects.of(bakery.organization).get()
    assert (assigned.assigned_to, assigned.due_on) == (bookkeeper, dt.date(2026, 3, 10))
    browser.post(there, {"to": ""})
    ours.refresh_from_db()
    assert (ours.assigned_to, ours.due_on) == (None, None)


def test_an_act_on_statements_of_several_clients_runs_in_each(bookkeeper: User) -> None:
    bakery, smithy = client_of(bookkeeper, "Bakery"), client_of(bookkeeper, "Smithy", Role.VIEWER)
    ours, read_only = stored_import(bakery, **LOCKED), stored_import(smithy, **LOCKED)

    answer = signed_in(bookkeeper).post(reverse("clients_together"), {"act": "process", "imports": [str(ours.pk), str(read_only.pk)]})

    ours.refresh_from_db()
    read_only.refresh_from_db()
    assert (ours.status, read_only.status) == (Status.PENDING, Status.FAILED)
    shown = answer.content.decode()
    assert "Queued." in shown
    assert "Your role does not allow this." in shown
    assert f'href="{reverse("import_detail", args=[ours.pk], organization=bakery.organization)}"' in shown


def test_the_months_shown_end_where_one_likes(bookkeeper: User) -> None:
    ours = client_of(bookkeeper, "Bakery")
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    printed_statement(stored_import(ours), account)

    ((_key, _name, [row]),) = matrix_of([ours], last=dt.date(2026, 1, 1)).clients
    shown = signed_in(bookkeeper).get(reverse("clients"), {"until": "2026-01"}).content.decode()

    assert [cell.sign for cell in row.cells][-2:] == ["", "✓"]
    assert "Statements missing for" not in shown
    assert 'href="?until=2025-01"' in shown
    assert 'href="?until=' in shown.partition("Earlier months")[2]
    assert signed_in(bookkeeper).get(reverse("clients"), {"until": "0001-01"}).status_code == 200


def test_an_account_without_a_statement_in_the_month_is_missing(bookkeeper: User) -> None:
    ours = client_of(bookkeeper, "Bakery")
    named: dict[str, dict[str, Any]] = {
        "With period": {},
        "With rows": {},
        "Without": {},
        "Later": {"opening_date": dt.date(2026, 2, 1)},
        "Cash": {"kind": Account.Kind.CASH},
    }
    accounts = [AccountFactory.create(organization=ours.organization, name=name, opening="1000.00", **more) for name, more in named.items()]
    with_period, with_rows, without, later, cash = accounts
    printed_statement(stored_import(ours), with_period)
    undated = printed_statement(stored_import(ours), with_rows, (14, "-1.00", "Rent"))
    undated.period_start = undated.period_end = None
    undated.save()

    result = missing_in(dt.date(2026, 1, 1), Account.objects.of(ours.organization), 10)

    assert [each.account for each in result] == [without]
    assert later not in [each.account for each in result]
    assert cash not in [each.account for each in result]


def test_a_client_is_asked_by_letter_for_the_statements_of_their_accounts(bookkeeper: User, settings: Any, mailoutbox: Any) -> None:
    settings.EMAIL_URL, settings.PUBLIC_URL = "smtp://mail.example.org", "https://books.example.org"
    bakery, smithy = client_of(bookkeeper, "Bakery"), client_of(bookkeeper, "Smithy")
    theirs, other = (
        AccountFactory.create(organization=each.organization, name=name, opening="1000.00")
        for each, name in ((bakery, "Till account"), (smithy, "Forge account"))
    )
    strange = AccountFactory.create(organization=MembershipFactory.create().organization, opening="1000.00")
    client = MembershipFactory.create(organization=bakery.organization, role=Role.CLIENT, user__email="baker@example.org")
    client.accounts.add(theirs)
    browser = signed_in(bookkeeper)

    answer = browser.post(
        reverse("ask_for_missing"), {"month": "2026-01", "accounts": [str(each.pk) for each in (theirs, other, strange)]}, follow=True
    )

    [letter] = mailoutbox
    assert letter.to == ["baker@example.org"]
    assert "January 2026" in letter.subject
    assert "Till account" in letter.body
    assert f"https://books.example.org{reverse('upload', organization=bakery.organization)}" in letter.body
    shown = answer.content.decode()
    assert "1 e-mail was sent." in shown
    assert "No e-mail was sent for Smithy." in shown
    assert "asked for on" in shown
    assert not AuditEntry.objects.of(strange.organization).filter(act=Act.ASKED_FOR_STATEMENTS).exists()
