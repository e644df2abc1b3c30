"""Accounts whose books changed: each is owed another reconciliation, recorded in the transaction of the change."""

from django.db import models

from finance.models import Account
from reconciliation.models.querysets import RecheckQuerySet


class Recheck(models.Model):
    """One account to reconcile again, once for any number of changes; the reconciliation deletes the row. `since` is the
    first changed day, None if unknown."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="recheck")
    since = models.DateField(null=True)
    asked_at = models.DateTimeField(auto_now=True)

    objects = RecheckQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.account)
