"""Work that is owed to accounts whose books changed, and signs of life from workers."""

from django.db import models

from finance.models import Account
from reconciliation.models.querysets import RecheckQuerySet


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
