"""Connections of an organization, and the documents that arrived by each."""

import datetime as dt
import json
import uuid
from collections.abc import Mapping
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from finance.models import Account
from people.encryption import Unopened, opened, seal
from people.models import Organization
from people.tenancy import OrganizationQuerySet, ValidatedAcrossOrganizations
from reconciliation.models import StatementImport


class ConnectionQuerySet(OrganizationQuerySet["Connection"]):
    def due(self, now: dt.datetime) -> Self:
        """Return connections of open organizations that are switched on, due, and without a current run."""
        rows = self.filter(Q(held_until=None) | Q(held_until__lt=now), enabled=True, due_at__lte=now)
        return rows.filter(organization__closed_at=None)


class Connection(ValidatedAcrossOrganizations):
    """A program that is asked regularly. `sealed` holds its passwords or token as a JSON object by name, `settings` all other fields of its
    form.

    `held_until` is the lease of the current run, `hold` counts leases, so that a run that came too late writes nothing. `failure` is the
    code of the last run, empty if it went well; `failures` in a row postpone the next run. `told` are counts of the last run."""

    class Kind(models.TextChoices):
        MAILBOX = "mailbox", _("Mailbox (IMAP)")
        PAPERLESS = "paperless", _("paperless-ngx")
        FIREFLY = "firefly", _("Firefly III")
        ACTUAL = "actual", _("Actual")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="connections")
    kind = models.CharField(_("kind"), max_length=20, choices=Kind.choices)
    name = models.CharField(_("name"), max_length=100)
    settings = models.JSONField(default=dict)
    sealed = models.BinaryField(editable=False)
    enabled = models.BooleanField(default=True)
    made_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()
    held_until = models.DateTimeField(null=True, blank=True)
    hold = models.PositiveBigIntegerField(default=0)
    ran_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=40, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    told = models.JSONField(default=dict)

    objects = ConnectionQuerySet.as_manager()

    class Meta:
        ordering = ["made_at", "id"]
        indexes = [models.Index(fields=["due_at"], condition=Q(enabled=True), name="connections_due")]

    def __str__(self) -> str:
        return self.name

    def is_awaited(self, now: dt.datetime) -> bool:
        """Return True if a run is due or under way."""
        return self.enabled and (self.due_at <= now or (self.held_until is not None and self.held_until > now))


class AccountThereQuerySet(OrganizationQuerySet["AccountThere"]):
    organization_path = "connection__organization"

    def unplaced(self) -> Self:
        """Return accounts that are neither assigned nor left out."""
        return self.filter(account=None, left_out=False)


class AccountThere(ValidatedAcrossOrganizations):
    """An account of the bookkeeping program, by its own id there, as of the last run, and the same account here.

    None means not known yet: it is found by its name (`connectors.ledgers.exchange`). `left_out`: a person excluded it. `currency` is
    empty if that program has none."""

    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="accounts_there")
    key = models.CharField(max_length=100)
    name = models.CharField(max_length=255)
    currency = models.CharField(max_length=60, blank=True)
    account = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    left_out = models.BooleanField(default=False)

    objects = AccountThereQuerySet.as_manager()

    class Meta:
        ordering = ["name", "key"]
        constraints = [
            models.UniqueConstraint(fields=["connection", "key"], name="one_account_there_a_key"),
            models.UniqueConstraint(fields=["connection", "account"], name="one_account_there_an_account"),
            models.CheckConstraint(condition=Q(account=None) | Q(left_out=False), name="what_is_left_out_is_no_account"),
        ]

    def __str__(self) -> str:
        return self.name


class ArrivalQuerySet(OrganizationQuerySet["Arrival"]):
    organization_path = "connection__organization"


class Arrival(models.Model):
    """A document or entry that came by a connection, by its own id there, so that it is taken once. `failure` says why it was not taken;
    `written` is the last value that was written back."""

    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="arrivals")
    key = models.CharField(max_length=250)
    statement_import = models.ForeignKey(StatementImport, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    failure = models.CharField(max_length=40, blank=True)
    written = models.CharField(max_length=100, blank=True)
    came_at = models.DateTimeField(auto_now_add=True)

    objects = ArrivalQuerySet.as_manager()

    class Meta:
        ordering = ["-came_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["connection", "key"], name="one_arrival_a_key")]


PURPOSE = "connection"
"""Binds the sealed secrets to their use."""


@sensitive_variables()
def sealed_for(organization: Organization, secrets: Mapping[str, str]) -> bytes:
    """Return passwords and tokens by the names of the form, sealed together."""
    return seal(organization, json.dumps(dict(secrets)).encode(), purpose=PURPOSE)


@sensitive_variables()
def secrets_of(connection: Connection) -> dict[str, str]:
    """Return the secrets by name. Raises Unopened."""
    try:
        secrets = json.loads(opened(connection.organization, bytes(connection.sealed), purpose=PURPOSE))
    except ValueError as error:
        raise Unopened from error
    if not isinstance(secrets, dict):
        raise Unopened
    return {name: str(secret) for name, secret in secrets.items()}


@sensitive_variables()
def usable_secrets(connection: Connection) -> dict[str, str]:
    """Return the secrets, or none of them if they cannot be opened: they must then be entered again."""
    try:
        return secrets_of(connection)
    except Unopened:
        return {}
