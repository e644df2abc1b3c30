"""Sealing for an organization. Nothing here logs, and no error reveals more than that the bytes did not open."""

from typing import Protocol, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.views.decorators.debug import sensitive_variables

from people.encryption import sealing
from people.encryption.masters import MasterKey, master_keys
from people.encryption.sealing import Unopened
from people.models import DataKey, Organization, SecondFactor

__all__ = ["UnknownMasterKey", "Unopened", "opened", "rewrap_all", "seal", "unwrapped", "wrap"]
AnyRow = TypeVar("AnyRow", DataKey, SecondFactor)


class UnknownMasterKey(Unopened):
    """A data key was wrapped by a master key that the settings no longer contain."""


@sensitive_variables()  # of everything below it too: no error report shows what they hold
def seal(organization: Organization, data: bytes, *, purpose: str) -> bytes:
    """Encrypt data for this organization and purpose. Raises NoMasterKey, UnknownMasterKey."""
    return sealing.seal(_data_key(organization), data, bound_to=_bound(organization, purpose))


@sensitive_variables()
def opened(organization: Organization, sealed: bytes, *, purpose: str) -> bytes:
    """Return the decrypted data. Raises BrokenSeal, NoMasterKey, UnknownMasterKey."""
    return sealing.opened(_data_key(organization), sealed, bound_to=_bound(organization, purpose))


class Wrapped(Protocol):
    """A row with a secret wrapped by the master key named `master`, for the purpose `bound_to`."""

    wrapped: "bytes | memoryview[int]"
    master: str

    @property
    def bound_to(self) -> str: ...


@sensitive_variables()
def wrap(row: Wrapped, secret: bytes) -> None:
    """Wrap a secret with the first master key. Raises NoMasterKey."""
    first = master_keys()[0]
    row.wrapped, row.master = sealing.seal(first.key, secret, bound_to=row.bound_to), first.name


@sensitive_variables()
def unwrapped(row: Wrapped) -> bytes:
    """Return the secret of a row. Raises BrokenSeal, NoMasterKey, UnknownMasterKey."""
    master = next((key for key in master_keys() if key.name == row.master), None)
    if master is None:
        raise UnknownMasterKey(f"the settings have no master key {row.master}")
    return sealing.opened(master.key, bytes(row.wrapped), bound_to=row.bound_to)


@sensitive_variables()
@transaction.atomic
def rewrap_all() -> int:
    """Wrap every data key and second factor of another master key with the first one, and return how many there were.

    What was sealed with the data keys stays valid. Raises NoMasterKey, UnknownMasterKey, BrokenSeal.
    """
    first = master_keys()[0]
    every = DataKey.objects.across_organizations("the master key is the installation's")
    owed: list[DataKey | SecondFactor] = [*_held_by_another(every, first), *_held_by_another(SecondFactor.objects.all(), first)]
    for row in owed:
        wrap(row, unwrapped(row))
        row.save(update_fields=["wrapped", "master"])
    return len(owed)


def _held_by_another(rows: QuerySet[AnyRow], master: MasterKey) -> QuerySet[AnyRow]:
    return rows.select_for_update().exclude(master=master.name)


def _data_key(organization: Organization) -> bytes:
    """Return the data key of an organization, created on first use."""
    keys = DataKey.objects.of(organization)
    row = keys.first()
    if row is None:
        new = DataKey(organization=organization)
        wrap(new, sealing.new_key())
        row, _made = keys.get_or_create(organization=organization, defaults={"wrapped": new.wrapped, "master": new.master})
    return unwrapped(row)


def _bound(organization: Organization, purpose: str) -> str:
    return f"{organization.pk}: {purpose}"
