"""Accounts whose books changed: owed another weighing, written in the transaction that changed them."""

from django.db import models

from finance.models import Account
from reconciliation.models.querysets import RecheckQuerySet


class Recheck(models.Model):
    """One account that is to be weighed again, once however often it changed; the row goes with the weighing. `since` is the
    first day of which something changed, None where it may be any."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="recheck")
    since = models.DateField(null=True)
    asked_at = models.DateTimeField(auto_now=True)

    objects = RecheckQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.account)
