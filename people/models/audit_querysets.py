"""The log is read and added to. One thing removes entries: the erasure of a whole organization."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    from people.models.audit import AuditEntry, AuditHead  # noqa: F401  named in the base classes


class AppendOnly(TypeError):
    """An entry of the audit log is neither changed nor removed."""


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
        """With their organization; the database lets them go once the head of its chain is gone. How many there were."""
        return super().delete()[0]
