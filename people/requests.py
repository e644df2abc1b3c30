"""Typed requests with the organization that they are made in."""

from django.contrib.auth.models import User
from django.http import HttpRequest

from people.models import Membership, Organization


class SignedInRequest(HttpRequest):
    """The request of a view behind `@signed_in`."""

    user: User


class OrganizationRequest(HttpRequest):
    """A request after the middleware. Membership and organization are None for visitors and for users without an organization.

    `memberships` are all of the user's, each with its organization, to switch to.
    """

    membership: Membership | None
    organization: Organization | None
    memberships: tuple[Membership, ...]


class MemberRequest(OrganizationRequest):
    """The request of a view behind `@member_may(...)`."""

    user: User
    membership: Membership
    organization: Organization
