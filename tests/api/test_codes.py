"""Codes over the API: imported with entries, suggested for new rows, returned when rows are added, exported."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from people.models import Membership
from people.roles import Role
from reconciliation.models import StatementImport
from tests.api.programs import Program
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, read_in
from tests.world import booked

pytestmark = pytest.mark.django_db
SAID = {"nominal": "6100", "tax_code": "S", "payee": "Fenwick", "party": ""}


@pytest.fixture
def member(db: None) -> Membership:
    return MembershipFactory.create(organization=AccountFactory.create().organization)


@pytest.fixture
def account(member: Membership) -> str:
    return str(member.organization.accounts.get().pk)


@pytest.fixture
def january(member: Membership, account: str) -> StatementImport:
    """With a payment of a payee that the books know, and one that they lack."""
    known = {"booked_on": "2026-01-03", "amount": "-9.00", "description": "Fenwick", "external_id": "1", "codes": SAID}
    assert Program(member).post(f"/accounts/{account}/entries/bulk", {"entries": [known]}).json()["added"] == 1
    return read_in(member.organization, paper([(3, "-9.00", "FENWICK"), (20, "-12.00", "CARD FENWICK 4411"), (21, "-1.00", "Alder")]))


@pytest.mark.path
def test_a_new_row_is_booked_as_its_payee_s_entries_are(member: Membership, account: str, january: StatementImport) -> None:
    program, statement = Program(member), f"/statements/{only(january).pk}"

    (suggested,) = program.get(f"{statement}/suggestions").json()
    assert suggested == {"line": 1, "codes": SAID, "agreeing": 1, "asked": 1, "latest": "2026-01-03", "others": []}
    other = {"nominal": "7000", "tax_code": "", "payee": "", "party": ""}
    assert program.post(f"{statement}/publish", {"codes": [{"line": 2, **other}]}).status_code == 200

    entries = program.get(f"/accounts/{account}/entries").json()["items"]
    assert [entry["codes"] for entry in entries] == [SAID, SAID, other]


def test_new_entries_leave_with_their_codes(member: Membership, account: str, january: StatementImport) -> None:
    program = Program(member)
    program.post(f"/statements/{only(january).pk}/publish")

    told = program.get(f"/accounts/{account}/export/xero", {"added_here": "true", "last": "2026-01-20"})

    assert told.getvalue().decode().splitlines()[1:] == ["2026-01-20,-12.00,Fenwick,CARD FENWICK 4411,,,6100,S,"]


def test_the_same_entries_with_other_codes_are_known_and_follow_their_books(
    member: Membership, account: str, january: StatementImport
) -> None:
    program = Program(member)
    again = {
        "booked_on": "2026-01-03",
        "amount": "-9.00",
        "description": "Fenwick",
        "external_id": "1",
        "codes": SAID | {"nominal": "6200"},
    }

    assert program.post(f"/accounts/{account}/entries/bulk", {"entries": [again]}).json()["known"] == 1

    assert program.get(f"/accounts/{account}/entries").json()["items"][0]["codes"]["nominal"] == "6200"


def test_a_code_given_by_a_person_is_not_replaced(member: Membership, account: str, january: StatementImport) -> None:
    program = Program(member)
    (entry,) = program.get(f"/accounts/{account}/entries").json()["items"]
    changed = program.patch(f"/entries/{entry['id']}", {"codes": {"nominal": "6300"}})
    assert changed.json()["codes"]["nominal"] == "6300"
    again = {"booked_on": "2026-01-03", "amount": "-9.00", "description": "Fenwick", "external_id": "1", "codes": SAID}

    program.post(f"/accounts/{account}/entries/bulk", {"entries": [again]})

    assert program.get(f"/entries/{entry['id']}").json()["codes"]["nominal"] == "6300"
    assert program.patch(f"/entries/{entry['id']}", {"codes": {}}).json()["codes"]["nominal"] == ""


def test_another_change_leaves_codes_alone(member: Membership, account: str, january: StatementImport) -> None:
    program = Program(member)
    (entry,) = program.get(f"/accounts/{account}/entries").json()["items"]

    assert program.patch(f"/entries/{entry['id']}", {"reference": "R1"}).json()["codes"] == SAID


def test_a_nominal_column_of_a_file_gives_its_rows_their_codes(member: Membership, account: str) -> None:
    program = Program(member)
    table = SimpleUploadedFile("books.csv", b"Date,Amount,Text,Department\n2026-01-05,-9.00,Pens,6100\n")
    shown = program.send(f"/accounts/{account}/ledger-imports", {"file": table}).json()
    assert shown["rows"][0]["codes"]["nominal"] == ""

    read = program.patch(f"/ledger-imports/{shown['id']}", {"columns": {"nominal": 3}}).json()

    assert read["rows"][0]["codes"] == {"nominal": "6100", "tax_code": "", "payee": "", "party": ""}


def test_suggestions_are_for_who_may_post(member: Membership, january: StatementImport) -> None:
    viewer = Program(MembershipFactory.create(organization=member.organization, role=Role.VIEWER, user__username="viewer"))

    assert viewer.get(f"/statements/{only(january).pk}/suggestions").status_code == 403


def test_a_code_that_is_too_long_is_refused_by_name(member: Membership, account: str) -> None:
    entry = booked(member.organization.accounts.get(), 3, "-1.00", "Alder")

    told = Program(member).patch(f"/entries/{entry.pk}", {"codes": {"tax_code": "x" * 61}})

    assert told.status_code == 422
    assert "tax_code" in told.json()["errors"][0]["where"]
