"""Creation of organizations, in one transaction each."""

from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.text import slugify

from people.audit.acts import Act
from people.audit.trail import record
from people.models import Organization
from people.roles import Role


class OwnerExists(RuntimeError):
    """The first user exists already: all others are invited."""


@transaction.atomic
def found_organization(*, name: str, owner: User) -> Organization:
    """Create an organization with its owner. Its short name for addresses is numbered if it is taken."""
    base = slugify(name)[:70] or "organization"
    taken = set(Organization.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    numbered = (f"{base}-{number}" for number in range(2, len(taken) + 3))
    slug = next(slug for slug in (base, *numbered) if slug not in taken)
    organization = Organization.objects.create(name=name, slug=slug)
    organization.memberships.create(user=owner, role=Role.OWNER)
    record(organization, owner, Act.FOUNDED, organization)
    return organization


@transaction.atomic
def found_first_organization(*, name: str, username: str, password: str) -> User:
    """Create the owner of a new installation, who also administers it. Raises `OwnerExists` if any user exists.

    Organizations that commands created before become theirs: a single one is renamed; with none or several a new one is created.
    Concurrent requests lock the same row first, so they create one owner.
    """
    ContentType.objects.select_for_update().get(pk=ContentType.objects.get_for_model(User).pk)
    if User.objects.exists():
        raise OwnerExists
    owner = User.objects.create_superuser(username=username, password=password)
    taken = list(Organization.objects.filter(memberships=None))
    for organization in taken:
        membership = organization.memberships.create(user=owner, role=Role.OWNER)
        record(organization, owner, Act.JOINED, membership, role=Role.OWNER)
    if len(taken) == 1:
        taken[0].name = name  # not its short name, which commands use
        taken[0].save(update_fields=["name"])
        record(taken[0], owner, Act.SET, taken[0], changed=["name"])
    else:
        found_organization(name=name, owner=owner)
    return owner
