"""An erased organization leaves nothing in any table or file; all data of the others stays."""

import base64
import json
import zlib
from collections.abc import Iterator
from contextlib import nullcontext
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db.models import Model

from people.access import NotYours
from people.audit import Act
from people.models import AuditEntry, Organization
from people.roles import Role
from reconciliation.models import Doorbell, Notice, StatementImport
from reconciliation.retention import data_inventory, erasure
from tests.audit.filling import filled
from tests.factories import MembershipFactory
from tests.pipeline.papers import JANUARY
from tests.pipeline.uploads import received
from tests.tenants.tenant import CANARY, Tenant, a_tenant

pytestmark = pytest.mark.django_db


def every_model() -> list[type[Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def texts() -> Iterator[tuple[str, str]]:
    """Yield every row of every table, and every file, as text; packed or signed content is unpacked."""
    for model in every_model():
        for row in model._base_manager.values_list():
            yield model._meta.label, repr(row)
    for session in Session.objects.all():
        yield "a session", repr(session.get_decoded())
    for folder in (Path(settings.MEDIA_ROOT), Path(settings.DATA_DIR)):
        for path in folder.rglob("*"):
            if path.is_file() and "sqlite3" not in path.name:
                content = path.read_bytes()
                yield str(path), path.name + content.decode(errors="replace") + unpacked(content)


def unpacked(content: bytes) -> str:
    """Return the body of a message of the queue."""
    try:
        return base64.b64decode(json.loads(content)["body"]).decode(errors="replace")
    except (ValueError, KeyError, TypeError, zlib.error):
        return ""


def left_of(needles: set[str]) -> set[tuple[str, str]]:
    return {(where, needle) for where, text in texts() for needle in needles if needle in text or needle.replace("-", "") in text}


def ids_of(organization: Organization) -> set[str]:
    """The keys that say whose they are: not the small numbers that any row may have."""
    found = (
        str(pk) for model in data_inventory.models() for pk in data_inventory.rows_of(organization, model).values_list("pk", flat=True)
    )
    return {key for key in found if len(key) == 36}


@pytest.fixture
def theirs() -> Tenant:
    tenant = a_tenant("theirs", CANARY)
    filled(tenant)
    return tenant


def test_every_model_says_whose_its_rows_are_and_has_one_in_these_tests(theirs: Tenant) -> None:
    """A new model fails here until `belongings` and `filled` know it."""
    without = [model._meta.label for model in data_inventory.models() if not data_inventory.rows_of(theirs.organization, model).exists()]

    assert without == []


def test_nothing_is_left_in_any_table_or_file(theirs: Tenant, django_capture_on_commit_callbacks: Any) -> None:
    needles = {CANARY, CANARY.lower(), *ids_of(theirs.organization)}
    assert {needle for _where, needle in left_of(needles)} >= {CANARY, str(theirs.organization.pk), str(theirs.statement_import.pk)}
    files = [name for _row, _column, name in data_inventory.files_of(theirs.organization)]
    assert len(files) == 3

    with django_capture_on_commit_callbacks(execute=True):
        call_command("erase_organization", theirs.organization.slug, yes=True, stdout=StringIO())

    remains = left_of(needles)
    assert remains == {("finance.AuditEntry", str(theirs.organization.pk))}
    assert not any((Path(settings.MEDIA_ROOT) / name).exists() for name in files)


def test_one_line_says_that_it_was_erased(theirs: Tenant) -> None:
    erasure.erase(organization=theirs.organization, by=theirs.owner)

    entry = AuditEntry.objects.across_organizations("a test's own").filter(organization=None).order_by("number").last()
    assert entry is not None
    assert (entry.act, entry.by, entry.name) == (Act.ERASED, theirs.owner.pk, "")
    assert entry.details == {"organization": str(theirs.organization.pk)}


def test_another_organization_keeps_everything_and_its_people(theirs: Tenant, django_capture_on_commit_callbacks: Any) -> None:
    ours = a_tenant("ours", "Own")
    StatementImport.objects.of(ours.organization).filter(stored_as="nowhere").update(stored_as="")
    waiting = received(ours.organization, JANUARY.pdf(), ours.owner)
    theirs.organization.memberships.create(user=ours.owner)
    before = {model._meta.label: list(data_inventory.rows_of(ours.organization, model).values_list()) for model in data_inventory.models()}

    with django_capture_on_commit_callbacks(execute=True):
        erasure.erase(organization=theirs.organization, by=None)

    after = {model._meta.label: list(data_inventory.rows_of(ours.organization, model).values_list()) for model in data_inventory.models()}
    assert after == before
    assert Doorbell.objects.filter(statement_import=waiting).exists()
    assert all((Path(settings.MEDIA_ROOT) / name).exists() for _row, _column, name in data_inventory.files_of(ours.organization))


def test_people_who_run_the_installation_or_did_something_elsewhere_stay(theirs: Tenant) -> None:
    ours = a_tenant("ours", "Own")
    ours.organization.memberships.get(user=ours.owner).delete()
    theirs.organization.memberships.create(user=ours.owner)
    operator = MembershipFactory.create(organization=theirs.organization, role=Role.OWNER, user__username="operator").user
    User.objects.filter(pk=operator.pk).update(is_superuser=True)

    erasure.erase(organization=theirs.organization, by=None)

    assert set(User.objects.values_list("username", flat=True)) == {ours.owner.username, "operator"}


def test_only_owners_erase(theirs: Tenant) -> None:
    with pytest.raises(NotYours):
        erasure.erase(
            organization=theirs.organization,
            by=MembershipFactory.create(organization=theirs.organization, role=Role.ADMIN, user__username="admin").user,
        )

    assert Notice.objects.of(theirs.organization).exists()


@pytest.mark.parametrize(("typed", "erased"), [("theirs", True), ("ours", False), ("", False)])
def test_the_command_asks_for_the_short_name_again(theirs: Tenant, monkeypatch: pytest.MonkeyPatch, typed: str, erased: bool) -> None:
    monkeypatch.setattr("builtins.input", lambda _asked: typed)
    with nullcontext() if erased else pytest.raises(CommandError, match="Nothing was erased"):
        call_command("erase_organization", "theirs", stdout=StringIO())

    assert Organization.objects.filter(slug="theirs").exists() == (not erased)


def test_erasing_breaks_off_whole(theirs: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_args: object, **_more: object) -> None:
        raise OSError("the machine goes down")

    monkeypatch.setattr(erasure, "record", breaks)
    with pytest.raises(OSError, match="goes down"):
        erasure.erase(organization=theirs.organization, by=None)

    assert AuditEntry.objects.of(theirs.organization).exists()
    assert all((Path(settings.MEDIA_ROOT) / name).exists() for _row, _column, name in data_inventory.files_of(theirs.organization))
