"""Pages of imports that members see and that other people do not."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.presentation.verdicts import bridge, file, missing, new, statement
from tests.web.browsing import page_of
from tests.web.stored import printed_statement, stored_import
from tests.world import booked, browser_of

pytestmark = pytest.mark.django_db
Status = StatementImport.Status


def test_a_stranger_is_asked_to_sign_in() -> None:
    MembershipFactory.create()

    response = Client().get(reverse("imports"))

    assert response.status_code == 302
    assert response["Location"].startswith(reverse("sign_in"))


@pytest.mark.path
@pytest.mark.parametrize("name", ["import_detail", "import_status", "import_document"])
def test_another_organizations_import_is_not_found(name: str) -> None:
    theirs = stored_import(MembershipFactory.create())

    assert browser_of(MembershipFactory.create()).get(reverse(name, args=[theirs.pk])).status_code == 404


@pytest.mark.parametrize("name", ["process_again", "choose_account"])
def test_another_organizations_import_cannot_be_changed(name: str) -> None:
    theirs = stored_import(MembershipFactory.create())

    assert browser_of(MembershipFactory.create()).post(reverse(name, args=[theirs.pk])).status_code == 404


@pytest.mark.parametrize("name", ["process_again", "choose_account"])
def test_looking_changes_nothing(name: str) -> None:
    ours = MembershipFactory.create()

    assert browser_of(ours).get(reverse(name, args=[stored_import(ours).pk])).status_code == 405


def test_the_list_shows_only_the_own_organizations_imports() -> None:
    ours = MembershipFactory.create()
    stored_import(ours, filename="ours.pdf")
    stored_import(MembershipFactory.create(), filename="theirs.pdf")

    shown = browser_of(ours).get(reverse("imports")).content.decode()

    assert "ours.pdf" in shown
    assert "theirs.pdf" not in shown


def test_an_empty_list_says_what_to_do() -> None:
    shown = browser_of(MembershipFactory.create()).get(reverse("imports")).content.decode()

    assert "Upload a PDF statement from your bank." in shown


def test_imports_that_need_attention_can_be_filtered() -> None:
    ours = MembershipFactory.create()
    stored_import(ours, filename="settled.pdf")
    stored_import(ours, filename="locked.pdf", status=Status.FAILED, reconciliation=None, error={"code": "encrypted", "params": {}})

    shown = browser_of(ours).get(reverse("imports"), {"show": "person"}).content.decode()

    assert "locked.pdf" in shown
    assert "settled.pdf" not in shown


@pytest.mark.parametrize(("status", "polls"), [(Status.PENDING, True), (Status.PROCESSING, True), (Status.COMPLETE, False)])
def test_the_list_asks_again_only_while_something_runs(status: str, polls: bool) -> None:
    ours = MembershipFactory.create()
    stored_import(ours, status=status)

    assert ("hx-get" in browser_of(ours).get(reverse("imports")).content.decode()) == polls


def test_the_page_stops_asking_once_the_import_is_done() -> None:
    ours = MembershipFactory.create()

    response = browser_of(ours).get(reverse("import_status", args=[stored_import(ours).pk]), headers={"HX-Request": "true"})

    assert response["HX-Refresh"] == "true"


def test_a_difference_is_shown_with_both_sides_and_where_it_is_printed() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    booked(account, 4, "-250.00", "Rent", external_id="t1")
    wrong = booked(account, 4, "-45.00", "Water Co", external_id="t5")
    verdict = statement(
        verdict="mismatched",
        reasons=["amount_differs", "new_rows"],
        matched=[{"line": 0, "transactions": ["t1"], "why": ["payee", "days:1"]}],
        differing=[{"line": 1, "transaction": "t5", "kind": "amount", "by": "-9.00", "hint": "digits_transposed"}],
        new=[new("-12.00", line=2)],
        missing=[missing("-75.00")],
        bridge=bridge(ledger_closing="630.00", new="-12.00", differing="-9.00", timing="75.00", statement_closing="684.00"),
    )
    ours_import = stored_import(ours, status=Status.REVIEW, reconciliation=file(verdict, verdict="mismatched"))
    printed_statement(ours_import, account, (5, "-250.00", "RENT"), (6, "-54.00", "WATER CO"), (31, "-12.00", "ACCOUNT FEE"))

    shown = page_of(ours, ours_import)

    assert "Ask the client" not in shown  # the organization has one member
    assert ">1 amount differs</a>" in shown
    assert ">1 row missing from your books</a>" in shown
    assert ">1 item outstanding</a>" in shown
    back = quote(reverse("import_detail", args=[ours_import.pk]), safe="")
    assert f'<a href="{reverse("entry_edit", args=[account.pk, wrong.pk])}?next={back}">All fields</a>' in shown
    assert 'class="row-text">Water Co</span>' in shown
    assert reverse("entry_edit", args=[account.pk, wrong.pk]) not in page_of(
        MembershipFactory.create(role=Role.VIEWER, organization=ours.organization), ours_import
    )
    assert "Ask the client" in page_of(ours, ours_import)
    assert "WATER CO" in shown
    assert "Water Co" in shown
    assert "Two digits may have changed places" in shown
    assert f"{reverse('import_document', args=[ours_import.pk])}#page=1" in shown
    assert "Same amount, similar description, 1 day later at the bank" in shown


STATES: dict[str, dict[str, Any]] = {
    "Waiting": {"status": Status.PENDING, "reconciliation": None},
    "Being read": {"status": Status.PROCESSING, "reconciliation": None},
    "This PDF is damaged": {"status": Status.FAILED, "reconciliation": None, "error": {"code": "damaged", "params": {}}},
    "was interrupted each time": {"status": Status.FAILED, "reconciliation": None, "error": {"code": "gave_up", "params": {"attempts": 3}}},
    "This document is not a bank statement": {"reconciliation": file(verdict="unverifiable", reasons=("not_a_statement",))},
    "Cancelled": {"status": Status.CANCELLED, "reconciliation": None},
}


@pytest.mark.parametrize(("said", "fields"), STATES.items(), ids=STATES.keys())
def test_every_state_has_a_label(said: str, fields: dict[str, Any]) -> None:
    ours = MembershipFactory.create()

    assert said in page_of(ours, stored_import(ours, **fields))


def test_text_from_a_document_is_shown_as_text() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    ours_import = stored_import(ours, filename="<script>alert(1)</script>.pdf")
    printed_statement(ours_import, account, (5, "-250.00", "<img src=x onerror=alert(1)>"))

    shown = page_of(ours, ours_import)

    assert "<img src=x" not in shown
    assert "<script>alert" not in shown


def test_a_viewer_reads_and_is_offered_no_change() -> None:
    viewer = MembershipFactory.create(role=Role.VIEWER)
    statement_import = stored_import(viewer)

    shown = page_of(viewer, statement_import)

    assert reverse("process_again", args=[statement_import.pk]) not in shown
    assert browser_of(viewer).post(reverse("process_again", args=[statement_import.pk])).status_code == 403
    assert browser_of(viewer).get(reverse("upload")).status_code == 403


def test_a_client_is_shown_only_their_own_uploads() -> None:
    owner = MembershipFactory.create()
    client = MembershipFactory.create(role=Role.CLIENT, organization=owner.organization)
    given, kept = (
        AccountFactory.create(organization=owner.organization, name="Given", opening="1000.00"),
        AccountFactory.create(organization=owner.organization, name="Kept", opening="1000.00"),
    )
    client.accounts.add(given)
    printed_statement(stored_import(owner, filename="given.pdf"), given)
    printed_statement(stored_import(owner, filename="kept.pdf"), kept)
    stored_import(client, filename="own.pdf")

    shown = browser_of(client).get(reverse("imports")).content.decode()

    assert "own.pdf" in shown
    assert "given.pdf" not in shown
    assert "kept.pdf" not in shown


def test_a_list_takes_no_more_queries_for_more_imports(django_assert_num_queries: Any) -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    client = browser_of(ours)
    for _ in range(3):
        printed_statement(stored_import(ours), account)
    client.get(reverse("imports"))

    with django_assert_num_queries(13, exact=False):
        client.get(reverse("imports"))


def test_entries_that_explain_the_opening_balance_are_shown_beside_pending_entries() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    booked(account, 4, "-250.00", "Rent", external_id="t1")
    booked(account, 2, "-40.00", "Cheque 77 Smith", external_id="t7")
    booked(account, 30, "-5.00", "Card payment Cafe", external_id="t8")
    verdict = statement(
        verdict="partial",
        reasons=["chain_gap"],
        opening_set=["t7"],
        pending=["t8"],
        opening_balance={"statement": "1000.00", "ledger": "1040.00", "books": "1000.00"},
    )
    ours_import = stored_import(ours, status=Status.REVIEW, reconciliation=file(verdict, verdict="partial"))
    printed_statement(ours_import, account, (5, "-250.00", "RENT"))

    shown = page_of(ours, ours_import)

    assert 'href="#s1-opening"' in shown
    assert list(re.findall(r'id="s1-(opening|pending)".*?row-text">(?:<a [^>]+>)?([^<]+)', shown, re.DOTALL)) == [
        ("opening", "Cheque 77 Smith"),
        ("pending", "Card payment Cafe"),
    ]
    assert "days that no statement covers" in shown


def test_nothing_is_to_be_recorded_where_another_statement_prints_it() -> None:
    ours = MembershipFactory.create()
    repeated = new("-12.00") | {"repeats": {"import": "another", "statement": 0, "line": 3}}
    verdict = statement(verdict="mismatched", reasons=["overlaps", "new_rows"], new=[repeated])
    ours_import = stored_import(ours, status=Status.REVIEW, reconciliation=file(verdict, verdict="mismatched"))
    printed_statement(
        ours_import,
        AccountFactory.create(organization=ours.organization, opening="1000.00"),
        (5, "-250.00", "RENT"),
        (31, "-12.00", "ACCOUNT FEE"),
    )

    shown = page_of(ours, ours_import)

    assert "Already on another statement" in shown
    assert "See what is missing" not in shown


def test_a_statement_of_no_account_is_called_alike_on_its_page_and_in_the_list() -> None:
    ours = MembershipFactory.create()
    statement_import = stored_import(ours)
    printed = printed_statement(statement_import, None, (4, "12.00", "Rent"))
    printed.account_hint = "Joint Savings XX1234"
    printed.save()

    shown = re.sub(r"<[^>]+>", "", page_of(ours, statement_import))

    assert "Joint Savings ··1234" in shown
    assert "Joint Savings ··1234" in browser_of(ours).get(reverse("imports")).content.decode()


@pytest.mark.parametrize("name", ["audit_log", "connections", "members", "models", "organization_settings", "programs", "retention"])
def test_every_page_of_the_settings_has_the_same_menu_and_marks_itself(name: str) -> None:
    shown = browser_of(MembershipFactory.create(role=Role.OWNER)).get(reverse(name)).content.decode()

    menu = shown.split('class="settings-menu"')[1].split("</nav>")[0]
    assert menu.count("<a ") == 8
    assert [link.split('"')[0] for link in menu.split('href="')[1:] if "aria-current" in link.split(">")[0]] == [reverse(name)]


def test_a_form_of_an_expired_page_is_answered_in_the_readers_language() -> None:
    strict = Client(enforce_csrf_checks=True)

    answer = strict.post(reverse("sign_in"), {"username": "rowe"})

    assert answer.status_code == 403
    assert "This page has expired" in answer.content.decode()
    assert "CSRF" not in answer.content.decode()


@pytest.mark.parametrize(("role", "leads"), [(Role.VIEWER, False), (Role.AUDITOR, False), (Role.CLIENT, True), (Role.PREPARER, True)])
def test_the_menu_leads_to_the_upload_if_the_role_opens_it(role: Role, leads: bool) -> None:
    ours = MembershipFactory.create(role=role)

    shown = browser_of(ours).get(reverse("enquiries")).content.decode()

    assert (f'href="{reverse("upload")}"' in shown) == leads
