"""Tokens of an organization's members, stored answers for repeated requests, and pending messages of webhooks."""

import datetime as dt
import uuid
from typing import Self

from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people.models import Membership, Organization
from people.tenancy import OrganizationQuerySet, ValidatedAcrossOrganizations


class TokenQuerySet(OrganizationQuerySet["Token"]):
    organization_path = "membership__organization"

    def standing(self, now: dt.datetime) -> Self:
        """Return tokens that are neither revoked nor expired, of members whose access has not ended."""
        current = Q(membership__expires_at=None) | Q(membership__expires_at__gt=now)
        return self.filter(current, revoked_at=None, expires_at__gt=now, membership__user__is_active=True)


class Token(models.Model):
    """A program's credentials as a member. Only the SHA-256 of the token is stored, so that the table reveals none.

    It ends with its day, when it is revoked, and with the membership, also a token for every organization."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=100)
    hash = models.CharField(max_length=64, unique=True, editable=False)
    ending = models.CharField(max_length=4, editable=False)
    scopes = models.JSONField(default=list)
    # it acts in every organization of its member's user, each named in the request
    every_organization = models.BooleanField(_("acts in all organizations"), default=False, db_default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires at"))
    used_on = models.DateField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.name} …{self.ending}"

    def acts_for(self, slug: str) -> Membership | None:
        """Return the membership in the organization with this short name, with its rights of today; None if there is none for this token.

        A token of one organization needs no name; a token for every organization acts for none that is not named."""
        if not self.every_organization and slug == "":
            return self.membership
        return self.memberships().filter(organization__slug=slug).first()

    def memberships(self) -> QuerySet[Membership]:
        """Return the memberships that the token acts for, the oldest first."""
        active = Membership.objects.across_organizations("of one user").active(timezone.now()).filter(user=self.membership.user_id)
        rows = active if self.every_organization else active.filter(pk=self.membership_id)
        return rows.select_related("organization", "user__preferences").order_by("created_at", "id")


class KeptAnswerQuerySet(OrganizationQuerySet["KeptAnswer"]):
    organization_path = "token__membership__organization"


class KeptAnswer(models.Model):
    """The answer to a request with an `Idempotency-Key`, written in the transaction of the request's changes.

    `asked` is the SHA-256 of method, address and body: another request under the same key is refused."""

    token = models.ForeignKey(Token, on_delete=models.CASCADE, related_name="kept_answers")
    key = models.CharField(max_length=255)
    asked = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=bytes)
    made_at = models.DateTimeField(auto_now_add=True)

    objects = KeptAnswerQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["made_at"], name="kept_answers_by_age")]
        constraints = [models.UniqueConstraint(fields=["token", "key"], name="one_answer_a_key")]


class WebhookQuerySet(OrganizationQuerySet["Webhook"]):
    pass


class Webhook(ValidatedAcrossOrganizations):
    """An address that is notified of events in an organization. `sealed` is the secret that signs each message.

    It is paused after failures in a row (`failures`), until `resumes_at`. It is switched off by a person, or automatically after days of
    failed deliveries (`failed_at`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=500)
    events = models.JSONField(default=list)
    sealed = models.BinaryField(editable=False)
    made_at = models.DateTimeField(auto_now_add=True)
    enabled = models.BooleanField(default=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    resumes_at = models.DateTimeField(null=True, blank=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ["made_at", "id"]

    def __str__(self) -> str:
        return self.url


class DeliveryQuerySet(OrganizationQuerySet["Delivery"]):
    organization_path = "webhook__organization"


class Delivery(models.Model):
    """The outbox: a message for a webhook, written in the transaction of its event.

    Tried from `due_at` on, `tries` times so far; `answered` is the last HTTP status, `failure` a code if there was none."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=40)
    body = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    answered = models.PositiveSmallIntegerField(null=True, blank=True)
    failure = models.CharField(max_length=40, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "id"]
        indexes = [models.Index(fields=["due_at"], condition=Q(delivered_at=None, given_up_at=None), name="deliveries_owed")]


class DeliveryTurn(models.Model):
    """One row: until when a worker has the turn to send messages, None if no worker sends. It belongs to the installation and has no data
    of an organization."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.until)
