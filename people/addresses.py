"""Addresses of the pages. A page of an organization has the organization's short name in its address: `/c/<slug>/...`.

Use these functions in place of Django's `reverse` and `redirect`, which know nothing of the organization.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from django.http import HttpResponseRedirect
from django.urls import get_resolver, reverse
from django.urls.resolvers import RoutePattern
from django.utils import timezone
from django.utils.functional import lazy

ROOT = "c/<slug:organization>/"
"""The beginning of the address of every page of an organization, as a route."""
PART = "organization"
"""The part of an address that names the organization."""

_beginning = RoutePattern(ROOT)
_current: ContextVar[str | None] = ContextVar("organization_of_addresses", default=None)


class OrganizationMissing(LookupError):
    """The address of a page of an organization was asked for, and no organization was given."""


def address(name: str, *arguments: object, organization: str | None = None, **parts: object) -> str:
    """Return the address of a page: of the organization with this short name, else of the organization of the current request.

    Raises OrganizationMissing outside a request with an organization.
    """
    if not in_organization(name):
        return reverse(name, args=arguments, kwargs=parts)
    slug = organization or _current.get()
    if slug is None:
        raise OrganizationMissing(f"say to which organization the address of {name!r} belongs")
    return reverse(name, kwargs={PART: slug, **parts}) if parts else reverse(name, args=[slug, *arguments])


lazy_address = lazy(address, str)


def redirect_to(name: str, *arguments: object, organization: str | None = None, **parts: object) -> HttpResponseRedirect:
    """Return a redirect to the page with this address."""
    return HttpResponseRedirect(address(name, *arguments, organization=organization, **parts))


@cache
def in_organization(name: str) -> bool:
    """True if the address of the page has an organization in it."""
    return any(PART in converters for _parts, _pattern, _defaults, converters in get_resolver().reverse_dict.getlist(name))


def organization_in(path: str) -> str | None:
    """Return the organization's short name that a path begins with; None outside the pages of organizations."""
    match = _beginning.match(path.removeprefix("/"))
    return str(match[2][PART]) if match else None


@contextmanager
def addresses_within(organization: str | None) -> Iterator[None]:
    """Let `address` use the organization with this short name."""
    token = _current.set(organization)
    try:
        yield
    finally:
        _current.reset(token)


def parts_within(organization: str | None, zone: dt.tzinfo, parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the parts of an answer. While each is made, `address` uses the organization with this short name, and days its time zone."""
    iterator = iter(parts)
    while True:
        with addresses_within(organization), timezone.override(zone):
            try:
                part = next(iterator)
            except StopIteration:
                return
        yield part
