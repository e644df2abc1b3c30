"""The token's own member, organizations and rights."""

import datetime as dt
from uuid import UUID

from ninja import Router, Schema

from api.access import AnyOrganization, TokenRequest, needs

router = Router(tags=["Token"])


class Me(Schema):
    """The scopes never allow more than the role does."""

    organization: UUID
    organization_name: str
    member: str
    role: str
    scopes: list[str]
    expires_at: dt.datetime


class OrganizationShape(Schema):
    """`slug` is the short name, which requests of a token for every organization send as `Tieout-Organization`."""

    id: UUID
    slug: str
    name: str
    role: str


@router.get("/organizations", auth=AnyOrganization(), response=list[OrganizationShape], summary="The organizations that the token acts in")
def organizations(request: TokenRequest) -> list[OrganizationShape]:
    return [
        OrganizationShape(
            id=membership.organization_id, slug=membership.organization.slug, name=membership.organization.name, role=membership.role
        )
        for membership in request.token.memberships()
        if membership.may("read_books")
    ]


@router.get("/me", auth=needs("read_books"), response=Me, summary="Who the token acts for")
def me(request: TokenRequest) -> Me:
    token, membership = request.token, request.membership
    organization = membership.organization
    return Me(
        organization=organization.pk,
        organization_name=organization.name,
        member=membership.user.get_username(),
        role=membership.role,
        scopes=token.scopes,
        expires_at=token.expires_at,
    )
