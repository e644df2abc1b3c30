"""Sealing for an organization. Nothing here logs, and no error says more than that it did not open."""

from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from finance.models import DataKey, Organization
from finance.vault import sealing
from finance.vault.masters import MasterKey, master_keys
from finance.vault.sealing import Unopened

__all__ = ["UnknownMasterKey", "Unopened", "opened", "seal", "wrap_anew"]


class UnknownMasterKey(Unopened):
    """A data key was wrapped by a master key that the settings no longer have: put it back, behind the first."""


@sensitive_variables()  # of everything below it too: no error report shows what they hold
def seal(organization: Organization, data: bytes, *, purpose: str) -> bytes:
    """Opens for this organization and this purpose alone. Raises NoMasterKey, UnknownMasterKey."""
    return sealing.seal(_data_key(organization), data, bound_to=_bound(organization, purpose))


@sensitive_variables()
def opened(organization: Organization, sealed: bytes, *, purpose: str) -> bytes:
    """Raises BrokenSeal, NoMasterKey, UnknownMasterKey."""
    return sealing.opened(_data_key(organization), sealed, bound_to=_bound(organization, purpose))


@sensitive_variables()
@transaction.atomic
def wrap_anew() -> int:
    """Wrap every data key that another master key holds with the first one; how many those were. What was sealed stays as it is.

    Raises NoMasterKey, UnknownMasterKey, BrokenSeal."""
    first = master_keys()[0]
    every = DataKey.objects.across_organizations("the master key is the installation's").select_for_update()
    owed = list(every.exclude(master=first.name).select_related("organization"))
    for row in owed:
        row.wrapped, row.master = _wrapped(_unwrapped(row), row.organization, first), first.name
        row.save(update_fields=["wrapped", "master"])
    return len(owed)


def _data_key(organization: Organization) -> bytes:
    """Made when it is first needed."""
    ours = DataKey.objects.of(organization)
    row = ours.first()
    if row is None:
        first = master_keys()[0]
        new = {"wrapped": _wrapped(sealing.new_key(), organization, first), "master": first.name}
        row, _made = ours.get_or_create(organization=organization, defaults=new)
    return _unwrapped(row)


def _wrapped(key: bytes, organization: Organization, master: MasterKey) -> bytes:
    return sealing.seal(master.key, key, bound_to=_bound(organization, "data key"))


def _unwrapped(row: DataKey) -> bytes:
    master = next((each for each in master_keys() if each.name == row.master), None)
    if master is None:
        raise UnknownMasterKey(f"the settings have no master key {row.master}")
    return sealing.opened(master.key, bytes(row.wrapped), bound_to=_bound(row.organization, "data key"))


def _bound(organization: Organization, purpose: str) -> str:
    return f"{organization.pk}: {purpose}"
