"""A practice: the clients of a person, and acts on several of them at once. Each act is one transaction.

No row holds a practice together (decision 43). It consists of the open organizations where the person may manage members, and each
act asks for that right in each of them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from people.access import NotYours, require
from people.audit import Act, record
from people.members import change_member, found_organization, invite, remove_member, withdraw_invitation
from people.models import Invitation, Membership, Organization
from people.roles import Role

WHY = "limited to the organizations where the person manages members"
COPIED = ("firm", "language", "day_format", "number_format", "time_zone", "two_persons", "prepares_matched", "keeps_documents_days")
"""Settings that a new client gets from another one. Lock dates, models and keys are each client's own."""
Cell = tuple[int, str]
"""A person and a client: the id of the user and the short name of the organization."""


@dataclass(frozen=True)
class Practice:
    """The clients that a person manages, by name, without sample books."""

    person: User
    memberships: tuple[Membership, ...]

    @classmethod
    def of(cls, memberships: Iterable[Membership], person: User) -> Self:
        """Return the practice of a person with these memberships."""
        managing = [
            membership
            for membership in memberships
            if not membership.organization.is_sample and membership.organization.closed_at is None and membership.may("manage_members")
        ]
        managing.sort(key=lambda membership: (membership.organization.name.casefold(), membership.organization.slug))
        return cls(person, tuple(managing))

    @property
    def clients(self) -> list[Organization]:
        return [membership.organization for membership in self.memberships]

    @cached_property
    def owned(self) -> frozenset[str]:
        """The short names of the clients that the person owns: only there they make and change owners."""
        return frozenset(membership.organization.slug for membership in self.memberships if membership.role == Role.OWNER)

    @property
    def may_create_clients(self) -> bool:
        """True if the person owns one of the clients, and the installation allows owners to create others."""
        return bool(settings.OWNERS_CREATE_CLIENTS and self.owned)

    @cached_property
    def roles(self) -> Mapping[Cell, str]:
        """The role of each member of a client."""
        rows = Membership.objects.across_organizations(WHY).filter(organization__in=self.clients)
        return {(user, slug): role for user, slug, role in rows.values_list("user_id", "organization__slug", "role")}

    def staff(self) -> list[User]:
        """Return the people of the practice, by name: those who have another role than that of a client somewhere."""
        keys = {user for (user, _slug), role in self.roles.items() if role != Role.CLIENT}
        return list(User.objects.filter(pk__in=keys, is_active=True).order_by("username"))

    def letters(self) -> list[list[Invitation]]:
        """Return the open invitations to these clients that were sent together, a list for each letter."""
        waiting = Invitation.objects.across_organizations(WHY).open(timezone.now()).filter(organization__in=self.clients)
        letters: dict[UUID, list[Invitation]] = {}
        for invitation in waiting.exclude(letter=None).select_related("organization", "invited_by").order_by("email", "organization__name"):
            if invitation.letter:
                letters.setdefault(invitation.letter, []).append(invitation)
        return list(letters.values())

    def has_whole_letter(self, invitation: Invitation) -> bool:
        """True if the invitation's link joins only these clients. To others the link is not shown."""
        others = Invitation.objects.of_one_link(invitation).open(timezone.now()).exclude(organization__in=self.clients)
        return not others.exists()


@transaction.atomic
def create_clients(
    *, practice: Practice, names: Sequence[str], like: Organization | None, accounts: bool, staff: bool
) -> list[Organization]:
    """Create an organization of each name, which the person owns. Raises NotYours.

    `like` is a client whose settings are copied, on request with the names, kinds and currencies of its accounts, and with its members
    except those with the role of a client.
    """
    by = practice.person
    if not practice.may_create_clients:
        raise NotYours
    if like:
        require(by, like, "manage_members")
    clients = []
    for name in names:
        client = found_organization(name=name, owner=by)
        clients.append(client)
        if like is None:
            continue
        for setting in COPIED:
            setattr(client, setting, getattr(like, setting))
        client.save(update_fields=COPIED)
        record(client, by, Act.SET, client, copied_from=like.pk)
        for account in like.accounts.order_by("name") if accounts else ():
            added = client.accounts.create(name=account.name, kind=account.kind, currency=account.currency)
            record(client, by, Act.ADDED_ACCOUNT, added, copied_from=account.pk)
        colleagues = Membership.objects.of(like).active(timezone.now()).exclude(user=by).exclude(role=Role.CLIENT).select_related("user")
        for colleague in colleagues.order_by("created_at", "id") if staff else ():
            _add_member(client, colleague.user, colleague.role, by, expires_at=colleague.expires_at)
    return clients


def _add_member(client: Organization, user: User, role: str, by: User, **ends: object) -> None:
    added = client.memberships.create(user=user, role=role, **ends)
    record(client, by, Act.ADDED_MEMBER, added, user=user.pk, role=role, ends=added.expires_at)


class ChangedMeanwhile(ValueError):
    """The role of a person in a client is no longer the one that was shown."""

    def __init__(self, client: Organization, user: User) -> None:
        self.client, self.user = client, user
        super().__init__(client, user)


@transaction.atomic
def set_roles(*, practice: Practice, shown: Mapping[Cell, str], wanted: Mapping[Cell, str]) -> int:
    """Give people other roles than those that were shown, and return how many changed. An empty role is no membership.

    New owners come first and the person's own rights last, so that a client can pass from one owner to another. All changes are made
    or none: raises NotYours, LastOwner, ChangedMeanwhile.
    """
    clients = {client.slug: client for client in practice.clients}
    people = {user.pk: user for user in practice.staff()}
    changes = [(cell, role) for cell, role in wanted.items() if role != shown.get(cell, "")]
    if any(user not in people or slug not in clients for (user, slug), _role in changes):
        raise NotYours
    list(Organization.objects.select_for_update().filter(slug__in={slug for (_user, slug), _role in changes}).order_by("pk"))
    by = practice.person
    for (key, slug), role in sorted(
        changes, key=lambda change: (change[0][0] == by.pk, change[1] != Role.OWNER, str(clients[change[0][1]].pk))
    ):
        client, user = clients[slug], people[key]
        membership = Membership.objects.of(client).filter(user=user).select_related("organization").first()
        if (membership.role if membership else "") != shown.get((key, slug), ""):
            raise ChangedMeanwhile(client, user)
        if membership is None:
            require(by, client, "manage_members")
            if role == Role.OWNER and not Membership.objects.of(client).filter(user=by, role=Role.OWNER).exists():
                raise NotYours
            _add_member(client, user, role, by)
        elif role:
            change_member(membership=membership, by=by, role=role, expires_at=membership.expires_at)
        else:
            remove_member(membership=membership, by=by)
    return len(changes)


@transaction.atomic
def invite_to(*, practice: Practice, clients: Collection[Organization], emails: Iterable[str], role: str) -> list[Invitation]:
    """Invite each address to all these clients by one letter, and return one invitation of each letter. Raises NotYours."""
    letters = []
    for email in emails:
        letter = uuid4()
        invitations = [
            invite(organization=client, by=practice.person, role=role, email=email, letter=letter)
            for client in sorted(clients, key=lambda client: str(client.pk))
        ]
        letters.append(invitations[0])
    return letters


@transaction.atomic
def withdraw_letter(*, practice: Practice, letter: UUID) -> int:
    """Withdraw the open invitations of a letter in the clients of the practice; return how many."""
    waiting = [invitation for invitations in practice.letters() for invitation in invitations if invitation.letter == letter]
    for invitation in sorted(waiting, key=lambda invitation: str(invitation.organization_id)):
        withdraw_invitation(invitation=invitation, by=practice.person)
    return len(waiting)
