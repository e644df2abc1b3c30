"""Encryption of secrets: each organization has a data key, stored wrapped by the installation's master key.

Bytes are encrypted with AES-256-GCM; the purpose is bound to them as additional data and not stored. A seal is a byte that names this
form, a random nonce, then the encrypted bytes with their tag (NIST SP 800-38D). The first master key wraps and all of them unwrap, so
that a new key can be added in front. Nothing here logs, and no error reveals more than that the bytes did not open.
"""

import binascii
import os
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.views.decorators.debug import sensitive_variables

from people.models import DataKey, Organization, SecondFactor

KEY_BYTES = 32
FORM = b"\x01"
NONCE_BYTES = 12
SHORTEST = len(FORM) + NONCE_BYTES + 16


class Unopened(Exception):
    """Sealed bytes could not be opened."""


class BrokenSeal(Unopened):
    """The bytes were changed, or were sealed for another purpose or under another key."""


def new_key() -> bytes:
    return AESGCM.generate_key(bit_length=8 * KEY_BYTES)


def encrypted(key: bytes, data: bytes, *, bound_to: str) -> bytes:
    nonce = os.urandom(NONCE_BYTES)
    return FORM + nonce + AESGCM(key).encrypt(nonce, data, bound_to.encode())


def decrypted(key: bytes, sealed: bytes, *, bound_to: str) -> bytes:
    """Return the decrypted bytes. Raises BrokenSeal."""
    if len(sealed) < SHORTEST or not sealed.startswith(FORM):
        raise BrokenSeal
    nonce, ciphertext = sealed[len(FORM) :][:NONCE_BYTES], sealed[len(FORM) + NONCE_BYTES :]
    try:
        return AESGCM(key).decrypt(nonce, ciphertext, bound_to.encode())
    except InvalidTag:
        raise BrokenSeal from None


NAMED_BY = b"tieout master key"


class NoMasterKey(Unopened):
    """Raised if the settings hold no usable key. The message contains no part of one."""


@dataclass(frozen=True, slots=True)
class MasterKey:
    """A master key. `name` is derived from the key without revealing it; data keys store it to find their master key."""

    key: bytes = field(repr=False)

    @property
    def name(self) -> str:
        return sha256(NAMED_BY + self.key).hexdigest()[:16]


def master_keys() -> list[MasterKey]:
    """Return the keys of the settings. Raises NoMasterKey."""
    return read(settings.ENCRYPTION_KEYS)


def read(texts: Iterable[str]) -> list[MasterKey]:
    """Parse keys of 32 bytes in base64, of either alphabet, padded or not. Raises NoMasterKey."""
    keys = []
    for number, text in enumerate(texts, start=1):
        plain = text.strip().rstrip("=").replace("+", "-").replace("/", "_")
        try:
            key = urlsafe_b64decode(plain + "=" * (-len(plain) % 4))
        except (binascii.Error, ValueError):
            key = b""
        if len(key) != KEY_BYTES:
            raise NoMasterKey(f"master key {number} is not {KEY_BYTES} bytes in base64")
        keys.append(MasterKey(key))
    if not keys:
        raise NoMasterKey("there is no master key")
    return keys


__all__ = ["UnknownMasterKey", "Unopened", "opened", "rewrap_all", "seal", "unwrapped", "wrap"]
AnyRow = TypeVar("AnyRow", DataKey, SecondFactor)


class UnknownMasterKey(Unopened):
    """A data key was wrapped by a master key that the settings no longer contain."""


@sensitive_variables()  # covers all called functions too: no error report shows their values
def seal(organization: Organization, data: bytes, *, purpose: str) -> bytes:
    """Encrypt data for this organization and purpose. Raises NoMasterKey, UnknownMasterKey."""
    return encrypted(_data_key(organization), data, bound_to=_bound(organization, purpose))


@sensitive_variables()
def opened(organization: Organization, sealed: bytes, *, purpose: str) -> bytes:
    """Return the decrypted data. Raises BrokenSeal, NoMasterKey, UnknownMasterKey."""
    return decrypted(_data_key(organization), sealed, bound_to=_bound(organization, purpose))


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
    row.wrapped, row.master = encrypted(first.key, secret, bound_to=row.bound_to), first.name


@sensitive_variables()
def unwrapped(row: Wrapped) -> bytes:
    """Return the secret of a row. Raises BrokenSeal, NoMasterKey, UnknownMasterKey."""
    master = next((key for key in master_keys() if key.name == row.master), None)
    if master is None:
        raise UnknownMasterKey(f"the settings have no master key {row.master}")
    return decrypted(master.key, bytes(row.wrapped), bound_to=row.bound_to)


@sensitive_variables()
@transaction.atomic
def rewrap_all() -> int:
    """Wrap every data key and second factor of another master key with the first one, and return how many there were.

    Secrets sealed with the data keys stay valid. Raises NoMasterKey, UnknownMasterKey, BrokenSeal.
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
        wrap(new, new_key())
        row, _made = keys.get_or_create(organization=organization, defaults={"wrapped": new.wrapped, "master": new.master})
    return unwrapped(row)


def _bound(organization: Organization, purpose: str) -> str:
    return f"{organization.pk}: {purpose}"
