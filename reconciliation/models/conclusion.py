"""Steps of a statement's sign-off: prepared, reviewed, locked, reopened. Nothing is overwritten."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance.models import Account
from reconciliation.models.imports import StatementImport
from reconciliation.models.querysets import ConclusionQuerySet


class Conclusion(models.Model):
    """One step. The statement is named by its account and its first and last day, which stay when its file is read again.

    `verdict` and `reasons` are the verifier's at that time, `exceptions` the accepted differences, each with amount and
    reason, `confirmed` the outstanding items. `books` are the books' contents when it was prepared (`reconcile.books_digest`).
    `by` is None for an automatic step (`reconcile.auto_prepare`)."""

    class Kind(models.TextChoices):
        PREPARED = "prepared", gettext_lazy("Prepared")
        REVIEWED = "reviewed", gettext_lazy("Reviewed")
        LOCKED = "locked", gettext_lazy("Reviewed and locked")
        REOPENED = "reopened", gettext_lazy("Reopened")
        NOTED = "noted", gettext_lazy("Not reconciled, noted")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="conclusions", verbose_name=gettext_lazy("account"))
    period_start = models.DateField(gettext_lazy("from"))
    period_end = models.DateField(gettext_lazy("until"))
    number = models.PositiveIntegerField()
    statement_import = models.ForeignKey(StatementImport, on_delete=models.RESTRICT, related_name="conclusions")
    kind = models.CharField(gettext_lazy("step"), max_length=10, choices=Kind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=gettext_lazy("by"))
    at = models.DateTimeField(gettext_lazy("at"), auto_now_add=True)
    reason = models.TextField(gettext_lazy("reason"), blank=True)
    same_person = models.BooleanField(gettext_lazy("prepared and reviewed by the same person"), default=False)
    verdict = models.CharField(max_length=12)
    reasons = models.JSONField(default=list)
    exceptions = models.JSONField(default=list)
    confirmed = models.JSONField(default=list)
    books = models.JSONField(null=True)

    objects = ConclusionQuerySet.as_manager()

    class Meta:
        verbose_name = gettext_lazy("conclusion on a statement")
        verbose_name_plural = gettext_lazy("conclusions on statements")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["account", "period_start", "period_end", "number"], name="conclusions_are_numbered"),
        ]

    def __str__(self) -> str:
        return f"{self.period} {self.get_kind_display()}"

    @property
    def who(self) -> str:
        """Return the name of the person, or words for an automatic step."""
        return str(self.by) if self.by else _("Automatically")

    @property
    def period(self) -> str:
        """Return the key of its statement within the account, which also marks the entries that it locks."""
        return f"{self.period_start}..{self.period_end}"
