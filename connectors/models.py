"""Connections of an organization, and what came by each."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from connectors.querysets import ArrivalQuerySet, ConnectionQuerySet
from finance.models import Organization
from finance.tenancy import ValidatedAcrossOrganizations
from reconciliation.models import StatementImport


class Connection(ValidatedAcrossOrganizations):
    """A program that is asked again and again. `sealed` is its password or token (of Actual both passwords, as
    JSON), `settings` all else that a person said.

    `held_until` is the lease of who is at it, `hold` counts leases, so that a run that came too late writes nothing. `failure` is the
    code of the last run's, empty where it went well; `failures` in a row put the next run off. `told` are counts of the last run."""

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
        indexes = [models.Index(fields=["due_at"], condition=models.Q(enabled=True), name="connections_due")]

    def __str__(self) -> str:
        return self.name


class Arrival(models.Model):
    """Something that a connection has brought, by its own id there, so that it is taken once. `failure` says why it was not taken;
    `written` is what was last written back of it."""

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
