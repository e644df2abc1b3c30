"""Notices to the uploader that a batch is done, once each."""

import uuid

from django.conf import settings
from django.db import models

from people.models import Organization
from reconciliation.models.querysets import NoticeQuerySet


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
