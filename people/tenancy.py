"""The tenancy guard: a query that names no organization raises if `TENANT_GUARD` is on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.db import models

if TYPE_CHECKING:
    from people.models import Organization

RowT = TypeVar("RowT", bound=models.Model, covariant=True)

_NAMING = {"organization", "across_organizations", "instance"}
_lifted: ContextVar[str] = ContextVar("guard_lifted", default="")


class OrganizationNotNamed(RuntimeError):
    """A query named no organization: begin it with `.of(organization)`."""


@contextmanager
def guard_lifted(reason: str) -> Iterator[None]:
    """Lift the guard for Django's own look-ups, such as the uniqueness check of a validated row."""
    token = _lifted.set(_said(reason))
    try:
        yield
    finally:
        _lifted.reset(token)


class OrganizationQuerySet(models.QuerySet[RowT]):
    """Rows that belong to organizations. They can be read only after `.of(organization)`, through a row (`account.transactions`), or with
    a reason by `.across_organizations(reason)`.
    """

    organization_path: ClassVar[str] = "organization"
    _hints: dict[str, Any]  # Django's: every copy has them, and a row that is asked for its related rows puts itself in as `instance`

    def of(self, organization: Organization) -> Self:
        return self._naming(organization=organization).filter(**{self.organization_path: organization})

    def across_organizations(self, reason: str) -> Self:
        """Return the rows of all organizations, for code that serves them all such as the admin and the queue."""
        return self._naming(across_organizations=_said(reason))

    def names_organization(self) -> bool:
        return not _NAMING.isdisjoint(self._hints) or self.query.is_empty()

    def _naming(self, **hints: Any) -> Self:
        named = self.all()
        named._hints = {**self._hints, **hints}  # noqa: SLF001  another of its own kind
        return named

    def _require_name(self) -> None:
        if settings.TENANT_GUARD and not self.names_organization() and not _lifted.get():
            raise OrganizationNotNamed(
                f"{self.model.__name__}: begin with .of(organization), or say why not: .across_organizations(reason)"
            )

    def __or__(self, other: models.QuerySet[Any]) -> Self:
        return self._combined(super().__or__(other), other)

    def union(self, *others: models.QuerySet[Any], all: bool = False) -> Self:  # noqa: A002  Django's own name
        return self._combined(super().union(*others, all=all), *others)

    def _combined(self, combined: Self, *others: models.QuerySet[Any]) -> Self:
        """Return the combined rows; they name an organization only if all parts do."""
        if not all(isinstance(rows, OrganizationQuerySet) and rows.names_organization() for rows in (self, *others)):
            combined._hints = {}
        return combined

    # Every way in which rows, or figures of them, come out or change.

    def _fetch_all(self) -> None:
        self._require_name()
        super()._fetch_all()

    def iterator(self, chunk_size: int | None = None) -> Iterator[Any]:
        self._require_name()
        return super().iterator(chunk_size)

    def count(self) -> int:
        self._require_name()
        return super().count()

    def exists(self) -> bool:
        self._require_name()
        return super().exists()

    def aggregate(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        self._require_name()
        return super().aggregate(*args, **kwargs)

    def update(self, **kwargs: Any) -> int:
        self._require_name()
        return super().update(**kwargs)

    def delete(self) -> tuple[int, dict[str, int]]:
        self._require_name()
        return super().delete()


def _mark(method: Callable[..., Any], **marks: bool) -> None:
    """Set the marks that Django reads: templates may not call the method, managers do not offer it."""
    for name, value in marks.items():
        setattr(method, name, value)


_mark(OrganizationQuerySet.update, alters_data=True)
_mark(OrganizationQuerySet.delete, alters_data=True, queryset_only=True)


class ValidatedAcrossOrganizations(models.Model):
    """A model whose validation may look for duplicates; Django's look-ups for it name no organization."""

    class Meta:
        abstract = True

    def validate_unique(self, *args: Any, **kwargs: Any) -> None:
        with guard_lifted("validation looks for a twin of this row"):
            super().validate_unique(*args, **kwargs)

    def validate_constraints(self, *args: Any, **kwargs: Any) -> None:
        with guard_lifted("validation looks for a twin of this row"):
            super().validate_constraints(*args, **kwargs)


def _said(reason: str) -> str:
    if not reason.strip():
        raise ValueError("say why this query may see every organization")
    return reason
