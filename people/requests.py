"""What a request knows of its organization: typed, so that no view has to guess."""

from django.contrib.auth.models import User
from django.http import HttpRequest

from people.models import Membership, Organization


class SignedInRequest(HttpRequest):
    """What a view behind `@signed_in` is given."""

    user: User


class OrganizationRequest(HttpRequest):
    """Any request, once the middleware has seen it; both are None for a stranger and for who belongs nowhere.
    `memberships` are all that the user has, each with its organization: what may be switched to."""

    membership: Membership | None
    organization: Organization | None
    memberships: tuple[Membership, ...]


class MemberRequest(OrganizationRequest):
    """A member's request: what a view behind `@member_may(...)` is given."""

    user: User
    membership: Membership
    organization: Organization
