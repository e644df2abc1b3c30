"""The installation's master keys. The first one wraps and all of them unwrap, so that a new key can be added in front."""

import binascii
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from django.conf import settings

from people.encryption.sealing import KEY_BYTES, Unopened

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
    keys = [MasterKey(_bytes(text, number)) for number, text in enumerate(texts, start=1)]
    if not keys:
        raise NoMasterKey("there is no master key")
    return keys


def _bytes(text: str, number: int) -> bytes:
    plain = text.strip().rstrip("=").replace("+", "-").replace("/", "_")
    try:
        key = urlsafe_b64decode(plain + "=" * (-len(plain) % 4))
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise NoMasterKey(f"master key {number} is not {KEY_BYTES} bytes in base64")
    return key
