"""The audit trail on its page and as files: permissions, filters, and paging."""

import csv
import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from people.audit import Act, record
from people.models import AuditEntry, Organization
from people.roles import Role
from people.views.organization import PAGE_SIZE
from tests.addresses import reverse
from tests.factories import MembershipFactory

pytestmark = pytest.mark.django_db


def browser(organization: Organization, role: Role = Role.OWNER) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(organization=organization, role=role).user)
    return client


def numbers(client: Client, address: str) -> list[int]:
    return [json.loads(line)["number"] for line in client.get(address).getvalue().splitlines()]


@pytest.mark.path
@pytest.mark.parametrize("role", Role)
def test_only_owners_and_auditors_read_the_log(ours: Organization, role: Role) -> None:
    client, expected = browser(ours, role), 200 if role in {Role.OWNER, Role.AUDITOR} else 403

    assert client.get(reverse("audit_log")).status_code == expected
    assert client.get(reverse("audit_export", args=["csv"])).status_code == expected


def test_pages_follow_each_other_without_a_gap_whatever_is_added_meanwhile(ours: Organization) -> None:
    for number in range(2 * PAGE_SIZE):
        record(ours, None, Act.SET, step=number)
    client = browser(ours)
    seen: list[int] = []
    address = reverse("audit_log")
    while address:
        answer = client.get(address)
        seen += [entry.number for entry in answer.context["entries"]]
        record(ours, None, Act.SET)
        older = answer.context["older"]
        address = f"{reverse('audit_log')}?before={older}" if older else ""

    assert seen == list(range(2 * PAGE_SIZE + 1, 0, -1))


def test_it_is_narrowed_down_to_a_person_an_act_and_days(ours: Organization) -> None:
    client, other = browser(ours), MembershipFactory.create(organization=ours, role=Role.PREPARER).user
    record(ours, other, Act.DECIDED)
    record(ours, other, Act.POSTED)
    record(ours, None, Act.POSTED)
    day = AuditEntry.objects.of(ours).order_by("number").last().at.date().isoformat()  # type: ignore[union-attr]

    assert numbers(client, reverse("audit_export", args=["jsonl"]) + f"?person={other.pk}") == [2, 3]
    assert numbers(client, reverse("audit_export", args=["jsonl"]) + f"?act=posted&first={day}&last={day}") == [3, 4]
    assert numbers(client, reverse("audit_export", args=["jsonl"]) + "?last=2020-01-01") == []
    assert client.get(reverse("audit_log") + "?person=x&act=nothing&first=never&before=9" * 3).status_code == 200


def test_no_spreadsheet_takes_anything_in_it_for_a_formula(ours: Organization) -> None:
    client, hostile = browser(ours), MembershipFactory.create(organization=ours, role=Role.PREPARER).user
    hostile.username = "=cmd|' /C calc'!A0"
    hostile.save()
    record(ours, hostile, Act.INVITED, email="=1+1", role="@x")

    text = client.get(reverse("audit_export", args=["csv"])).getvalue().decode("utf-8-sig")

    cells = [cell for row in csv.reader(text.splitlines()) for cell in row]
    assert "'=cmd|' /C calc'!A0" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t"))]


def test_taking_it_out_is_recorded_too(ours: Organization) -> None:
    browser(ours).get(reverse("audit_export", args=["csv"])).getvalue()

    entry = AuditEntry.objects.of(ours).order_by("number").last()
    assert entry is not None
    assert (entry.act, entry.details) == (Act.DOWNLOADED, {"what": "audit.csv"})


def test_a_page_of_many_entries_costs_no_query_each(ours: Organization) -> None:
    client = browser(ours)
    client.get(reverse("audit_log"))
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("audit_log"))
    for number in range(60):
        record(ours, None, Act.SET, step=number)
    with CaptureQueriesContext(connection) as many:
        client.get(reverse("audit_log"))

    assert len(many) == len(few)
