"""Known layouts of an organization, and the statements that taught them."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.models import Organization
from reconciliation.models.evidence import Statement
from reconciliation.models.querysets import KnownLayoutQuerySet, LayoutTeachingQuerySet


class KnownLayout(models.Model):
    """A layout of statements, known by its traits (`reconciliation.examining.traits`). `key` is their digest without the edges of columns.
    `bank` is the name that an owner gave. An imported layout testifies nothing by itself: `claims` has what its file says, and only
    statements of the organization teach it. `forgotten_at`: statements that were proved or confirmed before that teach nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="known_layouts")
    key = models.CharField(max_length=64)
    bank = models.CharField(_("bank"), max_length=100, blank=True)
    traits = models.JSONField()
    claims = models.JSONField(default=dict)
    first_known_at = models.DateTimeField(auto_now_add=True)
    imported_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    imported_at = models.DateTimeField(null=True)
    forgotten_at = models.DateTimeField(null=True)

    objects = KnownLayoutQuerySet.as_manager()

    class Meta:
        verbose_name = _("known layout")
        verbose_name_plural = _("known layouts")
        ordering = ["first_known_at", "id"]
        constraints = [models.UniqueConstraint(fields=["organization", "key"], name="one_layout_a_key")]

    def __str__(self) -> str:
        return self.bank or str(self.traits.get("heading", ""))

    @property
    def day_first(self) -> bool | None:
        """Return the order of days that its statements teach, or None if none does or they contradict one another."""
        orders = {teaching.day_first for teaching in self.teachings.all() if teaching.day_first is not None}
        return orders.pop() if len(orders) == 1 else None

    @property
    def shown_as(self) -> str:
        """Return the name that an owner gave, or the sender that its statements print."""
        return self.bank or next((teaching.statement.institution for teaching in self.teachings.all()), "")


class LayoutTeaching(models.Model):
    """One proved or confirmed statement and what it teaches its layout. `day_first` is None if no day of it depends on the order. Its
    closing balance, as stored, teaches the side of the next opening balance."""

    class Way(models.TextChoices):
        PROVED = "proved", _("Proved")
        CONFIRMED = "confirmed", _("Confirmed")

    layout = models.ForeignKey(KnownLayout, on_delete=models.CASCADE, related_name="teachings")
    statement = models.OneToOneField(Statement, on_delete=models.CASCADE, related_name="teaching")
    way = models.CharField(max_length=9, choices=Way.choices)
    taught_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    taught_at = models.DateTimeField(auto_now_add=True)
    day_first = models.BooleanField(null=True)
    account_kind = models.CharField(max_length=20, blank=True)

    objects = LayoutTeachingQuerySet.as_manager()

    class Meta:
        ordering = ["taught_at", "id"]

    def __str__(self) -> str:
        return str(self.statement)
