"""Rows posted from a statement, each with its entry, until it is undone."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from finance.models import Account, Transaction
from reconciliation.models.imports import StatementImport
from reconciliation.models.querysets import PostingQuerySet


class Posting(models.Model):
    """A printed row that was added to the books. The record is never deleted; an undo adds its author and time.

    The row is named by its import, the statement's account and period, its number and its contents (`line`), since evidence is stored
    again when a file is read again. `said` is the entry as it was posted, `replaced` the pending entry in whose place it is
    (both `finance.models.transaction.snapshot`). `transaction` is None once the entry is deleted."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    statement_import = models.ForeignKey(StatementImport, on_delete=models.RESTRICT, related_name="postings")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="postings", verbose_name=_("account"))
    statement_number = models.PositiveIntegerField()
    period_start = models.DateField(null=True)
    period_end = models.DateField(null=True)
    line_number = models.PositiveIntegerField()
    line = models.JSONField()
    reason = models.CharField(_("reason"), max_length=20, blank=True)
    entry = models.UUIDField()
    transaction = models.ForeignKey(Transaction, on_delete=models.SET_NULL, null=True, related_name="postings")
    said = models.JSONField()
    replaced = models.JSONField(null=True)
    posted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("posted by")
    )
    posted_at = models.DateTimeField(_("posted at"), auto_now_add=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("undone by")
    )
    undone_at = models.DateTimeField(_("undone at"), null=True)

    objects = PostingQuerySet.as_manager()

    class Meta:
        verbose_name = _("row added to the books")
        verbose_name_plural = _("rows added to the books")
        ordering = ["posted_at", "statement_number", "line_number"]
        constraints = [models.UniqueConstraint(fields=["transaction"], condition=Q(undone_at=None), name="one_standing_posting_an_entry")]

    def __str__(self) -> str:
        return f"{self.line.get('date')} {self.line.get('description')}"
