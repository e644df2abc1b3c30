"""Queries for tokens, stored answers, webhooks and messages."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Self

from django.db.models import Q

from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    from api.models import Delivery, KeptAnswer, Token, Webhook  # noqa: F401  named in the bases below


class TokenQuerySet(OrganizationQuerySet["Token"]):
    organization_path = "membership__organization"

    def standing(self, now: dt.datetime) -> Self:
        """Return tokens that are neither revoked nor expired, of members whose access has not ended."""
        over = Q(membership__expires_at=None) | Q(membership__expires_at__gt=now)
        return self.filter(over, revoked_at=None, expires_at__gt=now, membership__user__is_active=True)


class KeptAnswerQuerySet(OrganizationQuerySet["KeptAnswer"]):
    organization_path = "token__membership__organization"


class WebhookQuerySet(OrganizationQuerySet["Webhook"]):
    pass


class DeliveryQuerySet(OrganizationQuerySet["Delivery"]):
    organization_path = "webhook__organization"
