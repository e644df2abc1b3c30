"""Addresses in tests. Those of an organization's pages are of the organization whose member signed in last, else of the only one there is,
unless a test names another."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in

from people.addresses import address, in_organization
from people.models import Organization

_found: list[str] = []
"""The short name of the organization whose member signed in last in this test."""


def reverse(
    name: str, args: Sequence[object] = (), kwargs: Mapping[str, Any] | None = None, *, organization: Organization | None = None
) -> str:
    """As Django's own, and in an organization."""
    slug = _slug_of(organization) if in_organization(name) else None
    return address(name, *args, organization=slug, **(kwargs or {}))


def inside(path: str, organization: Organization | None = None) -> str:
    """The address of a path in an organization, such as /upload/."""
    return f"/c/{_slug_of(organization)}{path}"


def _slug_of(organization: Organization | None) -> str:
    if organization is not None:
        return organization.slug
    if not _found:
        _found.append(Organization.objects.get().slug)
    return _found[-1]


def _remember(sender: object, user: User, **more: object) -> None:
    first = user.memberships.select_related("organization").order_by("created_at", "id").first()
    if first is not None:
        _found.append(first.organization.slug)


@pytest.fixture(autouse=True)
def _nobody_signed_in_yet() -> Iterator[None]:
    _found.clear()
    user_logged_in.connect(_remember)
    yield
    user_logged_in.disconnect(_remember)
    _found.clear()
