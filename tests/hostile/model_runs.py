"""The upload of a hostile statement, and its run with any model in the place of the provider."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django.fixtures import Settings

from assistant.contract import Provider
from people.models import Organization
from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.factories import MembershipFactory, OrganizationFactory
from tests.hostile.injections import Targets, World
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import worked_on

Installs = Callable[[Provider], None]


def installing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Installs:
    """Return a function that makes a model the installation's provider, behind everything that masks and limits requests."""
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small-model", "http://127.0.0.1:9/v1"
    return lambda model: monkeypatch.setattr("reconciliation.model_access.providers.provider", lambda *_, **__: model)


def another_organization() -> Targets:
    """Return rows of another organization that a text or a model may name."""
    account = load(OrganizationFactory.create(), books_of(JANUARY, name="Theirs"))
    return Targets(account=str(account.pk), entry=str(entry(account, "t1").pk))


def uploaded(ours: Organization, world: World) -> StatementImport:
    load(ours, world.books())
    client = Client()
    client.force_login(MembershipFactory.create(organization=ours, role=Role.OWNER).user)
    answer = client.post(reverse("upload"), {"files": [SimpleUploadedFile(world.filename, world.pdf)]})
    assert answer.status_code == 302
    kept = StatementImport.objects.of(ours).get()
    worked_on(kept)
    kept.refresh_from_db()
    return kept
