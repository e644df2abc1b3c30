"""Questions to a client about one row, and their messages."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from finance.models import Transaction
from reconciliation.models.imports import StatementImport
from reconciliation.models.querysets import EnquiryMessageQuerySet, EnquiryQuerySet


class Enquiry(models.Model):
    """A question about one row of a statement, printed (`line`) or booked (`entry`). `row` is its contents at that time:
    `{"date": ISO day or null, "description", "amount": decimal text, "currency"}`. Its first message is the question."""

    class Waits(models.TextChoices):
        FOR_ANSWER = "answer", _("Waits for an answer")
        TO_BE_READ = "reading", _("Answered")
        NO_MORE = "", _("Closed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    statement_import = models.ForeignKey(StatementImport, on_delete=models.CASCADE, related_name="enquiries")
    number = models.PositiveSmallIntegerField()
    line = models.PositiveIntegerField(null=True, blank=True)
    entry = models.ForeignKey(Transaction, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    row = models.JSONField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)
    waits = models.CharField(max_length=8, choices=Waits.choices, default=Waits.FOR_ANSWER, blank=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = EnquiryQuerySet.as_manager()

    class Meta:
        ordering = ["asked_at", "id"]
        indexes = [models.Index(fields=["waits", "statement_import"], condition=~models.Q(waits=""), name="enquiries_that_wait")]

    def __str__(self) -> str:
        return f"{self.row['description']} {self.row['amount']}"


class EnquiryMessage(models.Model):
    """One message of an enquiry: text, a file, or both. `filename` is the sender's name for it; it is stored under a generated name,
    `stored_as`, which is empty once the file was deleted (`reconciliation.retention.periods`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    enquiry = models.ForeignKey(Enquiry, on_delete=models.CASCADE, related_name="messages")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    text = models.TextField(blank=True)
    filename = models.CharField(max_length=255, blank=True)
    stored_as = models.CharField(max_length=200, blank=True)
    size = models.PositiveBigIntegerField(default=0)

    objects = EnquiryMessageQuerySet.as_manager()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return self.text[:60] or self.filename
