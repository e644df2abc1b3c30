"""Writes of the ledger: keyword-only, one transaction each."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify

from finance.models import Membership, Organization
from finance.roles import Role


@transaction.atomic
def found_organization(*, name: str, owner: User) -> Organization:
    """A new organization with its owner."""
    organization = Organization.objects.create(name=name, slug=_free_slug(name))
    Membership.objects.create(organization=organization, user=owner, role=Role.OWNER)
    return organization


def _free_slug(name: str) -> str:
    """The name in the letters of an address; with a number where another has it."""
    base = slugify(name)[:70] or "organization"
    taken = set(Organization.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3))) if slug not in taken)
