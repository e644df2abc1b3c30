"""Statements as files of other programs, over the API."""

import pytest

from people.models import Membership
from tests.api.programs import Program
from tests.factories import AccountFactory, MembershipFactory
from tests.read_statements import only, paper, read_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def member() -> Membership:
    return MembershipFactory.create(organization=AccountFactory.create().organization)


def test_a_document_and_a_period_of_an_account_are_files(member: Membership) -> None:
    january = read_in(member.organization, paper([(3, "-9.00", "Fenwick")]))
    account, program = only(january).account, Program(member)
    assert account is not None

    one = program.get(f"/imports/{january.pk}/convert/ofx")
    assert (one.status_code, one["Tieout-Proved"], one.content.count(b"<STMTTRN>")) == (200, "true", 1)
    period = program.get(f"/accounts/{account.pk}/convert/csv", {"first": "2026-01-01", "last": "2026-01-31"})
    assert period.content.decode().splitlines()[1] == "2026-01-03,Fenwick,-9.00,,EUR,1234,1"
    assert program.get(f"/accounts/{account.pk}/convert/csv", {"first": "2026-02-01"}).content.count(b"\n") == 1


def test_a_format_that_needs_a_date_is_refused_for_rows_without_one(member: Membership) -> None:
    january = read_in(member.organization, paper([(3, "-9.00", "Fenwick")]))
    only(january).lines.update(date=None)

    refused = Program(member).get(f"/imports/{january.pk}/convert/mt940")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_convertible")
    assert "date" in refused.json()["detail"]


def test_no_other_format_is_there(member: Membership) -> None:
    january = read_in(member.organization, paper([(3, "-9.00", "Fenwick")]))

    assert Program(member).get(f"/imports/{january.pk}/convert/doc").status_code == 404
