"""Days and times of an organization are those of its time zone: on pages, in reports, in letters, and where a day decides."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django.fixtures import Settings

from people.formats import written_day as written
from people.members import invite
from people.models import Invitation, Membership, Organization
from people.roles import Role
from reconciliation.models import Conclusion, StatementImport
from reconciliation.retention.periods import delete_due_documents, keep_documents
from reconciliation.signoff.services import lock, sign_off
from reconciliation.storage import archive
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.read_statements import only
from tests.world import browser_of

pytestmark = pytest.mark.django_db
NO_BREAK = "\N{NO-BREAK SPACE}"
LATE = dt.datetime(2026, 3, 10, 23, 30, tzinfo=dt.UTC)
EARLY = dt.datetime(2026, 3, 11, 0, 30, tzinfo=dt.UTC)
ZONES = ["", "UTC", "Pacific/Auckland", "Pacific/Honolulu", "America/New_York", "Asia/Kolkata"]
"""Without one, on both sides of UTC, and with half an hour."""


def day_in(zone: str, at: dt.datetime) -> dt.date:
    return at.astimezone(ZoneInfo(zone or "UTC")).date()


@pytest.fixture
def owner(january: StatementImport) -> Membership:
    return MembershipFactory.create(organization=january.organization)


@pytest.fixture
def signed_off(january: StatementImport, owner: Membership) -> StatementImport:
    sign_off(statement=only(january), actor=owner.user)
    return january


def in_zone(organization: Organization, zone: str) -> None:
    Organization.objects.filter(pk=organization.pk).update(time_zone=zone)


def signed_at(january: StatementImport, at: dt.datetime) -> None:
    Conclusion.objects.of(january.organization).update(at=at)


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return b"".join(answer.streaming_content).decode() if answer.streaming else answer.content.decode()


@pytest.mark.parametrize("at", [LATE, EARLY])
@pytest.mark.parametrize("zone", ZONES)
class TestSignOff:
    def test_its_day_is_the_organizations_on_the_page_and_in_each_report(
        self, signed_off: StatementImport, owner: Membership, zone: str, at: dt.datetime
    ) -> None:
        in_zone(signed_off.organization, zone)
        signed_at(signed_off, at)
        browser, others = browser_of(owner), {at.date() + dt.timedelta(days=days) for days in (-1, 0, 1)} - {day_in(zone, at)}

        address = [signed_off.pk, only(signed_off).pk]
        shown = [
            browser.get(reverse("import_detail", args=[signed_off.pk])),
            *(browser.get(reverse("statement_report", args=[*address, report])) for report in ("exceptions", "proof")),
        ]
        names = ("exceptions.csv", "exceptions.json", "proof.csv")  # the proof for programs has moments, in UTC
        files = [browser.get(reverse("statement_report", args=[*address, name])) for name in names]

        for answer in shown:
            page = text_of(answer).replace(NO_BREAK, " ")
            assert written(day_in(zone, at)) in page
            assert not [day for day in others if written(day) in page]
        for answer in files:
            content = text_of(answer)
            assert day_in(zone, at).isoformat() in content
            assert not [day for day in others if day.isoformat() in content]

    def test_retention_counts_from_its_day(self, signed_off: StatementImport, owner: Membership, zone: str, at: dt.datetime) -> None:
        in_zone(signed_off.organization, zone)
        organization = Organization.objects.get(pk=signed_off.organization_id)
        keep_documents(organization=organization, days=30, actor=owner.user)
        stored = archive.keep(organization, b"%PDF-1.7")
        StatementImport.objects.of(organization).update(stored_as=stored)
        lock(statement=only(signed_off), actor=owner.user)
        signed_at(signed_off, at)
        due = day_in(zone, at) + dt.timedelta(days=30)

        assert delete_due_documents(due - dt.timedelta(days=1)) == 0
        assert delete_due_documents(due) == 1


@pytest.mark.parametrize("zone", ZONES)
def test_a_letter_names_the_organizations_day(owner: Membership, zone: str, settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    in_zone(owner.organization, zone)

    browser_of(owner).post(reverse("members"), {"role": Role.VIEWER, "email": "new@example.org"})

    expires = Invitation.objects.of(owner.organization).get().expires_at
    assert f"with this link until {written(day_in(zone, expires))}. " in mail.outbox[0].body


@pytest.mark.parametrize("zone", ZONES)
def test_the_last_day_of_a_member_ends_with_the_organizations_midnight(owner: Membership, zone: str) -> None:
    in_zone(owner.organization, zone)
    auditor = MembershipFactory.create(organization=owner.organization, role=Role.AUDITOR)
    browser, address = browser_of(owner), reverse("member", args=[auditor.pk])

    browser.post(address, {"role": Role.AUDITOR, "ends_on": "2099-05-31"})

    auditor.refresh_from_db()
    assert auditor.expires_at
    assert auditor.expires_at.astimezone(ZoneInfo(zone or "UTC")) == dt.datetime(2099, 6, 1, tzinfo=ZoneInfo(zone or "UTC"))
    assert 'value="2099-05-31"' in browser.get(address).content.decode()


def test_the_zone_of_the_address_counts_and_ends_with_the_request(owner: Membership) -> None:
    """Also of a file that is streamed after the request, such as the log."""
    other = MembershipFactory.create(user=owner.user, organization__time_zone="Pacific/Auckland")
    for each in (owner, other):
        invite(organization=each.organization, by=owner.user, role=Role.VIEWER)
    Invitation.objects.of(owner.organization).update(expires_at=LATE.replace(year=2099))
    Invitation.objects.of(other.organization).update(expires_at=LATE.replace(year=2099))
    browser = browser_of(owner)

    pages = [text_of(browser.get(reverse("members", organization=each.organization))) for each in (other, owner)]

    assert "until 11 Mar 2099" in pages[0]
    assert "until 10 Mar 2099" in pages[1]
    assert timezone.get_current_timezone_name() == "UTC"


def test_only_a_zone_that_exists_is_chosen(owner: Membership) -> None:
    values = {"name": "Ours", "time_zone": "Mars/Olympus"}

    assert browser_of(owner).post(reverse("organization_settings"), values).context["form"].errors["time_zone"]
    browser_of(owner).post(reverse("organization_settings"), values | {"time_zone": "Asia/Tokyo"})

    owner.organization.refresh_from_db()
    assert owner.organization.zone == ZoneInfo("Asia/Tokyo")
