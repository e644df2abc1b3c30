"""Tables of the audit log: entries, and the head of each chain."""

from typing import Any, NoReturn
from uuid import UUID

from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Coalesce

from people.tenancy import OrganizationQuerySet

NOBODY = UUID(int=0)


class AppendOnly(TypeError):
    """Raised when an entry of the audit log would be changed or removed."""


class AuditHeadQuerySet(OrganizationQuerySet["AuditHead"]):
    pass


class AuditEntryQuerySet(OrganizationQuerySet["AuditEntry"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnly

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly

    def delete(self) -> NoReturn:
        raise AppendOnly

    def erase(self) -> int:
        """Delete the entries of an erased organization and return their number. The database allows it once the chain's head is deleted."""
        return super().delete()[0]


class AuditHead(models.Model):
    """The last entry of a chain, of an organization or (`organization` None) of the installation.

    Writers lock this row, so numbers have no gaps; a tail that was cut off no longer matches it.
    """

    organization = models.OneToOneField("finance.Organization", on_delete=models.PROTECT, null=True, related_name="+")
    number = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)

    objects = AuditHeadQuerySet.as_manager()

    class Meta:
        app_label = "finance"
        constraints = [models.UniqueConstraint(Coalesce("organization", Value(NOBODY)), name="one_head_a_chain")]


class AuditEntry(models.Model):
    """One act. `by` is the key of the user and `name` their name at that time; without a user the installation itself acted.

    `subject` and `subject_id` name the affected row; `details` hold no free text of documents and no account numbers.
    `act` is one of `people.audit.Act`. `hash` is the SHA-256 of all other fields, including `previous`, in the form of
    `people.audit`.
    """

    organization = models.ForeignKey("finance.Organization", on_delete=models.PROTECT, null=True, related_name="+")
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by = models.PositiveBigIntegerField(null=True)
    name = models.CharField(max_length=150, blank=True)
    address = models.CharField(max_length=45, blank=True)
    act = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, blank=True)
    subject_id = models.CharField(max_length=40, blank=True)
    details = models.JSONField()
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    objects = AuditEntryQuerySet.as_manager()

    class Meta:
        app_label = "finance"
        ordering = ["-number"]
        indexes = [models.Index(fields=["organization", "subject_id", "act", "at"], name="audit_by_subject")]
        constraints = [
            models.UniqueConstraint(fields=["organization", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["number"], condition=Q(organization=None), name="one_own_entry_a_number"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new entry. Raises AppendOnly for a stored one."""
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly
