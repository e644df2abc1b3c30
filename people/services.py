"""Organizations founded: keyword-only, one transaction each."""

from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.text import slugify

from people.audit.acts import Act
from people.audit.trail import record
from people.models import Organization
from people.roles import Role


class OwnerExists(RuntimeError):
    """The first user is there already: everybody else is invited."""


@transaction.atomic
def found_organization(*, name: str, owner: User) -> Organization:
    """A new organization with its owner."""
    organization = Organization.objects.create(name=name, slug=_free_slug(name))
    organization.memberships.create(user=owner, role=Role.OWNER)
    record(organization, owner, Act.FOUNDED, organization)
    return organization


@transaction.atomic
def found_first_organization(*, name: str, username: str, password: str) -> User:
    """The owner of a fresh installation, who also administers it. Raises `OwnerExists` once anybody has an account.

    The one organization that commands made before is theirs, and called as they say; with none or several there, a new one is made.
    Two requests at once make one owner: both wait for the same row before they look.
    """
    ContentType.objects.select_for_update().get(pk=ContentType.objects.get_for_model(User).pk)
    if User.objects.exists():
        raise OwnerExists
    owner = User.objects.create_superuser(username=username, password=password)
    taken = _taken_over(owner)
    if len(taken) == 1:
        _rename(taken[0], name, owner)
    else:
        found_organization(name=name, owner=owner)
    return owner


def _taken_over(owner: User) -> list[Organization]:
    """Books that commands made before anybody had an account are the first owner's, who administers them in any case."""
    taken = list(Organization.objects.filter(memberships=None))
    for organization in taken:
        membership = organization.memberships.create(user=owner, role=Role.OWNER)
        record(organization, owner, Act.JOINED, membership, role=Role.OWNER)
    return taken


def _rename(organization: Organization, name: str, by: User) -> None:
    """Its short name stays: commands know it by that."""
    organization.name = name
    organization.save(update_fields=["name"])
    record(organization, by, Act.SET, organization, changed=["name"])


def _free_slug(name: str) -> str:
    """The name in the letters of an address; with a number where another has it."""
    base = slugify(name)[:70] or "organization"
    taken = set(Organization.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3))) if slug not in taken)
