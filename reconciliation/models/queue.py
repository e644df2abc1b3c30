"""Work that is owed to accounts whose books changed, signs of life from workers, and notices that a batch is done."""

import uuid

from django.conf import settings
from django.db import models

from finance.models import Account
from people.models import Organization
from reconciliation.models.querysets import NoticeQuerySet, RecheckQuerySet


class Notice(models.Model):
    """One batch of one person. `until` is when the last of its files was uploaded: later uploads are another batch.
    `proved`, `ties` and `waits` count its files, `seen_at` is None until the person dismisses it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    until = models.DateTimeField()
    done_at = models.DateTimeField(auto_now_add=True)
    proved = models.PositiveIntegerField()
    ties = models.PositiveIntegerField()
    waits = models.PositiveIntegerField()
    seen_at = models.DateTimeField(null=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["-until"]
        indexes = [models.Index(fields=["organization", "user", "-until"], name="notices_by_batch")]

    @property
    def count(self) -> int:
        return self.proved + self.ties + self.waits


class Recheck(models.Model):
    """One account to reconcile again, recorded in the transaction that changed its books, once for any number of changes. The
    reconciliation deletes the row. `since` is the first changed day, None if unknown."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="recheck")
    since = models.DateField(null=True)
    asked_at = models.DateTimeField(auto_now=True)

    objects = RecheckQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.account)


class WorkerSign(models.Model):
    """One row: when a worker last swept. It belongs to the installation and has no data of an organization."""

    heard_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.heard_at)
