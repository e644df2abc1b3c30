"""Sample books: an organization of their own, and gone without a trace of anything else."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.test import Client

from finance.models import Account, Transaction
from people.models import Organization
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.storage import files
from reconciliation.uploads.sample_books import load_samples
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.web.stored import printed_statement, stored_import
from tests.world import booked

pytestmark = pytest.mark.django_db
EVERYTHING = "a test counts them all"


def counted() -> tuple[int, ...]:
    tables = (Account, Transaction, StatementImport)
    return (Organization.objects.count(), *(table.objects.across_organizations(EVERYTHING).count() for table in tables))


def test_the_first_visitor_may_begin_in_sample_books() -> None:
    client = Client()
    said = {"organization": "Own", "username": "rowe", "password": "correct horse battery", "samples": "1"}

    shown = client.post(reverse("first_run"), said, follow=True).content.decode()

    assert "These are sample books." in shown
    assert "checking-2026-01.pdf" in shown
    assert set(Organization.objects.values_list("name", "is_sample")) == {("Own", False), ("Marlow Street Pottery", True)}


def test_they_are_loaded_once_for_each_owner_and_belong_to_that_owner_only() -> None:
    one, other = MembershipFactory.create(), MembershipFactory.create()

    first = load_samples(owner=one.user)

    assert load_samples(owner=one.user) == first
    assert load_samples(owner=other.user) != first
    assert not first.memberships.exclude(user=one.user).exists()


def test_thrown_away_they_leave_everything_else_as_it_was(django_capture_on_commit_callbacks: Any) -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    booked(account, 4, "1.00", "x", external_id="own")
    printed_statement(stored_import(ours), account)
    before = counted()
    client = Client()
    client.force_login(ours.user)
    client.post(reverse("open_samples"))
    assert counted() > before
    samples = StatementImport.objects.of(Organization.objects.get(is_sample=True))
    documents = list(samples.values_list("stored_as", flat=True))

    with django_capture_on_commit_callbacks(execute=True):
        samples_gone = reverse("throw_samples_away", organization=Organization.objects.get(is_sample=True))
        shown = client.post(samples_gone, follow=True).content.decode()

    assert "The sample books were deleted." in shown
    assert counted() == before
    assert documents
    assert not any(default_storage.exists(files.known(name)) for name in documents)


def test_an_own_organization_is_never_thrown_away() -> None:
    ours = MembershipFactory.create()
    client = Client()
    client.force_login(ours.user)
    before = counted()

    assert client.post(reverse("throw_samples_away")).status_code == 404

    assert counted() == before


def test_samples_with_a_file_of_a_person_stay() -> None:
    ours = MembershipFactory.create()
    organization = load_samples(owner=ours.user)
    stored_import(organization.memberships.get())
    client = Client()
    client.force_login(ours.user)
    client.post(reverse("open_samples"))
    before = counted()

    shown = client.post(reverse("throw_samples_away", organization=organization), follow=True).content.decode()

    assert "1 file here is not a sample. Nothing was deleted." in shown
    assert counted() == before


def test_only_an_owner_loads_or_throws_away() -> None:
    admin = MembershipFactory.create(role=Role.ADMIN)
    client = Client()
    client.force_login(admin.user)

    assert client.post(reverse("open_samples")).status_code == 403
    assert client.post(reverse("throw_samples_away")).status_code == 403
    assert User.objects.filter(memberships__organization__is_sample=True).count() == 0
