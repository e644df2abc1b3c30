"""The token's own member, organization and rights."""

import datetime as dt
from uuid import UUID

from ninja import Router, Schema

from api.access import TokenRequest, needs

router = Router(tags=["Token"])


class Me(Schema):
    """The scopes never allow more than the role does."""

    organization: UUID
    organization_name: str
    member: str
    role: str
    scopes: list[str]
    expires_at: dt.datetime


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
